/** Checks what is in an uploaded file: that its type is the one of its name, and that it is safe to store. */

import { createReadStream } from 'node:fs'
import { fileTypeFromFile } from 'file-type'
import { WORD_FILE, WORKBOOK } from '#domain/media-types.ts'
import { CANCELED, fileRefusal, LOADS, MACROS, OBJECTS } from './file-refusal.ts'
import { isActivePdf } from './pdf-scripts.ts'
import { checkImage } from './shown-image.ts'
import { checkZip } from './zip-check.ts'

export interface FileKind {
  readonly mediaType: string
  /** Whether the portal may show it. */
  readonly canBeShown: boolean
}

const DOWNLOADED = { canBeShown: false } as const

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** The container of .doc and .xls files has its parts' names in UTF-16. */
const inUtf16 = (text: string) => new RegExp([...text].map((letter) => `${escaped(letter)}\\0`).join(''))
const MACRO_PARTS = ['_VBA_PROJECT', 'VBA_PROJECT_CUR', 'Macros\0'].map(inUtf16)
/** Objects of other programs, in a text and in a workbook. */
const OBJECT_PARTS = [inUtf16('ObjectPool'), /M\0B\0D\0(?:[0-9A-F]\0){8}/]

/** The instruction of a field, whose text has one byte or two for each letter. */
const fieldsOf = (...keywords: string[]) =>
  new RegExp(`\\x13\\0?(?: \\0?)*(?:${keywords.map((keyword) => [...keyword].join('\\0?')).join('|')})\\0? `, 'i')
const STARTING = fieldsOf('DDE', 'DDEAUTO', 'HTMLACTIVEX')
const LOADING = fieldsOf('INCLUDE', 'INCLUDEPICTURE', 'INCLUDETEXT', 'IMPORT', 'LINK', 'DATABASE')

/** Every PDF has objects, and says in plain text where each ends. */
const END_OF_OBJECT = /endobj/

/** Longer than anything that is searched for. */
const OVERLAP = 256

/** Which of some sequences of bytes are in the file. */
async function findBytes(path: string, wanted: readonly RegExp[], signal: AbortSignal): Promise<Set<RegExp>> {
  const found = new Set<RegExp>()
  let tail = ''
  for await (const piece of createReadStream(path, { highWaterMark: 1024 * 1024, signal })) {
    const window = tail + Buffer.from(piece).toString('latin1')
    for (const bytes of wanted) if (!found.has(bytes) && bytes.test(window)) found.add(bytes)
    tail = window.slice(-OVERLAP)
  }
  return found
}

async function checkOldOffice(path: string, parts: readonly string[], signal: AbortSignal): Promise<boolean> {
  const own = parts.map(inUtf16)
  const found = await findBytes(path, [...own, ...MACRO_PARTS, ...OBJECT_PARTS, STARTING, LOADING], signal)
  if ([...MACRO_PARTS, STARTING].some((part) => found.has(part))) throw fileRefusal(MACROS)
  if (OBJECT_PARTS.some((part) => found.has(part))) throw fileRefusal(OBJECTS)
  if (found.has(LOADING)) throw fileRefusal(LOADS)
  return own.some((part) => found.has(part))
}

/** Text in any encoding without null characters. */
async function isText(path: string, signal: AbortSignal): Promise<boolean> {
  for await (const piece of createReadStream(path, { signal })) if (Buffer.from(piece).includes(0)) return false
  return true
}

const isZip = (type: string | undefined) => type === 'application/zip' || type?.startsWith('application/vnd.') === true

type Check = (path: string, type: string | undefined, signal: AbortSignal) => Promise<FileKind | undefined>

/** By extension: whether the content is of the type, and what follows from it; undefined if it is not. */
const CHECKS: Record<string, Check> = {
  // Its type is recognized by the first letters alone.
  '.pdf': async (path, type, signal) =>
    type === 'application/pdf' && (await findBytes(path, [END_OF_OBJECT], signal)).size > 0
      ? { mediaType: type, canBeShown: !(await isActivePdf(path, signal)) }
      : undefined,
  '.docx': async (path, type, signal) => {
    if (type !== WORD_FILE) return undefined
    await checkZip(path, { isOffice: true, signal })
    return { mediaType: type, ...DOWNLOADED }
  },
  '.xlsx': async (path, type, signal) => {
    if (type !== WORKBOOK) return undefined
    await checkZip(path, { isOffice: true, signal })
    return { mediaType: type, ...DOWNLOADED }
  },
  '.doc': async (path, type, signal) =>
    type === 'application/x-cfb' && (await checkOldOffice(path, ['WordDocument'], signal))
      ? { mediaType: 'application/msword', ...DOWNLOADED }
      : undefined,
  '.xls': async (path, type, signal) =>
    type === 'application/x-cfb' && (await checkOldOffice(path, ['Workbook', 'Book'], signal))
      ? { mediaType: 'application/vnd.ms-excel', ...DOWNLOADED }
      : undefined,
  // Some types are recognized by two letters, which a text may begin with.
  '.csv': async (path, _, signal) =>
    (await isText(path, signal)) ? { mediaType: 'text/csv', ...DOWNLOADED } : undefined,
  '.zip': async (path, type, signal) => {
    if (!isZip(type)) return undefined
    await checkZip(path, { isOffice: false, signal })
    return { mediaType: 'application/zip', ...DOWNLOADED }
  },
}

const IMAGES: Record<string, string> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
}

/** In milliseconds; the largest files take a few seconds. */
const TIME_LIMIT = 30_000

async function kindOf(path: string, name: string, signal: AbortSignal): Promise<FileKind> {
  const ending = name.slice(name.lastIndexOf('.')).toLowerCase()
  const type = (await fileTypeFromFile(path))?.mime
  const image = IMAGES[ending]
  if (image !== undefined && type === image) {
    await checkImage(path, signal)
    return { mediaType: image, canBeShown: true }
  }
  const kind = await CHECKS[ending]?.(path, type, signal)
  if (!kind) throw fileRefusal(`This is not a ${ending} file, whatever its name says.`)
  return kind
}

/**
 * @param name of the file, whose extension the contract allows
 * @param sender aborts when the client that sent the file disconnects
 * @throws Refusal 406 with what is wrong
 */
export async function checkFile(path: string, name: string, sender?: AbortSignal): Promise<FileKind> {
  const time = AbortSignal.timeout(TIME_LIMIT)
  try {
    return await kindOf(path, name, sender ? AbortSignal.any([sender, time]) : time)
  } catch (error) {
    if (sender?.aborted) throw fileRefusal(CANCELED)
    if (time.aborted) throw fileRefusal('This file takes too long to check. Make it smaller and retry.')
    throw error
  }
}
