/** Reads and fills in letter templates, and makes PDFs of letters: in threads, or with LibreOffice. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { LetterValues } from '#domain/letter-fields.ts'
import { CANCELED, fileRefusal } from '#server/documents/check/file-refusal.ts'
import { runInThread, ThreadLimitError } from '#server/documents/document-threads.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { LetterPaper, LetterPdf } from './letter-pdf.ts'
import type { FilledLetter, ReadTemplate } from './letter-template.ts'
import { convertWithLibreOffice, reasonAgainst } from './libre-office.ts'

/** The size of a template, in bytes; larger Word files are no letters. */
const MAX_TEMPLATE = 10 * 1024 * 1024

/** In milliseconds. Templates come from people. */
const TIME_LIMIT = 20_000

/** How many PDFs are kept: a letter is shown, and then saved. */
const KEPT = 20

const NO_LETTER: ReadTemplate = { isLetter: false, problems: [] }

export type Letter = FilledLetter & {
  /** The Word file's hash, in hexadecimal. */
  readonly sha256: string
}

const orTooMuch = async <Result>(work: Promise<Result>, left?: AbortSignal): Promise<Result> => {
  try {
    return await work
  } catch (error) {
    if (left?.aborted) throw fileRefusal(CANCELED)
    if (error instanceof ThreadLimitError) {
      throw fileRefusal('This template takes too long to fill in. Make it smaller and upload it again.')
    }
    throw error
  }
}

export class LetterMaker {
  #libreOffice: string | undefined
  /** Resolves once it is known whether LibreOffice makes PDFs. */
  readonly #isTested: Promise<void>
  readonly #pdfs = new Map<string, Promise<LetterPdf>>()

  /** @param libreOffice the path of soffice; undefined if it isn't installed */
  constructor(libreOffice: string | undefined) {
    this.#libreOffice = libreOffice
    this.#isTested = libreOffice === undefined ? Promise.resolve() : this.#test(libreOffice)
  }

  /** An installation without Writer starts, and makes no PDF of any letter: then it is as if there were none. */
  async #test(program: string): Promise<void> {
    if ((await reasonAgainst(program)) !== undefined) this.#libreOffice = undefined
  }

  /** Whether PDFs look as in Word; known once one was made. */
  get isExact(): boolean {
    return this.#libreOffice !== undefined
  }

  /**
   * Reads a Word file that was uploaded.
   *
   * @param left aborts when the client that sent the file disconnects
   * @throws Refusal 406 if that takes too long, or nobody waits for it
   */
  async read(file: { readonly path: string; readonly size: number }, left: AbortSignal): Promise<ReadTemplate> {
    if (file.size > MAX_TEMPLATE) return NO_LETTER
    const bytes = new Uint8Array(await readFile(file.path))
    return orTooMuch(runInThread('readLetterTemplate', bytes, TIME_LIMIT, left), left)
  }

  /** @throws Refusal 406 if that takes too long */
  async fill(bytes: Uint8Array, values: LetterValues): Promise<Letter> {
    const letter = await orTooMuch(runInThread('fillLetter', { bytes, values }, TIME_LIMIT))
    return { ...letter, sha256: createHash('sha256').update(letter.docx).digest('hex') }
  }

  /**
   * @param sha256 of the letter
   * @throws Refusal 406 if that takes too long, 503 if LibreOffice fails
   */
  pdf(sha256: string, paper: LetterPaper): Promise<LetterPdf> {
    const key = `${sha256} ${paper.title}`
    const known = this.#pdfs.get(key)
    if (known) return known
    const made = this.#make(paper)
    this.#pdfs.set(key, made)
    made.catch(() => this.#pdfs.delete(key))
    const [oldest] = this.#pdfs.keys()
    if (this.#pdfs.size > KEPT && oldest !== undefined) this.#pdfs.delete(oldest)
    return made
  }

  async #make(paper: LetterPaper): Promise<LetterPdf> {
    await this.#isTested
    if (this.#libreOffice === undefined) return orTooMuch(runInThread('writeLetterPdf', paper, TIME_LIMIT))
    try {
      return { pdf: await convertWithLibreOffice(this.#libreOffice, paper.docx), notShown: [] }
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : String(error))
      throw new Refusal(503, 'The PDF could not be made. Retry, or save the letter as a Word file.')
    }
  }
}
