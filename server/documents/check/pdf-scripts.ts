/**
 * Whether a PDF would run or start something when it is shown. Such files are common, forms with calculated fields among
 * them, so they are kept, but the portal does not show them.
 */
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { createInflate } from 'node:zlib'

const ACTIVE =
  /\/(JavaScript|JS|Launch|RichMedia|RichMediaExecute|EmbeddedFiles?|XFA|SubmitForm|ImportData|GoToE|Rendition)(?=[\s<>[\]()/])/
/** Its other parts can't be read. */
const ENCRYPTED = /\/Encrypt(?=[\s<>[\]()/])/
/** Parts that are packed together; all other objects are in plain text. */
const PACKED = /\/ObjStm(?=[\s<>[\]()/])/g
const PACKED_START = /stream\r?\n/

/** Longer than any name that is searched for, so that none is cut in two. */
const OVERLAP = 256
/** How far a packed part's bytes may be from its type. */
const MAX_DICTIONARY = 4096
const MAX_PACKED = 64 * 1024 * 1024

/** A name may write any of its letters as `#` with two digits. */
const spelledOut = (text: string): string =>
  text.replaceAll(/#([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))

/** The text in windows that overlap, each with the position of its start. */
async function* windowsOf(stream: Readable): AsyncGenerator<{ text: string; at: number }> {
  let tail = ''
  let read = 0
  for await (const piece of stream) {
    const text = tail + Buffer.from(piece).toString('latin1')
    yield { text, at: read - tail.length }
    read += piece.length
    tail = text.slice(-OVERLAP)
  }
}

/** The position of a packed part's bytes; undefined if they are packed in a way that can't be looked into. */
async function findPacked(path: string, typeAt: number): Promise<number | undefined> {
  const start = Math.max(0, typeAt - MAX_DICTIONARY)
  let text = ''
  for await (const piece of createReadStream(path, { start, end: typeAt + MAX_DICTIONARY })) {
    text += Buffer.from(piece).toString('latin1')
  }
  const before = text.slice(0, typeAt - start)
  const after = text.slice(typeAt - start)
  const found = PACKED_START.exec(after)
  // A text between the type and the bytes could hold other bytes.
  if (!found || after.slice(0, found.index).includes('(')) return undefined
  const dictionary = before.slice(before.lastIndexOf(' obj') + 1) + after.slice(0, found.index)
  const isKnown = /\/Filter\s*\[?\s*\/FlateDecode\s*[\]/>]/.test(dictionary) && !dictionary.includes('/DecodeParms')
  return isKnown ? typeAt + found.index + found[0].length : undefined
}

async function isPackedPartActive(path: string, typeAt: number): Promise<boolean> {
  const start = await findPacked(path, typeAt)
  if (start === undefined) return true
  const packed = createReadStream(path, { start })
  const unpacked = createInflate()
  // The rest of the file follows the packed bytes, so the inflater ends before its source.
  packed.on('error', (error) => unpacked.destroy(error)).pipe(unpacked)
  try {
    for await (const { text, at } of windowsOf(unpacked)) {
      if (at > MAX_PACKED || ACTIVE.test(spelledOut(text))) return true
    }
    return false
  } catch {
    return true
  } finally {
    packed.destroy()
    unpacked.destroy()
  }
}

export async function isActivePdf(path: string): Promise<boolean> {
  const packedAt = new Set<number>()
  for await (const { text, at } of windowsOf(createReadStream(path))) {
    const spelled = spelledOut(text)
    if (ACTIVE.test(spelled) || ENCRYPTED.test(spelled)) return true
    const packed = [...text.matchAll(PACKED)]
    // There is no reason to escape this name except to hide it.
    if ([...spelled.matchAll(PACKED)].length !== packed.length) return true
    for (const { index } of packed) packedAt.add(at + index)
  }
  for (const at of packedAt) if (await isPackedPartActive(path, at)) return true
  return false
}
