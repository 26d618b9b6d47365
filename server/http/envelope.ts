import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { FieldError } from '#contract/endpoint.ts'
import { isDatabaseUnavailable, isDiskFull, isWorthRetrying, sqlStateOf } from '#server/db/errors.ts'
import { isErrno, MissingFile, StorageFull, StorageUnavailable } from '#server/storage/storage.ts'
import { Refusal } from './refusal.ts'
import { SaveFailed, saveFailedMessages } from './save-failed.ts'

const gzipAsync = promisify(gzip)

/** Below this many characters, compressing costs more than it saves. */
export const MIN_COMPRESSED_LENGTH = 2048

export interface Reply {
  readonly status: number
  readonly message: string
  readonly data: unknown
  readonly errors?: readonly FieldError[] | undefined
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * The envelope as an HTTP reply. Its status equals the statusCode, except 204, which is sent as 200 to have a body.
 *
 * @param base headers of every reply: passed in, since setting them on a finished reply costs more than everything else
 */
export async function envelopeResponse(
  reply: Reply,
  base: Readonly<Record<string, string>>,
  acceptEncoding: string | undefined,
): Promise<Response> {
  const { status, message, data, errors } = reply
  const text = JSON.stringify({ statusCode: status, message, data: data ?? null, ...(errors && { errors }) })
  const headers: Record<string, string> = {
    ...base,
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    Vary: 'Accept-Encoding',
    ...reply.headers,
  }
  const init = { status: status === 204 ? 200 : status, headers }
  if (text.length < MIN_COMPRESSED_LENGTH || !acceptEncoding?.includes('gzip')) return new Response(text, init)
  headers['Content-Encoding'] = 'gzip'
  return new Response(await gzipAsync(text, { level: constants.Z_BEST_SPEED }), init)
}

const STORE_UNAVAILABLE =
  'The place where documents are stored is not available at the moment. Nothing was saved; please try again in a minute.'
const MISSING_FILE = 'The file of this document is missing from the store. Please tell your administrator.'
const UNAVAILABLE = 'The database is not available at the moment. Please try again in a minute.'

/**
 * The caller's message for a failure, and whether we must look into it. For an unexpected failure it contains only the
 * request's id, which the log has too.
 */
export function replyToError(error: unknown, requestId: string): Reply & { readonly isOurs: boolean } {
  if (error instanceof Refusal) {
    const { status, message, data, errors, headers } = error
    return { status, message, data, errors, headers, isOurs: false }
  }
  if (isDatabaseUnavailable(error)) {
    return {
      status: 503,
      message: error instanceof SaveFailed ? saveFailedMessages[error.outcome] : UNAVAILABLE,
      data: null,
      headers: { 'Retry-After': '30' },
      isOurs: true,
    }
  }
  if (error instanceof StorageUnavailable) {
    return { status: 503, message: STORE_UNAVAILABLE, data: null, headers: { 'Retry-After': '30' }, isOurs: true }
  }
  if (error instanceof MissingFile) return { status: 500, message: MISSING_FILE, data: null, isOurs: true }
  if (isDiskFull(error) || error instanceof StorageFull || isErrno(error, 'ENOSPC', 'EDQUOT')) {
    return {
      status: 507,
      message: "The server's disk is full. Nothing was saved; please tell your administrator.",
      data: null,
      isOurs: true,
    }
  }
  if (isWorthRetrying(error)) {
    return { status: 409, message: 'Someone else changed the same data. Please try again.', data: null, isOurs: true }
  }
  // Class 22: a value that passes the schemas but does not fit the database's types.
  if (sqlStateOf(error)?.startsWith('22')) {
    return { status: 400, message: 'A value is out of range.', data: null, isOurs: true }
  }
  return {
    status: 500,
    message: `Something went wrong. Please try again; if it happens again, tell us this number: ${requestId}`,
    data: null,
    isOurs: true,
  }
}
