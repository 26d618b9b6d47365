/** Checks ZIP files, and the Office files that are such: their real size, and what they would run or load. */
import { isUtf8 } from 'node:buffer'
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl'
import { Refusal } from '#server/http/refusal.ts'
import { fileRefusal, LOADS, MACROS, OBJECTS } from './file-refusal.ts'
import { fieldProblem, spelledOut } from './word-fields.ts'

const MAX_PARTS = 10_000
/** In bytes, of all parts together. */
const MAX_UNPACKED = 1024 * 1024 * 1024
/** In bytes; the relationships of a part are far smaller. */
const MAX_RELATIONSHIPS = 4 * 1024 * 1024
/** In bytes, of a part that is looked into: the text of the longest books is a tenth of it. */
const MAX_KEPT = 64 * 1024 * 1024
/** How deep Office files may be within others: a chart in a letter holds its workbook. */
const MAX_DEPTH = 2

const DAMAGED = 'This file is damaged or protected by a password: it cannot be unpacked.'
const TOO_LARGE = 'This file is too large when unpacked (maximum 1 GB).'
const PROGRAM = /(^|\/)(vbaProject[^/]*\.bin|vbaData\.xml|activeX\/[^/]+|macrosheets\/[^/]+)$/i

/**
 * What a relationship's type ends with, whatever its part is called. Programs find macros and objects by these types and by
 * the parts' content types alone.
 */
const REFUSED_TYPES: readonly (readonly [RegExp, string])[] = [
  [/^(vbaProject|wordVbaData|xlMacrosheet|xlIntlMacrosheet|control|activeXControlBinary|attachedToolbars)$/i, MACROS],
  [/^(oleObject|aFChunk|frame)$/i, OBJECTS],
  [/^(externalLink|connections|queryTable|subDocument|webExtension|webExtensionTaskPanes|mailMergeSource)$/i, LOADS],
]
const REFUSED_CONTENT: readonly (readonly [RegExp, string])[] = [
  [/macroEnabled|macrosheet|vbaProject|vbaData|activeX|x-msdownload|javascript|vbscript/i, MACROS],
  [/oleObject|text\/html|xhtml|\brtf\b|message\/rfc822|multipart\/|mhtml/i, OBJECTS],
]

/** How an element starts, and all of it. */
const elementsOf = (names: string) => ({
  starts: new RegExp(`<(?:[\\w.-]+:)?(?:${names})[\\s/>]`, 'g'),
  whole: new RegExp(`<(?:[\\w.-]+:)?(${names})((?:\\s+[\\w:.-]+\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*)\\s*\\/?>`, 'g'),
})
const RELATIONSHIPS = elementsOf('Relationship')
const CONTENT_TYPES = elementsOf('Default|Override')
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
/** A link that a person may click loads nothing by itself. */
const CLICKED = /\/hyperlink$/i

interface Element {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
}

/** The elements of a part that says how others belong together; undefined if it is anything but plain XML. */
function readElements(bytes: Buffer, { starts, whole }: ReturnType<typeof elementsOf>): Element[] | undefined {
  if (!isUtf8(bytes) || bytes.includes(0)) return undefined
  const text = bytes.toString('utf8')
  if (text.includes('<!DOCTYPE')) return undefined
  const found = [...text.matchAll(whole)]
  if (found.length !== [...text.matchAll(starts)].length) return undefined
  return found.map(([, name = '', attributes = '']) => ({
    name,
    attributes: new Map(
      [...attributes.matchAll(ATTRIBUTE)].map(([, key = '', one, other]) => [key, spelledOut(one ?? other ?? '')]),
    ),
  }))
}

