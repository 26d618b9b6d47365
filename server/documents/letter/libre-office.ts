/** Makes PDFs of Word files with LibreOffice, where the operator has it installed (docs/decisions/letters.md). */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import pLimit from 'p-limit'

const run = promisify(execFile)

/** In milliseconds; the first start takes the longest. */
const TIME_LIMIT = 60_000

/** It takes a processor and some hundred MB each time. */
const oneAtATime = pLimit(1)

/** Without the operator's secrets. */
const environment = (folder: string) => ({
  PATH: process.env.PATH,
  HOME: folder,
  LANG: 'C.UTF-8',
  ...(process.env.SYSTEMROOT && { SYSTEMROOT: process.env.SYSTEMROOT }),
})

/**
 * Each conversion has a folder and a profile of its own, so that nothing is left of one letter when the next is made.
 *
 * @param program the path of soffice
 * @throws if it fails, or takes longer than a minute
 */
export const convertWithLibreOffice = (program: string, docx: Uint8Array): Promise<Uint8Array<ArrayBuffer>> =>
  oneAtATime(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'homeroom-letter-'))
    try {
      const source = join(folder, 'letter.docx')
      await writeFile(source, docx)
      const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`
      const flags = [profile, '--headless', '--norestore', '--nolockcheck', '--nodefault', '--nofirststartwizard']
      const { stderr } = await run(
        program,
        [...flags, '--convert-to', 'pdf:writer_pdf_Export', '--outdir', folder, source],
        {
          cwd: folder,
          env: environment(folder),
          timeout: TIME_LIMIT,
          killSignal: 'SIGKILL',
        },
      )
      // It ends with success even if it could not read the file.
      const pdf = await readFile(join(folder, 'letter.pdf')).catch(() => {
        throw new Error(`LibreOffice made no PDF: ${stderr.trim()}`)
      })
      return new Uint8Array(pdf)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
