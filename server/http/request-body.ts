import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import { tooLargeFile, type UploadRule, uploadProblem } from '#contract/upload.ts'
import { isErrno } from '#server/storage/storage.ts'
import type { SpooledFile, UploadedFile } from './handler.ts'
import { Refusal } from './refusal.ts'
import { HeldFile, holdFile, removeSpooled, type Spool, type Spooled, skipFile, spoolFile } from './spool.ts'

/** The maximum size, and the refusal beyond it. */
interface Limit {
  readonly bytes: number
  readonly message: string
}

const limitOfText = (bytes: number): Limit => ({
  bytes,
  message: `The request is too large (maximum ${Math.floor(bytes / 1024)} kB).`,
})

const tooLarge = ({ message }: Limit) => new Refusal(413, message)

/** How long a body may take, in milliseconds. */
export interface BodyWaits {
  /** Without a byte that arrives, or a byte that is taken in. */
  readonly stall: number
  /** Time for the whole body, in addition to what its limit takes at the least speed. */
  readonly total: number
}

export const BODY_WAITS: BodyWaits = { stall: 30_000, total: 60_000 }

/** In bytes per millisecond: 0.4 Mbit/s, slower than any connection that people work on. */
const LEAST_SPEED = 50

const tooSlow = () => new Refusal(408, 'The request took too long to arrive. Please try again.')

/** Fails as soon as a body stalls or is too slow; `arrived` starts the wait for the next bytes. */
class BodyDeadline {
  readonly #abort = new AbortController()
  readonly #stall: NodeJS.Timeout
  readonly #total: NodeJS.Timeout

  constructor({ stall, total }: BodyWaits, { bytes }: Limit) {
    const end = () => this.#abort.abort(tooSlow())
    this.#stall = setTimeout(end, stall)
    this.#total = setTimeout(end, total + bytes / LEAST_SPEED)
  }

  arrived(): void {
    this.#stall.refresh()
  }

  /** @throws Refusal 408 */
  async holdTo<Result>(read: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const { signal } = this.#abort
    const isOver = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    })
    try {
      return await Promise.race([read(signal), isOver])
    } finally {
      clearTimeout(this.#stall)
      clearTimeout(this.#total)
    }
  }
}

/** The only character that PostgreSQL's text can't hold. */
const NUL = '\u0000'

/** @throws Refusal 400 if the text contains what the database can't store */
export function refuseNul(_key: string, value: unknown): unknown {
  if (typeof value === 'string' && value.includes(NUL)) throw new Refusal(400, 'Text cannot contain a null character.')
  return value
}

/** The body in chunks, until it is too large. The connection reads and drops the rest (listen.ts). */
async function* readPieces(
  request: Request,
  limit: Limit,
  deadline: BodyDeadline,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = request.body?.getReader()
  if (!reader) return
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    deadline.arrived()
    length += value.byteLength
    if (length > limit.bytes) throw tooLarge(limit)
    yield value
  }
}

async function readText(request: Request, limit: Limit, deadline: BodyDeadline): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of readPieces(request, limit, deadline)) text += decoder.decode(piece, { stream: true })
  return text + decoder.decode()
}

const mediaType = (request: Request): string =>
  request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? ''

/**
 * The JSON of a request's body; an empty object without a body.
 *
 * @param maxBytes the maximum size in bytes
 * @throws Refusal 400 for invalid JSON, 408 if it arrives too slowly, 413 beyond the limit, 415 for another content type
 */
export async function readJson(request: Request, maxBytes: number, waits: BodyWaits): Promise<unknown> {
  const limit = limitOfText(maxBytes)
  const length = request.headers.get('content-length')
  if (length === '0' || (length === null && !request.headers.has('transfer-encoding'))) return {}
  if (length !== null && Number(length) > maxBytes) throw tooLarge(limit)
  if (mediaType(request) !== 'application/json')
    throw new Refusal(415, 'The request must be JSON (Content-Type: application/json).')
  // With a declared length, Node itself reads no further; without one, the chunks are counted.
  const deadline = new BodyDeadline(waits, limit)
  const text = await deadline.holdTo(() => (length === null ? readText(request, limit, deadline) : request.text()))
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text, text.includes('\\u0000') ? refuseNul : undefined)
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(400, 'The request is not valid JSON.')
  }
}

/** Allowance for the parts' headers and the other fields. */
const FORM_OVERHEAD = 64 * 1024
const MAX_FIELDS = 50

/** More than any file system allows, in UTF-16 units. */
const MAX_NAME = 1000

/** A file's name without the folders that some browsers send, and without control characters. */
const plainName = (name: string): string =>
  (name.split(/[\\/]/).at(-1) ?? '').replaceAll(/\p{Cc}/gu, '').slice(0, MAX_NAME)

/** Browsers escape these three characters in a file's name, and no others (HTML, "multipart form data"). */
const unescaped = (name: string): string => name.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n')

type Content = HeldFile | Spooled

const remove = async (content: Content): Promise<void> => {
  if (!(content instanceof HeldFile)) await removeSpooled(content)
}

interface TakenFile {
  readonly field: string
  readonly name: string
  readonly content: Promise<Content>
}

const unreadable = () => new Refusal(400, 'The form could not be read.')

/** Only what RFC 2046 allows: the parser never comes to an end with an empty boundary. */
const FORM_TYPE = /^multipart\/form-data(?<parameters>(?:\s*;\s*[\w-]+=(?:"[^"\\]*"|[^\s;"\\]+))*)\s*;?\s*$/i
const BOUNDARIES = /;\s*boundary=(?:"([^"]*)"|([^\s;]*))/gi
const BOUNDARY = /^[\w'()+,\-./:=? ]{0,69}[\w'()+,\-./:=?]$/

