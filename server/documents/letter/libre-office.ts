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

const reasons = new Map<string, Promise<string | undefined>>()

async function tryOut(program: string): Promise<string | undefined> {
  const { Document, Packer, Paragraph } = await import('docx')
  const docx = await Packer.toBuffer(new Document({ sections: [{ children: [new Paragraph('Homeroom')] }] }))
  try {
    await convertWithLibreOffice(program, new Uint8Array(docx))
    return undefined
  } catch (error) {
    // A busy machine says nothing about the installation.
    if (error instanceof Error && 'killed' in error && error.killed === true) return undefined
    const reason = (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ')
    process.emitWarning(
      `LIBREOFFICE (${program}) cannot convert Word files, so letters get the portal's simpler PDFs. Is LibreOffice Writer installed? ${reason}`,
    )
    return reason
  }
}

/**
 * Converts a short document, once for each program.
 *
 * @returns why LibreOffice can't make PDFs, which is also logged; undefined if it can
 */
export function reasonAgainst(program: string): Promise<string | undefined> {
  const reason = reasons.get(program) ?? tryOut(program)
  reasons.set(program, reason)
  return reason
}