/** @throws Refusal 406 if a part runs something, or loads something from elsewhere */
function requireSafeRelationships(bytes: Buffer): void {
  const elements = readElements(bytes, RELATIONSHIPS)
  if (!elements) throw fileRefusal(LOADS)
  for (const { attributes } of elements) {
    const type = (attributes.get('Type') ?? '').trim().replace(/\/+$/, '')
    const last = type.slice(type.lastIndexOf('/') + 1)
    for (const [refused, message] of REFUSED_TYPES) if (refused.test(last)) throw fileRefusal(message)
    const isExternal = /^\s*external\s*$/i.test(attributes.get('TargetMode') ?? '')
    if (isExternal && !CLICKED.test(type)) throw fileRefusal(LOADS)
  }
}

const endingOf = (name: string) => name.slice(name.lastIndexOf('.') + 1).toLowerCase()

/**
 * @param names of all parts: a type may be stated for files that are not there
 * @returns whether it is a Word file
 * @throws Refusal 406 for a part that is a program or an object, whatever its name
 */
function requireSafeContent(bytes: Buffer, names: readonly string[]): boolean {
  const elements = readElements(bytes, CONTENT_TYPES)
  if (!elements) throw fileRefusal(DAMAGED)
  const endings = new Set(names.map(endingOf))
  for (const { name, attributes } of elements) {
    const isUsed = name === 'Override' || endings.has((attributes.get('Extension') ?? '').toLowerCase())
    const type = attributes.get('ContentType') ?? ''
    for (const [refused, message] of REFUSED_CONTENT) if (isUsed && refused.test(type)) throw fileRefusal(message)
  }
  return elements.some(({ attributes }) => /wordprocessingml|ms-word/i.test(attributes.get('ContentType') ?? ''))
}

const startsWith = (bytes: Buffer, hex: string) => bytes.subarray(0, hex.length / 2).toString('hex') === hex
const isOldOffice = (bytes: Buffer) => startsWith(bytes, 'd0cf11e0')
const isPackage = (bytes: Buffer) => startsWith(bytes, '504b0304') || startsWith(bytes, '504b0506')

/** Encodings in which every letter of ASCII is one byte, the same one. */
const PLAIN_ENCODING = /^(utf-?8|us-ascii|ascii|iso-8859-\d+|windows-125\d)$/i

/** Blanks and marks may come before it. */
const MAY_BE_XML = /^[\xef\xbb\xbf\xfe\xff\0\s]*(<|$)/

/** With two bytes for each letter: a mark says so, or a null character next to the first bracket. */
const WIDE = /^(?:\xff\xfe|\xfe\xff|[\0\s]*<\0|[\0\s]*\0<)/

/** XML as text, in which at least all letters of ASCII are right; undefined if it is no XML. */
function xmlOf(bytes: Buffer): string | undefined {
  const start = bytes.subarray(0, 64).toString('latin1')
  if (WIDE.test(start)) {
    const isLittle = start.startsWith('\xff') || (!start.startsWith('\xfe') && start.indexOf('<') % 2 === 0)
    return new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(bytes)
  }
  const text = bytes.toString('latin1').replace(/^\xef\xbb\xbf/, '')
  if (!/^\s*</.test(text)) return undefined
  const [, encoding] = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)["']/.exec(text.slice(0, 1000)) ?? []
  if (encoding !== undefined && !PLAIN_ENCODING.test(encoding)) throw fileRefusal(DAMAGED)
  return text
}

function requireSafeText(bytes: Buffer): void {
  const xml = xmlOf(bytes)
  if (xml === undefined) return
  if (xml.includes('<!DOCTYPE')) throw fileRefusal(DAMAGED)
  const problem = fieldProblem(xml)
  if (problem) throw fileRefusal(problem === 'starts' ? MACROS : LOADS)
}

/** What one file, with all that are in it, may still take. */
interface Budget {
  parts: number
  unpacked: number
  readonly signal: AbortSignal
}

/**
 * Unpacks an entry, whose size the library checks while it is read.
 *
 * @param isKept decides by the first bytes
 */
