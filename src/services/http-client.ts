/**
 * The only client of the API. Every call is derived from its endpoint in the contract: requests are parsed with the
 * endpoint's schemas before sending, replies with the envelope's and the data's.
 */
import { z } from 'zod'
import { ACCESS_VERSION, getRoleAccess } from '#contract/acl.ts'
import type { ApiClient, CallOptions, DownloadedFile } from '#contract/api-client.ts'
import {
  type DataOf,
  type Endpoint,
  envelopeSchema,
  ownProviderId,
  type RequestOf,
  writerId,
} from '#contract/endpoint.ts'
import { ApiError, isStatus, NetworkError, SessionEndedError } from '#contract/failures.ts'
import { CHANGE, UNATTENDED } from '#contract/live-headers.ts'
import { addFactorFirstSchema, confirmFirstSchema } from '#contract/proof-needs.ts'
import { IDEMPOTENCY_KEY, isOutcomeUnknown, isWrite } from '#contract/writes.ts'
import { createWriteKeys, type SentWrite } from './write-keys.ts'

/** The result of a refresh: a new token, no response (the session is kept), or an ended session. */
export type Renewal =
  | { readonly kind: 'renewed'; readonly token: string }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'ended' }

/** The client's view of the session. */
export interface SessionPort {
  /** The current access token, if signed in. */
  readonly token: () => string | undefined
  /** The signed-in user's id. */
  readonly userId: () => number | undefined
  /** The provider that the signed-in user is, if any. */
  readonly providerId: () => number | undefined
  /**
   * Called with a token that got a 401. Concurrent callers share one refresh; a caller whose token is already outdated
   * gets the current one at once.
   *
   * @param isUnattended the page called by itself: refreshing doesn't keep the session from ending
   */
  readonly renew: (rejected: string, isUnattended: boolean) => Promise<Renewal>
  /** A refreshed token got a 401, too: the session is over. */
  readonly refuse: () => void
  /** A reply named the version that the user's access list has now. */
  readonly noteAccess: (version: string) => void
  /** The user's role needs a second factor and they have none: they can only add one. */
  readonly requireFactor: () => void
  /** Resolves once the access list is up to date, as far as is known. */
  readonly accessSettled: () => Promise<void>
}

/** Has the user prove who they are. @returns whether they did */
export type ProveIdentity = (signal: AbortSignal | undefined) => Promise<boolean>

export interface HttpClientOptions {
  /** The API's origin; empty for the page's own. */
  readonly base: string
  readonly session: SessionPort
  /** Called when a call needs a fresh proof; it is sent again after one. */
  readonly proveIdentity: ProveIdentity
  /**
   * Called after every call with whether any response arrived.
   *
   * @param startedAt when the call was sent, as `performance.now()` gives it
   */
  readonly onAnswer?: (reached: boolean, startedAt: number) => void
  /** Called after every call that the server accepted as use of the session: it keeps the session alive. */
  readonly onUse?: () => void
  /** Whether someone is using the page. Otherwise, its calls don't keep the session from ending; by default, they do. */
  readonly isInUse?: () => boolean
  /** Called with the transaction of a change that was stored, as events about it name it. */
  readonly onChange?: (change: string) => void
  /** Called for failures whose details users don't see: no response, or an unreadable one (in its `cause`). */
  readonly log?: (what: string, error: Error) => void
}

/** Hosts omit different parts: the body's `statusCode` wins, and the HTTP status replaces a missing one. */
const replySchema = envelopeSchema.extend({
  statusCode: envelopeSchema.shape.statusCode.optional(),
  message: envelopeSchema.shape.message.nullable(),
  Message: envelopeSchema.shape.Message.nullable(),
  data: envelopeSchema.shape.data.optional(),
  errors: envelopeSchema.shape.errors.catch(undefined),
})

const NO_ANSWER = 'No response from the server'

const unreadable = (cause: unknown) =>
  Object.assign(new ApiError(502, "The server's response could not be read. Please try again."), { cause })

const nameless = (status: number) => `The server answered with an error (${status}).`

const parseRequest = <S extends z.ZodType>(schema: S, value: unknown): z.output<S> => {
  const parsed = schema.safeParse(value ?? {})
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  throw new ApiError(400, errors[0]?.message ?? 'The request is invalid.', errors)
}

/** Lists are comma-joined; null and undefined are left out. */
const queryText = (query: unknown): string => {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== null && value !== undefined) search.set(key, String(value))
  }
  return search.size === 0 ? '' : `?${search}`
}

/** The multipart form of an upload; the browser sets the content type with its boundary. */
const formOf = (field: string, fields: unknown, file: File | undefined): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields ?? {})) {
    if (value !== null && value !== undefined) form.append(name, String(value))
  }
  if (file) form.append(field, file, file.name)
  return form
}

type SignedIn = Pick<SessionPort, 'userId' | 'providerId'>

