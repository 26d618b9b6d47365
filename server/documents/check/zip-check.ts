/** Checks ZIP files, and the Office files that are such: their real size, and what they would run or load. */
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
const EXTERNAL = /<[\w:]*Relationship\b[^>]*\bTargetMode\s*=\s*["']External["'][^>]*>/gi
/** A link that a person may click loads nothing by itself. */
const CLICKED = /\bType\s*=\s*["'][^"']*\/(hyperlink|attachedToolbars)["']/i

/** Unpacks an entry, whose size the library checks while it is read. */
async function readEntry(zip: ZipFile, entry: Entry, isKept: boolean): Promise<string> {
  let text = ''
  for await (const piece of await zip.openReadStreamPromise(entry)) if (isKept) text += String(piece)
  return text
}

async function checkEntries(zip: ZipFile, isOffice: boolean): Promise<void> {
  if (zip.entryCount > MAX_PARTS) throw fileRefusal(`This file has more than ${MAX_PARTS} parts.`)
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) entries.push(entry)
  // Before anything is unpacked. What an entry says about its size is checked below.
  if (entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > MAX_UNPACKED) {
    throw fileRefusal(TOO_LARGE)
  }
  if (isOffice && entries.some(({ fileName }) => PROGRAM.test(fileName))) throw fileRefusal(MACROS)
  for (const entry of entries) {
    const isRelationships = isOffice && entry.fileName.endsWith('.rels')
    if (isRelationships && entry.uncompressedSize > MAX_RELATIONSHIPS) throw fileRefusal(TOO_LARGE)
    const text = await readEntry(zip, entry, isRelationships)
    if ([...text.matchAll(EXTERNAL)].some(([relationship]) => !CLICKED.test(relationship))) throw fileRefusal(LOADS)
  }
}

/**
 * @param isOffice also refuses macros, and parts that are loaded from elsewhere
 * @throws Refusal 406
 */
export async function checkZip(path: string, { isOffice }: { isOffice: boolean }): Promise<void> {
  const damaged = () => fileRefusal(DAMAGED)
  const zip = await openPromise(path, { autoClose: false }).catch(() => {
    throw damaged()
  })
  try {
    await checkEntries(zip, isOffice)
  } catch (error) {
    throw error instanceof Refusal ? error : damaged()
  } finally {
    zip.close()
  }
}