/** @throws Refusal 400 unless a form's parts can be told apart */
function requireBoundary(contentType: string): void {
  const { parameters } = FORM_TYPE.exec(contentType)?.groups ?? {}
  const boundaries = [...(parameters ?? '').matchAll(BOUNDARIES)].map(([, quoted, plain]) => quoted ?? plain)
  const [boundary] = boundaries
  if (boundaries.length !== 1 || boundary === undefined || !BOUNDARY.test(boundary)) throw unreadable()
}

/**
 * Parses a multipart form while it arrives.
 *
 * @param take reads a file's bytes to their end
 * @throws Refusal of `secondFile` if there are more files than a request can have by mistake
 */
async function parseForm(
  request: Request,
  { limit, deadline, signal }: { limit: Limit; deadline: BodyDeadline; signal: AbortSignal },
  secondFile: Refusal,
  take: (stream: Readable, name: string) => Promise<Content>,
) {
  const fields: Record<string, string> = {}
  const files: TakenFile[] = []
  const streams: Readable[] = []
  const drop = (cause: unknown) => {
    for (const stream of streams) stream.destroy(new Error('The rest of the form did not arrive', { cause }))
  }
  let refused: unknown
  const contentType = request.headers.get('content-type') ?? ''
  requireBoundary(contentType)
  const headers = { 'content-type': contentType }
  try {
    const form = new Busboy({
      headers,
      preservePath: true,
      limits: { fieldSize: FORM_OVERHEAD, fieldNameSize: 200, fields: MAX_FIELDS, files: 2, parts: MAX_FIELDS + 2 },
    })
    // The rest is not worth reading.
    form.on('filesLimit', () => form.destroy(secondFile))
    for (const event of ['fieldsLimit', 'partsLimit'] as const) form.on(event, () => form.destroy(unreadable()))
    let fieldBytes = 0
    form.on('field', (name, value, _isNameCut, isValueCut) => {
      try {
        fieldBytes += value.length
        if (isValueCut || fieldBytes > FORM_OVERHEAD) throw unreadable()
        fields[name] = String(refuseNul(name, value))
      } catch (error) {
        refused ??= error
      }
    })
    form.on('file', (field, stream, fileName) => {
      // It may fail before anyone reads it, and an error that nobody hears ends the server.
      stream.on('error', () => {})
      const name = plainName(unescaped(fileName ?? ''))
      const content = take(stream, name)
      // Its reader has stopped, so nothing more would arrive.
      content.catch((error) => form.destroy(error))
      streams.push(stream)
      files.push({ field, name, content })
    })
    signal.addEventListener('abort', () => drop(signal.reason))
    await pipeline(Readable.from(readPieces(request, limit, deadline)), form, { signal })
    await Promise.all(files.map(({ content }) => content))
    signal.throwIfAborted()
  } catch (error) {
    drop(error)
    const taken = await Promise.allSettled(files.map(({ content }) => content))
    await Promise.all(taken.map((one) => (one.status === 'fulfilled' ? remove(one.value) : undefined)))
    throw error instanceof Refusal || isErrno(error, 'ENOSPC', 'EDQUOT') ? error : unreadable()
  }
  return { fields, files, refused }
}

/**
 * The file of a multipart form, and its other fields as text. The file of a spooled rule is a temporary one, which the
 * caller removes.
 *
 * @throws Refusal 400 for an invalid form, a missing or second file or another file type, 408 if it arrives too slowly,
 *   413 beyond the limit as soon as that many bytes have arrived, 415 for another content type
 */
export async function readForm(
  request: Request,
  stated: UploadRule,
  spool: Spool,
  waits: BodyWaits,
): Promise<{ fields: Record<string, string>; file: UploadedFile | SpooledFile }> {
  const rule = stated.isSpooled ? { ...stated, maxBytes: Math.min(stated.maxBytes, spool.maxBytes) } : stated
  const limit = { bytes: rule.maxBytes + FORM_OVERHEAD, message: tooLargeFile(rule) }
  if (mediaType(request) !== 'multipart/form-data') {
    throw new Refusal(415, 'The request must be a form with a file (Content-Type: multipart/form-data).')
  }
  if (Number(request.headers.get('content-length')) > limit.bytes) throw tooLarge(limit)
  const isWanted = (name: string) => uploadProblem(rule, { name, size: 1 }) === undefined
  const refuse = (message: string) => new Refusal(400, message, { errors: [{ path: rule.field, message }] })
  const secondFile = refuse(`Exactly one file is required, as the part ${rule.field}.`)
  const take = (stream: Readable, name: string) =>
    !rule.isSpooled ? holdFile(stream) : isWanted(name) ? spoolFile(stream, spool.folder) : skipFile(stream)
  const deadline = new BodyDeadline(waits, limit)
  const { fields, files, refused } = await deadline.holdTo((signal) =>
    parseForm(request, { limit, deadline, signal }, secondFile, take),
  )
  const contents = await Promise.all(files.map(({ content }) => content))
  const [only] = files
  const [content] = contents
  try {
    if (refused !== undefined) throw refused
    // A file input without a selection sends an empty part.
    if (!only || !content || (only.name === '' && content.size === 0)) throw refuse(rule.required)
    if (files.length > 1 || only.field !== rule.field) throw secondFile
    const { name } = only
    const problem = uploadProblem(rule, { name, size: content.size })
    if (problem !== undefined) throw refuse(problem)
    return { fields, file: content instanceof HeldFile ? { name, bytes: content.bytes } : { name, ...content } }
  } catch (error) {
    await Promise.all(contents.map(remove))
    throw error
  }
}
