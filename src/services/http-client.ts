/**
 * The one way to the API. Everything about a call is derived from its endpoint in the contract: what is sent is parsed by
 * the request's schemas first, what comes back by the envelope's and the data's.
 */
import type { z } from 'zod'
import { type DataOf, type Endpoint, envelopeSchema, type RequestOf } from '#contract/endpoint.ts'
import { ApiError, isStatus, NetworkError, SessionEndedError } from '#contract/failures.ts'

/** What a renewal came to: a new token, no answer (the session stands), or an ended session. */
export type Renewal =
  | { readonly kind: 'renewed'; readonly token: string }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'ended' }

/** The session as the client needs it. */
export interface SessionPort {
  /** The current access token, if anyone is signed in. */
  readonly token: () => string | undefined
  /**
   * Called with a token that got a 401. Callers that come while a renewal is under way share it; a caller whose token is
   * no longer the current one gets the current one at once.
   */
  readonly renew: (rejected: string) => Promise<Renewal>
  /** A renewed token was answered with 401 as well: the session is over. */
  readonly refuse: () => void
}

export interface CallOptions {
  readonly signal?: AbortSignal
  /** Sent in place of the session's token; such a call is not renewed on 401. For the session's own calls. */
  readonly token?: string
  /** Sent beside `token`. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface HttpClient {
  /**
   * Calls an endpoint and gives its data.
   *
   * @throws ApiError for every `statusCode` but 200, for a request that its schema refuses (400, nothing is sent) and for
   *   a reply that can't be read (502)
   * @throws NetworkError when no whole answer came
   * @throws SessionEndedError when a 401 could not be mended
   * @throws the signal's reason when it is aborted
   */
  readonly call: <E extends Endpoint>(endpoint: E, request?: RequestOf<E>, options?: CallOptions) => Promise<DataOf<E>>
}

export interface HttpClientOptions {
  /** Scheme, host and port of the API's host; empty for the host that the page came from. */
  readonly base: string
  readonly session: SessionPort
  /** Told after every call whether an answer came, whatever it said. */
  readonly onAnswer?: (reached: boolean) => void
  /** Told of what no user is told in full: no answer, or one that could not be read (in its `cause`). */
  readonly log?: (what: string, error: Error) => void
}

/** Hosts differ in what they leave out: the body's `statusCode` rules, the HTTP status stands in for a missing one. */
const replySchema = envelopeSchema.extend({
  statusCode: envelopeSchema.shape.statusCode.optional(),
  message: envelopeSchema.shape.message.nullable(),
  Message: envelopeSchema.shape.Message.nullable(),
  data: envelopeSchema.shape.data.optional(),
  errors: envelopeSchema.shape.errors.catch(undefined),
})

const NO_ANSWER = 'No answer from the server'

const unreadable = (cause: unknown) =>
  Object.assign(new ApiError(502, "The server's answer could not be read. Please try again."), { cause })

const nameless = (status: number) => `The server answered with an error (${status}).`

const parseRequest = <S extends z.ZodType>(schema: S, value: unknown): z.output<S> => {
  const parsed = schema.safeParse(value ?? {})
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  throw new ApiError(400, errors[0]?.message ?? 'The request is not valid.', errors)
}

/** Lists are comma-joined; what is null or undefined is left out. */
const queryText = (query: unknown): string => {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== null && value !== undefined) search.set(key, String(value))
  }
  return search.size === 0 ? '' : `?${search}`
}

/** The URL, method and body of a call, parsed once and sent as often as needed. */
const buildRequest = <E extends Endpoint>(base: string, endpoint: E, request: RequestOf<E>) => {
  const params: Record<string, unknown> = { ...Object(parseRequest(endpoint.params, request.params)) }
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const body = parseRequest(endpoint.body, request.body)
  return {
    url: `${base}${path}${queryText(parseRequest(endpoint.query, request.query))}`,
    method: endpoint.method,
    ...(endpoint.method === 'GET' ? {} : { body: JSON.stringify(body) }),
  }
}

const readReply = async <E extends Endpoint>(endpoint: E, response: Response): Promise<DataOf<E>> => {
  const text = await response.text()
  let json: unknown
  try {
    json = text === '' ? {} : JSON.parse(text)
  } catch (cause) {
    throw response.ok ? unreadable(cause) : new ApiError(response.status, nameless(response.status))
  }
  const reply = replySchema.safeParse(json)
  if (!reply.success) throw unreadable(reply.error)
  const { statusCode = response.status, message, Message, errors, data } = reply.data
  if (statusCode !== 200) {
    throw new ApiError(statusCode, message ?? Message ?? nameless(statusCode), errors, data)
  }
  const parsed = endpoint.data.safeParse(data ?? null)
  if (!parsed.success) throw unreadable(parsed.error)
  return parsed.data as DataOf<E>
}

export const createHttpClient = ({ base, session, onAnswer, log }: HttpClientOptions): HttpClient => {
  const send = async <E extends Endpoint>(
    endpoint: E,
    { url, ...init }: ReturnType<typeof buildRequest>,
    token: string | undefined,
    { signal, headers }: CallOptions,
  ): Promise<DataOf<E>> => {
    try {
      const response = await fetch(url, {
        ...init,
        ...(signal && { signal }),
        headers: { ...headers, 'content-type': 'application/json', ...(token !== undefined && { token }) },
      })
      const data = await readReply(endpoint, response)
      onAnswer?.(true)
      return data
    } catch (error) {
      signal?.throwIfAborted()
      onAnswer?.(error instanceof ApiError)
      const failure = error instanceof ApiError ? error : new NetworkError(NO_ANSWER, { cause: error })
      if (failure.cause !== undefined) log?.(`${endpoint.method} ${endpoint.path}`, failure)
      throw failure
    }
  }

  return {
    call: async (endpoint, request = {}, options = {}) => {
      const { signal, token: ownToken } = options
      signal?.throwIfAborted()
      const prepared = buildRequest(base, endpoint, request)
      const token = ownToken ?? session.token()
      if (ownToken !== undefined || endpoint.access.kind === 'public') return send(endpoint, prepared, token, options)
      if (token === undefined) throw new SessionEndedError('Nobody is signed in')
      try {
        return await send(endpoint, prepared, token, options)
      } catch (error) {
        if (!isStatus(error, 401)) throw error
      }
      const renewal = await session.renew(token)
      signal?.throwIfAborted()
      if (renewal.kind === 'ended') throw new SessionEndedError('The session has ended')
      if (renewal.kind === 'unreachable') throw new NetworkError(NO_ANSWER)
      try {
        return await send(endpoint, prepared, renewal.token, options)
      } catch (error) {
        if (!isStatus(error, 401)) throw error
        session.refuse()
        throw new SessionEndedError('The session has ended', { cause: error })
      }
    },
  }
}