async function readEntry(
  zip: ZipFile,
  entry: Entry,
  isKept: (start: Buffer) => boolean,
  { signal }: Budget,
): Promise<Buffer> {
  const pieces: Buffer[] = []
  let isWanted: boolean | undefined
  for await (const piece of await zip.openReadStreamPromise(entry)) {
    signal.throwIfAborted()
    isWanted ??= isKept(piece)
    if (isWanted) pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

async function entriesOf(zip: ZipFile, budget: Budget): Promise<Entry[]> {
  budget.parts -= zip.entryCount
  if (budget.parts < 0) throw fileRefusal(`This file has more than ${MAX_PARTS} parts.`)
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) entries.push(entry)
  // Before anything is unpacked. The library checks what an entry says about its size.
  budget.unpacked -= entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (budget.unpacked < 0) throw fileRefusal(TOO_LARGE)
  return entries
}

async function checkZipEntries(zip: ZipFile, budget: Budget): Promise<void> {
  for (const entry of await entriesOf(zip, budget)) await readEntry(zip, entry, () => false, budget)
}

const isRelationships = ({ fileName }: Entry) => /\.rels$/i.test(fileName)
const isContentTypes = ({ fileName }: Entry) => /^\/?\[Content_Types\]\.xml$/i.test(fileName)

async function checkOfficePart(zip: ZipFile, entry: Entry, isWord: boolean, budget: Budget, depth: number) {
  const isText = (start: Buffer) => isWord && MAY_BE_XML.test(start.subarray(0, 64).toString('latin1'))
  const isKept = (start: Buffer) => {
    if (isOldOffice(start)) throw fileRefusal(OBJECTS)
    const isLookedInto = isPackage(start) || isText(start)
    if (isLookedInto && entry.uncompressedSize > MAX_KEPT) throw fileRefusal(TOO_LARGE)
    return isLookedInto
  }
  const bytes = await readEntry(zip, entry, isKept, budget)
  if (!isPackage(bytes)) return requireSafeText(bytes)
  if (depth === MAX_DEPTH) throw fileRefusal(OBJECTS)
  const inner = await fromBufferPromise(bytes)
  try {
    await checkOfficeEntries(inner, budget, depth + 1)
  } finally {
    inner.close()
  }
}

async function checkOfficeEntries(zip: ZipFile, budget: Budget, depth: number): Promise<void> {
  const entries = await entriesOf(zip, budget)
  const names = entries.map(({ fileName }) => fileName)
  if (names.some((name) => PROGRAM.test(name))) throw fileRefusal(MACROS)
  const describing = new Set(entries.filter((entry) => isRelationships(entry) || isContentTypes(entry)))
  if ([...describing].some(({ uncompressedSize }) => uncompressedSize > MAX_RELATIONSHIPS)) throw fileRefusal(TOO_LARGE)
  let isWord = false
  for (const entry of describing) {
    const bytes = await readEntry(zip, entry, () => true, budget)
    if (isRelationships(entry)) requireSafeRelationships(bytes)
    else isWord ||= requireSafeContent(bytes, names)
  }
  for (const entry of entries) {
    if (!describing.has(entry)) await checkOfficePart(zip, entry, isWord, budget, depth)
  }
}

/**
 * @param isOffice also refuses macros, embedded objects, and parts that are loaded from elsewhere
 * @throws Refusal 406; the signal's reason if it aborts
 */
export async function checkZip(
  path: string,
  { isOffice, signal }: { isOffice: boolean; signal: AbortSignal },
): Promise<void> {
  const damaged = () => fileRefusal(DAMAGED)
  const zip = await openPromise(path, { autoClose: false }).catch(() => {
    throw damaged()
  })
  const budget = { parts: MAX_PARTS, unpacked: MAX_UNPACKED, signal }
  try {
    await (isOffice ? checkOfficeEntries(zip, budget, 0) : checkZipEntries(zip, budget))
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof Refusal ? error : damaged()
  } finally {
    zip.close()
  }
}