/** Adds the user's and the provider's id under the endpoint's field names. */
const signedBody = (schema: z.ZodType, body: unknown, session: SignedIn): unknown => {
  // What the spec's body becomes, if it has other names than the record.
  if (schema instanceof z.ZodPipe && schema.in instanceof z.ZodType) return signedBody(schema.in, body, session)
  if (!(schema instanceof z.ZodObject)) return body
  const fill = (field: z.ZodType, value: number | undefined) =>
    Object.keys(schema.shape).flatMap((name) => (schema.shape[name] === field ? [[name, value]] : []))
  const filled = [...fill(writerId, session.userId()), ...fill(ownProviderId, session.providerId())]
  return { ...Object.fromEntries(filled), ...Object(body) }
}

/** The URL, method and body of a call, parsed once, so that it can be retried. */
const buildRequest = <E extends Endpoint>(
  base: string,
  endpoint: E,
  request: RequestOf<E>,
  session: SignedIn,
): SentWrite => {
  const { method, upload } = endpoint
  const params: Record<string, unknown> = { ...Object(parseRequest(endpoint.params, request.params)) }
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const body = parseRequest(endpoint.body, signedBody(endpoint.body, request.body, session))
  const url = `${base}${path}${queryText(parseRequest(endpoint.query, request.query))}`
  if (method === 'GET') return { url, method }
  return { url, method, body: upload ? formOf(upload.field, body, request.file) : JSON.stringify(body) }
}

const headersOf = (request: XMLHttpRequest): Headers => {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const end = line.indexOf(':')
    if (end > 0) headers.append(line.slice(0, end), line.slice(end + 1))
  }
  return headers
}

/** A replacement for `fetch`, which doesn't report upload progress. */
const sendWatched = (
  { url, method, body }: SentWrite,
  headers: Readonly<Record<string, string>>,
  onProgress: (part: number) => void,
  signal: AbortSignal | undefined,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () =>
      resolve(new Response(request.responseText, { status: request.status, headers: headersOf(request) }))
    request.onerror = () => reject(new TypeError('No response'))
    request.onabort = () => reject(signal?.reason)
    request.onloadend = () => signal?.removeEventListener('abort', abort)
    signal?.addEventListener('abort', abort)
    request.send(body)
  })

/** The envelope of a reply with any status. */
const readEnvelope = async (response: Response) => {
  const text = await response.text()
  let json: unknown
  try {
    json = text === '' ? {} : JSON.parse(text)
  } catch (cause) {
    throw response.ok ? unreadable(cause) : new ApiError(response.status, nameless(response.status))
  }
  const reply = replySchema.safeParse(json)
  if (!reply.success) throw unreadable(reply.error)
  const { statusCode = response.status, message, Message, ...rest } = reply.data
  return { statusCode, message: message ?? Message ?? (statusCode < 300 ? '' : nameless(statusCode)), ...rest }
}

const readReply = async <E extends Endpoint>(
  endpoint: E,
  response: Response,
  onMessage: CallOptions['onMessage'],
): Promise<DataOf<E>> => {
  const { statusCode, message, errors, data } = await readEnvelope(response)
  if (statusCode !== (endpoint.success ?? 200)) throw new ApiError(statusCode, message, errors, data)
  const parsed = endpoint.data.safeParse(data ?? null)
  if (!parsed.success) throw unreadable(parsed.error)
  onMessage?.(message)
  return parsed.data as DataOf<E>
}

/** The spec's wording (spec 3, section 8). */
export const NO_FILE = 'Please try again getting some error.'

/** Decodes percent-encoded UTF-8; empty if it is invalid. */
const decodedText = (encoded: string): string => {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return ''
  }
}

/** The file name from Content-Disposition (RFC 6266). */
const fileNameOf = (response: Response): string => {
  const header = response.headers.get('content-disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1]
  return decodedText(encoded ?? '') || /filename="([^"]+)"/i.exec(header)?.[1] || 'download'
}

/** JSON instead of a file is a failure: shows why the request was rejected, or else a generic message. */
const readFile = async (response: Response): Promise<DownloadedFile> => {
  if (!response.ok || response.headers.get('content-type')?.startsWith('application/json')) {
    const { statusCode, message, errors, data } = await readEnvelope(response)
    const isRefused = statusCode >= 400 && statusCode < 500
    throw new ApiError(statusCode === 200 ? 502 : statusCode, isRefused ? message : NO_FILE, errors, data)
  }
  const content = await response.blob()
  if (content.size === 0) throw new ApiError(502, NO_FILE)
  return { name: fileNameOf(response), content }
}

const readStream = async (response: Response): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> => {
  if (response.ok && response.body && response.headers.get('content-type')?.startsWith('text/event-stream')) {
    return response.body
  }
  const { statusCode, message, errors, data } = await readEnvelope(response)
  throw new ApiError(statusCode === 200 ? 502 : statusCode, message, errors, data)
}

/** Returns a reply's data, or throws its failure. */
type ReadAnswer<Answer> = (response: Response) => Promise<Answer>

const needsFactor = (error: unknown): boolean =>
  isStatus(error, 403) && addFactorFirstSchema.safeParse(error.data).success

const needsProof = (error: unknown): boolean => isStatus(error, 403) && confirmFirstSchema.safeParse(error.data).success

