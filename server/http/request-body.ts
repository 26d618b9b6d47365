import { Refusal } from './refusal.ts'

const tooLarge = (limit: number) =>
  new Refusal(413, `The request is too large: at most ${Math.floor(limit / 1024)} kB are taken.`, {
    // What was not read is not waited for.
    headers: { Connection: 'close' },
  })

/** PostgreSQL's text holds every character but this one. */
const NUL = '\u0000'

/** @throws Refusal 400 when the text holds what the database can't */
export function refuseNul(_key: string, value: unknown): unknown {
  if (typeof value === 'string' && value.includes(NUL))
    throw new Refusal(400, 'Text with a null character is not taken.')
  return value
}

async function readText(request: Request, limit: number): Promise<string> {
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = request.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    length += value.byteLength
    if (length > limit) {
      void reader.cancel().catch(() => {})
      throw tooLarge(limit)
    }
    text += decoder.decode(value, { stream: true })
  }
}

/**
 * The JSON of a request's body; an empty object where there is none.
 *
 * @param limit the largest body taken, in bytes
 * @throws Refusal 400 for what is no JSON, 413 beyond the limit, 415 for another content type
 */
export async function readJson(request: Request, limit: number): Promise<unknown> {
  const length = request.headers.get('content-length')
  if (length === '0' || (length === null && !request.headers.has('transfer-encoding'))) return {}
  if (length !== null && Number(length) > limit) throw tooLarge(limit)
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (type !== 'application/json')
    throw new Refusal(415, 'The request has to be JSON (Content-Type: application/json).')
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
