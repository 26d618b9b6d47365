/** Checks ZIP files, and the Office files that are such: their real size, and what they would run or load. */
import { isUtf8 } from 'node:buffer'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { Refusal } from '#server/http/refusal.ts'
import { fileRefusal } from './file-refusal.ts'

const MAX_PARTS = 10_000
/** In bytes, of all parts together. */
const MAX_UNPACKED = 1024 * 1024 * 1024
/** In bytes; the relationships of a part are far smaller. */
const MAX_RELATIONSHIPS = 4 * 1024 * 1024

const DAMAGED = 'This file is damaged or protected by a password: it cannot be unpacked.'
const TOO_LARGE = 'This file is too large when unpacked (maximum 1 GB).'
const MACROS = 'This file contains macros or other programs. Save it without them and retry.'
const LOADS =
  'This file loads parts of itself from elsewhere, such as a template or an image. Save it with those embedded and retry.'

const PROGRAM = /(^|\/)(vbaProject[^/]*\.bin|vbaData\.xml|activeX\/[^/]+|macrosheets\/[^/]+)$/i
/** Of a relationship: how its element starts, and all of it. */
const STARTS = /<(?:[\w.-]+:)?Relationship[\s/>]/g
const RELATIONSHIP = /<(?:[\w.-]+:)?Relationship((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*\/?>/g
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
/** A link that a person may click loads nothing by itself. */
const CLICKED = /\/(hyperlink|attachedToolbars)$/i

const spelledOut = (value: string): string =>
  value
    .replaceAll(/&#x([0-9a-f]{1,6});/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    .replaceAll(/&#(\d{1,7});/g, (_, digits: string) => String.fromCharCode(Number(digits)))

/**
 * Whether relationships load something from elsewhere. Only plain XML is read; anything else counts as loading.
 *
 * @param bytes of a part whose name ends with `.rels`
 */
function loadsFromElsewhere(bytes: Buffer): boolean {
  if (!isUtf8(bytes) || bytes.includes(0)) return true
  const text = bytes.toString('utf8')
  if (text.includes('<!DOCTYPE')) return true
  const found = [...text.matchAll(RELATIONSHIP)]
  if (found.length !== [...text.matchAll(STARTS)].length) return true
  return found.some(([, attributes = '']) => {
    const all = new Map(
      [...attributes.matchAll(ATTRIBUTE)].map(([, name = '', one, other]) => [name, spelledOut(one ?? other ?? '')]),
    )
    const isExternal = /^\s*external\s*$/i.test(all.get('TargetMode') ?? '')
    return isExternal && !CLICKED.test(all.get('Type') ?? '')
  })
}

/** Unpacks an entry, whose size the library checks while it is read. */
async function readEntry(zip: ZipFile, entry: Entry, isKept: boolean, signal: AbortSignal): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of await zip.openReadStreamPromise(entry)) {
    signal.throwIfAborted()
    if (isKept) pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

async function checkEntries(zip: ZipFile, isOffice: boolean, signal: AbortSignal): Promise<void> {
  if (zip.entryCount > MAX_PARTS) throw fileRefusal(`This file has more than ${MAX_PARTS} parts.`)
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) entries.push(entry)
  // Before anything is unpacked. What an entry says about its size is checked below.
  if (entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > MAX_UNPACKED) {
    throw fileRefusal(TOO_LARGE)
  }
  if (isOffice && entries.some(({ fileName }) => PROGRAM.test(fileName))) throw fileRefusal(MACROS)
  for (const entry of entries) {
    const isRelationships = isOffice && /\.rels$/i.test(entry.fileName)
    if (isRelationships && entry.uncompressedSize > MAX_RELATIONSHIPS) throw fileRefusal(TOO_LARGE)
    const bytes = await readEntry(zip, entry, isRelationships, signal)
    if (isRelationships && loadsFromElsewhere(bytes)) throw fileRefusal(LOADS)
  }
}

/**
 * @param isOffice also refuses macros, and parts that are loaded from elsewhere
 * @throws Refusal 406
 */
export async function checkZip(
  path: string,
  { isOffice, signal }: { isOffice: boolean; signal: AbortSignal },
): Promise<void> {
  const damaged = () => fileRefusal(DAMAGED)
  const zip = await openPromise(path, { autoClose: false }).catch(() => {
    throw damaged()
  })
  try {
    await checkEntries(zip, isOffice, signal)
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof Refusal ? error : damaged()
  } finally {
    zip.close()
  }
}