export const createHttpClient = ({
  base,
  session,
  proveIdentity,
  onAnswer,
  onUse,
  isInUse = () => true,
  onChange,
  log,
}: HttpClientOptions): ApiClient => {
  const keys = createWriteKeys()
  const send = async <Answer>(
    endpoint: Endpoint,
    read: ReadAnswer<Answer>,
    prepared: SentWrite,
    token: string | undefined,
    { signal, headers: more, onProgress, isUnattended, isAhead }: CallOptions,
  ): Promise<Answer> => {
    const { url, ...init } = prepared
    const headers = {
      ...more,
      ...(!endpoint.upload && { 'content-type': 'application/json' }),
      ...(token !== undefined && { token }),
      ...(isUnattended && { [UNATTENDED]: 'true' }),
    }
    const startedAt = performance.now()
    try {
      const response = onProgress
        ? await sendWatched(prepared, headers, onProgress, signal)
        : await fetch(url, {
            ...init,
            ...(signal && { signal }),
            ...(isAhead && { priority: 'low' }),
            headers,
            credentials: 'include',
          })
      const version = response.headers.get(ACCESS_VERSION)
      if (version !== null && token === session.token()) session.noteAccess(version)
      const change = response.headers.get(CHANGE)
      if (change !== null) onChange?.(change)
      const answer = await read(response)
      onAnswer?.(true, startedAt)
      return answer
    } catch (error) {
      signal?.throwIfAborted()
      onAnswer?.(error instanceof ApiError, startedAt)
      const failure = error instanceof ApiError ? error : new NetworkError(NO_ANSWER, { cause: error })
      if (failure.cause !== undefined) log?.(`${endpoint.method} ${endpoint.path}`, failure)
      throw failure
    }
  }

  /** Sends the call as the signed-in user, and retries once if the token has expired. */
  const sendSignedIn = async <Answer>(
    endpoint: Endpoint,
    read: ReadAnswer<Answer>,
    prepared: SentWrite,
    options: CallOptions,
  ): Promise<Answer> => {
    const { signal, token: ownToken, isUnattended = false } = options
    const token = ownToken ?? session.token()
    const sendAs = async (as: string | undefined) => {
      try {
        const answer = await send(endpoint, read, prepared, as, options)
        if (as !== undefined && endpoint.access.kind !== 'public' && !isUnattended) onUse?.()
        return answer
      } catch (error) {
        if (needsFactor(error)) session.requireFactor()
        // If the page itself was taken away, it is gone before it could show an error.
        if (isStatus(error, 403) && endpoint.path !== getRoleAccess.path) await session.accessSettled()
        signal?.throwIfAborted()
        throw error
      }
    }
    if (ownToken !== undefined || endpoint.access.kind === 'public') return sendAs(token)
    if (token === undefined) throw new SessionEndedError('Nobody is signed in')
    try {
      return await sendAs(token)
    } catch (error) {
      if (!isStatus(error, 401)) throw error
    }
    const renewal = await session.renew(token, isUnattended)
    signal?.throwIfAborted()
    if (renewal.kind === 'ended') throw new SessionEndedError('The session has ended')
    if (renewal.kind === 'unreachable') throw new NetworkError(NO_ANSWER)
    try {
      return await sendAs(renewal.token)
    } catch (error) {
      if (!isStatus(error, 401)) throw error
      session.refuse()
      throw new SessionEndedError('The session has ended', { cause: error })
    }
  }

  /** Sends the call, and once more if the server wants a proof first and the user gives it. */
  const sendProven: typeof sendSignedIn = async (endpoint, read, prepared, options) => {
    try {
      return await sendSignedIn(endpoint, read, prepared, options)
    } catch (error) {
      if (!needsProof(error)) throw error
      const isProven = await proveIdentity(options.signal)
      options.signal?.throwIfAborted()
      if (!isProven) throw error
    }
    return sendSignedIn(endpoint, read, prepared, options)
  }

  const ask = async <E extends Endpoint, Answer>(
    endpoint: E,
    read: ReadAnswer<Answer>,
    request: RequestOf<E>,
    given: CallOptions,
  ): Promise<Answer> => {
    given.signal?.throwIfAborted()
    const options = { ...given, isUnattended: given.isUnattended === true || !isInUse() }
    const prepared = buildRequest(base, endpoint, request, session)
    if (!isWrite(endpoint)) return sendProven(endpoint, read, prepared, options)
    const key = keys.keyOf(prepared)
    const headers = { ...options.headers, [IDEMPOTENCY_KEY]: key }
    try {
      const answer = await sendProven(endpoint, read, prepared, { ...options, headers })
      keys.stored(prepared)
      return answer
    } catch (error) {
      if (isOutcomeUnknown(error)) keys.remember(prepared, key)
      else keys.refused(prepared)
      throw error
    }
  }

  return {
    call: (endpoint, request = {}, options = {}) =>
      ask(endpoint, (response) => readReply(endpoint, response, options.onMessage), request, options),
    download: (endpoint, request = {}, options = {}) => ask(endpoint, readFile, request, options),
    stream: (endpoint, options = {}) => ask(endpoint, readStream, {}, options),
  }
}
