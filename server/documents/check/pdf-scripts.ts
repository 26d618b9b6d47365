/**
 * Whether a PDF would run or start something when it is shown. Such files are common, forms with calculated fields among
 * them, so they are kept, but the portal does not show them.
 */
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { createInflate } from 'node:zlib'

/** What ends a name: a blank, of which a null character is one, a bracket, another name, or a comment. */
const NAME_END = String.raw`(?=[\0\s<>[\](){}/%])`
const nameOf = (names: string, flags = '') => new RegExp(`/(?:${names})${NAME_END}`, flags)

const ACTIVE = nameOf(
  'JavaScript|JS|Launch|RichMedia|RichMediaExecute|EmbeddedFiles?|XFA|SubmitForm|ImportData|GoToE|Rendition',
)
/** Its other parts can't be read. */
const ENCRYPTED = nameOf('Encrypt')
/** Parts that are packed together; all other objects are in plain text. */
const PACKED = nameOf('ObjStm', 'g')
const PACKED_START = /stream\r?\n/
/** All of an object up to its bytes. A text, a comment, or a dictionary within it could hide what it is. */
const PACKED_OBJECT = /^\d+\s+\d+\s+obj\s*<<([^<>()%]*)>>\s*$/
const OBJECT = /\d+\s+\d+\s+obj(?=[\s<])/g
const FILTERS = nameOf('Filter', 'g')
const KNOWN_FILTER = /\/Filter\s*(?:\/FlateDecode(?=[\s/]|$)|\[\s*\/FlateDecode\s*\])/
/** What changes the bytes once more, or loads others, by its names and their short forms. */
const UNKNOWN_PACKING = nameOf('DecodeParms|DP|F|FFilter|FDecodeParms')

/** Longer than any name that is searched for, so that none is cut in two. */
const OVERLAP = 256
/** How far a packed part's bytes may be from its type. */
const MAX_DICTIONARY = 4096

// What a check of one file may take. A file that needs more is not shown: each part holds a hundred objects or more, in
// text, so that whole books stay far below.
const MAX_PARTS = 10_000
/** In bytes, of all parts together. */
const MAX_UNPACKED = 64 * 1024 * 1024
/** In milliseconds. */
const MAX_TIME = 10_000

/** A name may write any of its letters as `#` with two digits. */
const spelledOut = (text: string): string =>
  text.replaceAll(/#([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))

/** The text in windows that overlap, each with the position of its start. */
async function* windowsOf(stream: Readable): AsyncGenerator<{ text: string; at: number; size: number }> {
  let tail = ''
  let read = 0
  for await (const piece of stream) {
    const text = tail + Buffer.from(piece).toString('latin1')
    yield { text, at: read - tail.length, size: piece.length }
    read += piece.length
    tail = text.slice(-OVERLAP)
  }
}

class PdfCheck {
  readonly #path: string
  readonly #signal: AbortSignal
  readonly #deadline = performance.now() + MAX_TIME
  #unpacked = 0

  constructor(path: string, signal: AbortSignal) {
    this.#path = path
    this.#signal = signal
  }

  /** @throws the signal's reason if nobody waits for the answer */
  get #isSpent(): boolean {
    this.#signal.throwIfAborted()
    return this.#unpacked > MAX_UNPACKED || performance.now() > this.#deadline
  }

  /** Where the types of packed parts are; undefined if the rest of the file already decides. */
  async #findTypes(): Promise<Set<number> | undefined> {
    const packedAt = new Set<number>()
    for await (const { text, at } of windowsOf(createReadStream(this.#path))) {
      const spelled = spelledOut(text)
      if (this.#isSpent || ACTIVE.test(spelled) || ENCRYPTED.test(spelled)) return undefined
      const packed = [...text.matchAll(PACKED)]
      // There is no reason to escape this name except to hide it.
      if ([...spelled.matchAll(PACKED)].length !== packed.length) return undefined
      for (const { index } of packed) packedAt.add(at + index)
      if (packedAt.size > MAX_PARTS) return undefined
    }
    return packedAt
  }

  /** The position of a packed part's bytes; undefined if they are packed in a way that can't be looked into. */
  async #findPacked(file: FileHandle, typeAt: number): Promise<number | undefined> {
    const start = Math.max(0, typeAt - MAX_DICTIONARY)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2 * MAX_DICTIONARY), { position: start })
    const text = buffer.toString('latin1', 0, bytesRead)
    const before = text.slice(0, typeAt - start)
    const after = text.slice(typeAt - start)
    const found = PACKED_START.exec(after)
    const objectAt = [...before.matchAll(OBJECT)].at(-1)?.index
    if (!found || objectAt === undefined) return undefined
    const line = before
      .slice(0, objectAt)
      .split(/[\r\n]/)
      .at(-1)
    const [, dictionary] = PACKED_OBJECT.exec(before.slice(objectAt) + after.slice(0, found.index)) ?? []
    // In a comment, it would be no object.
    if (dictionary === undefined || line?.includes('%')) return undefined
    const spelled = `${spelledOut(dictionary)} `
    const isKnown =
      KNOWN_FILTER.test(dictionary) && [...spelled.matchAll(FILTERS)].length === 1 && !UNKNOWN_PACKING.test(spelled)
    return isKnown ? typeAt + found.index + found[0].length : undefined
  }

  /** Several types may lie before the same bytes. @returns undefined if some can't be looked into */
  async #findParts(types: ReadonlySet<number>): Promise<Set<number> | undefined> {
    const starts = new Set<number>()
    const file = await open(this.#path)
    try {
      for (const typeAt of types) {
        const start = this.#isSpent ? undefined : await this.#findPacked(file, typeAt)
        if (start === undefined) return undefined
        starts.add(start)
      }
    } finally {
      await file.close()
    }
    return starts
  }

  async #isPartActive(start: number): Promise<boolean> {
    const packed = createReadStream(this.#path, { start })
    const unpacked = createInflate()
    // The rest of the file follows the packed bytes, so the inflater ends before its source.
    packed.on('error', (error) => unpacked.destroy(error)).pipe(unpacked)
    try {
      for await (const { text, size } of windowsOf(unpacked)) {
        this.#unpacked += size
        if (this.#isSpent || ACTIVE.test(spelledOut(text))) return true
      }
      return false
    } catch {
      this.#signal.throwIfAborted()
      return true
    } finally {
      packed.destroy()
      unpacked.destroy()
    }
  }

  async isActive(): Promise<boolean> {
    const types = await this.#findTypes()
    const parts = types && (await this.#findParts(types))
    if (!parts) return true
    for (const start of parts) if (await this.#isPartActive(start)) return true
    return false
  }
}

/**
 * Whether a PDF is active, or takes too much to find out.
 *
 * @param signal ends the check, which then throws its reason
 */
export const isActivePdf = (path: string, signal: AbortSignal): Promise<boolean> =>
  new PdfCheck(path, signal).isActive()
