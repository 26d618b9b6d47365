import { tooLargeFile, type UploadRule, uploadProblem } from '#contract/upload.ts'
import type { UploadedFile } from './handler.ts'
import { Refusal } from './refusal.ts'

/** How much is taken, and what is said of more. */
interface Limit {
  readonly bytes: number
  readonly message: string
}

const limitOfText = (bytes: number): Limit => ({
  bytes,
  message: `The request is too large: the limit is ${Math.floor(bytes / 1024)} kB.`,
})

// What was not read is not waited for.
const tooLarge = ({ message }: Limit) => new Refusal(413, message, { headers: { Connection: 'close' } })

/** PostgreSQL's text holds every character but this one. */
const NUL = '\u0000'

/** @throws Refusal 400 when the text holds what the database can't */
export function refuseNul(_key: string, value: unknown): unknown {
  if (typeof value === 'string' && value.includes(NUL)) throw new Refusal(400, 'Text can’t contain a null character.')
  return value
}

/** The body piece by piece, given up as soon as it is larger than allowed. */
async function* readPieces(request: Request, limit: Limit): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = request.body?.getReader()
  if (!reader) return
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    length += value.byteLength
    if (length > limit.bytes) {
      void reader.cancel().catch(() => {})
      throw tooLarge(limit)
    }
    yield value
  }
}

async function readText(request: Request, limit: Limit): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of readPieces(request, limit)) text += decoder.decode(piece, { stream: true })
  return text + decoder.decode()
}

const mediaType = (request: Request): string =>
  request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? ''

/**
 * The JSON of a request's body; an empty object where there is none.
 *
 * @param maxBytes the largest body taken, in bytes
 * @throws Refusal 400 for what is no JSON, 413 beyond the limit, 415 for another content type
 */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  const limit = limitOfText(maxBytes)
  const length = request.headers.get('content-length')
  if (length === '0' || (length === null && !request.headers.has('transfer-encoding'))) return {}
  if (length !== null && Number(length) > maxBytes) throw tooLarge(limit)
  if (mediaType(request) !== 'application/json')
    throw new Refusal(415, 'The request must be JSON (Content-Type: application/json).')
  // With a length given, Node itself reads no further; without, the chunks are counted.
  const text = length === null ? await readText(request, limit) : await request.text()
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text, text.includes('\\u0000') ? refuseNul : undefined)
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(400, 'The request is not valid JSON.')
  }
}

/** What the parts' heads and the other fields may take beside the file. */
const FORM_OVERHEAD = 64 * 1024

/** A file's name without the folders that some browsers send, and without what no name should hold. */
const plainName = (name: string): string => (name.split(/[\\/]/).at(-1) ?? '').replaceAll(/\p{Cc}/gu, '').slice(0, 255)

/**
 * The file of a form in parts, and its other fields as text.
 *
 * @throws Refusal 400 for what is no such form, for a missing or second file and for one of another kind, 413 beyond the
 *   limit as soon as that many bytes have come, 415 for another content type
 */
export async function readForm(
  request: Request,
  rule: UploadRule,
): Promise<{ fields: Record<string, string>; file: UploadedFile }> {
  const limit = { bytes: rule.maxBytes + FORM_OVERHEAD, message: tooLargeFile(rule) }
  if (mediaType(request) !== 'multipart/form-data') {
    throw new Refusal(415, 'The request must be a form with a file (Content-Type: multipart/form-data).')
  }
  if (Number(request.headers.get('content-length')) > limit.bytes) throw tooLarge(limit)
  const pieces: Uint8Array<ArrayBuffer>[] = []
  for await (const piece of readPieces(request, limit)) pieces.push(piece)
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  const form = await new Response(new Blob(pieces), { headers }).formData().catch(() => {
    throw new Refusal(400, 'The form could not be read.')
  })
  const fields: Record<string, string> = {}
  const files: File[] = []
  for (const [name, part] of form) {
    if (typeof part === 'string') fields[name] = String(refuseNul(name, part))
    else files.push(part)
  }
  const refuse = (message: string) => new Refusal(400, message, { errors: [{ path: rule.field, message }] })
  const [file] = files
  // A file input that nothing was chosen in sends an empty part.
  if (!file || (file.name === '' && file.size === 0)) throw refuse(rule.required)
  if (files.length > 1 || !form.has(rule.field))
    throw refuse(`Exactly one file is required, as the part ${rule.field}.`)
  const name = plainName(file.name)
  const problem = uploadProblem(rule, { name, size: file.size })
  if (problem !== undefined) throw refuse(problem)
  return { fields, file: { name, bytes: new Uint8Array(await file.arrayBuffer()) } }
}
