/** Makes PDFs of Word files with LibreOffice, where the operator has it installed (docs/decisions/letters.md). */
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pLimit from 'p-limit'

/** In milliseconds; the first start takes the longest. */
const TIME_LIMIT = 60_000

/** Characters of its output that are kept. */
const MAX_SAID = 10_000

/** It takes a processor and some hundred MB each time. */
const oneAtATime = pLimit(1)

/** Without the operator's secrets. */
const environment = (folder: string) => ({
  PATH: process.env.PATH,
  HOME: folder,
  LANG: 'C.UTF-8',
  ...(process.env.SYSTEMROOT && { SYSTEMROOT: process.env.SYSTEMROOT }),
})

/** A file is not trusted: it loads nothing from elsewhere, and runs nothing. */
const PROFILE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
${['BlockUntrustedRefererLinks', 'DisableMacrosExecution']
  .map(
    (name) =>
      `<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="${name}" oor:op="fuse"><value>true</value></prop></item>`,
  )
  .join('\n')}
</oor:items>
`

class ConversionTimeout extends Error {
  override readonly name = 'ConversionTimeout'
}

/**
 * Runs a program in a process group of its own: soffice starts another process, which would go on without it.
 *
 * @returns what it wrote to stderr
 * @throws ConversionTimeout
 */
const run = (program: string, args: readonly string[], folder: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const hasGroup = process.platform !== 'win32'
    const child = spawn(program, args, {
      cwd: folder,
      env: environment(folder),
      detached: hasGroup,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      if (said.length < MAX_SAID) said += chunk.toString()
    })
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      if (child.pid === undefined) return
      if (hasGroup) process.kill(-child.pid, 'SIGKILL')
      else child.kill('SIGKILL')
    }, TIME_LIMIT)
    child.once('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    child.once('close', () => {
      clearTimeout(timer)
      if (isLate) reject(new ConversionTimeout('LibreOffice took longer than a minute'))
      else resolve(said)
    })
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
      const profile = join(folder, 'profile')
      await mkdir(join(profile, 'user'), { recursive: true })
      await writeFile(join(profile, 'user', 'registrymodifications.xcu'), PROFILE)
      const said = await run(
        program,
        [
          `-env:UserInstallation=${pathToFileURL(profile).href}`,
          ...['--headless', '--norestore', '--nolockcheck', '--nodefault', '--nofirststartwizard'],
          ...['--convert-to', 'pdf:writer_pdf_Export', '--outdir', folder, source],
        ],
        folder,
      )
      // It ends with success even if it could not read the file.
      const pdf = await readFile(join(folder, 'letter.pdf')).catch(() => {
        throw new Error(`LibreOffice made no PDF: ${said.trim()}`)
      })
      return new Uint8Array(pdf)
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
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
    if (error instanceof ConversionTimeout) return undefined
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
