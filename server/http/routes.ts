import type { Context } from 'hono'
import { Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { serialize } from 'hono/utils/cookie'
import type { Logger } from 'pino'
import { z } from 'zod'
import { ACCESS_VERSION } from '#contract/acl.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { UNATTENDED } from '#contract/live-headers.ts'
import { addFactorFirst } from '#contract/proof-needs.ts'
import { IDEMPOTENCY_KEY, isWrite } from '#contract/writes.ts'
import { accessVersionOf } from '#domain/access-version.ts'
import type { PooledDb } from '#server/db/database.ts'
import { isDatabaseUnavailable } from '#server/db/errors.ts'
import { ADD_FACTOR_FIRST, admit, isOpenBeforeFactor, NO_ACCESS } from './access.ts'
import type { AppEnv } from './context.ts'
import { envelopeResponse, type Reply } from './envelope.ts'
import { streamResponse } from './event-stream.ts'
import { refuseFields } from './field-errors.ts'
import { fileResponse } from './file-reply.ts'
import {
  type Caller,
  type Contract,
  type ContractHandlers,
  type Cookie,
  Done,
  FileReply,
  type HandlerServices,
  OtherReply,
  type SpooledFile,
  StreamReply,
  type UploadedFile,
} from './handler.ts'
import { type KeyedWrite, readKey, runOnce } from './idempotency.ts'
import { Refusal } from './refusal.ts'
import { BODY_WAITS, type BodyWaits, readForm, readJson, refuseNul } from './request-body.ts'
import { SaveFailed } from './save-failed.ts'
import { removeSpooled, type Spool } from './spool.ts'

/**
 * The user of a token.
 *
 * @param isUnattended the page calls by itself: that doesn't count as use of the session
 * @throws Refusal 401 for a token that is forged, expired, or of a session that has ended
 */
export type Authenticate = (token: string, now: Date, isUnattended: boolean) => Promise<Caller>

export interface RouteOptions<Routes extends Contract> {
  readonly api: Routes
  readonly handlers: ContractHandlers<Routes>
  readonly log: Logger
  readonly services: HandlerServices
  readonly authenticate: Authenticate
  readonly clock: () => Date
  /** The maximum size of a body, in bytes. */
  readonly bodyLimit: number
  /** How long a body may take; `BODY_WAITS` by default. */
  readonly bodyWaits?: BodyWaits | undefined
  readonly spool: Spool
  /** Number of proxies in front of the server, each of which adds an address to X-Forwarded-For. */
  readonly proxies: number
  /** Scheme, host and port at which users reach the server; needed unless they are on the same machine. */
  readonly publicUrl?: string | undefined
  /** Validates every reply against the contract: for tests and development. */
  readonly checkReplies: boolean
}

/** The table is typed by name; the dispatcher loses that, so it parses with the schemas. */
type ErasedHandler = (context: object) => Promise<unknown>

/** `/api/x/{id}` as Hono writes it. */
const honoPath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1')

function parsePart(schema: z.ZodType, value: unknown, issues: z.core.$ZodIssue[]): unknown {
  const result = schema.safeParse(value)
  if (!result.success) issues.push(...result.error.issues)
  return result.data
}

/** The header value added by our outermost proxy, if there are any. */
const forwarded = (c: Context<AppEnv>, name: string, proxies: number): string | undefined =>
  (proxies > 0 ? c.req.header(`x-forwarded-${name}`)?.split(',').at(-proxies)?.trim() : undefined) || undefined

/** The client's address: the socket's, or what our outermost proxy saw. */
const addressOf = (c: Context<AppEnv>, proxies: number): string =>
  forwarded(c, 'for', proxies) ?? c.env.incoming.socket.remoteAddress ?? 'unknown'

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/

/**
 * Scheme, host and port of the addresses that users give to others. The request's headers don't decide: anyone can send
 * any. Only on your own machine, without a proxy, there is nothing to set.
 *
 * @throws Refusal 503 if it is not known
 */
function originOf(c: Context<AppEnv>, { proxies, publicUrl }: Pick<RouteOptions<Contract>, 'proxies' | 'publicUrl'>) {
  if (publicUrl !== undefined) return publicUrl
  const { host, origin } = new URL(c.req.url)
  if (proxies === 0 && LOOPBACK.test(host)) return origin
  throw new Refusal(503, 'This server does not know its public address. Its operator must set PUBLIC_URL.')
}

const versions = new WeakMap<Caller, string>()

/** The version of the caller's access list; hashed once for each time that the caller is read. */
function versionOf(caller: Caller): string {
  const known = versions.get(caller) ?? accessVersionOf(caller.screens)
  versions.set(caller, known)
  return known
}

async function callerOf(c: Context<AppEnv>, endpoint: Endpoint, now: Date, authenticate: Authenticate) {
  if (endpoint.access.kind === 'public') return null
  const token = c.req.header('token')
  if (!token) throw new Refusal(401, 'Please login to continue.')
  const caller = await authenticate(token, now, c.req.header(UNATTENDED) !== undefined)
  c.set('userId', caller.userId)
  // A refusal, too, tells the browser that its list is out of date.
  c.set('baseHeaders', { ...c.get('baseHeaders'), [ACCESS_VERSION]: versionOf(caller) })
  if (caller.mustAddFactor && !isOpenBeforeFactor(endpoint.access)) {
    throw new Refusal(403, ADD_FACTOR_FIRST, { data: addFactorFirst })
  }
  const admitted = admit([endpoint.access], caller)
  if (!admitted) throw new Refusal(403, NO_ACCESS)
  return admitted
}

/** The request's input other than its path. */
async function readSent(
  request: Request,
  { method, upload, ignoresBody }: Endpoint,
  { bodyLimit, spool, bodyWaits = BODY_WAITS }: Pick<RouteOptions<Contract>, 'bodyLimit' | 'spool' | 'bodyWaits'>,
) {
  if (upload) return await readForm(request, upload, spool, bodyWaits)
  const fields = method === 'GET' || ignoresBody ? {} : await readJson(request, bodyLimit, bodyWaits)
  return { fields, file: undefined }
}

/** Translated where the contract says so; validated only where replies are checked. */
function onTheWire(schema: z.ZodType, data: unknown): unknown {
  return schema instanceof z.ZodCodec ? schema.def.reverseTransform(data, { value: data, issues: [] }) : data
}

function replyOf(result: unknown, endpoint: Endpoint, checkReplies: boolean): Reply {
  if (result instanceof OtherReply) return result
  const isDone = result instanceof Done
  const given: unknown = isDone ? result.data : result
  const data = onTheWire(endpoint.data, given)
  if (checkReplies) {
    const checked = endpoint.data.safeParse(data)
    if (!checked.success) throw new Error(`The reply of ${endpoint.path} breaks the contract`, { cause: checked.error })
  }
  return { status: endpoint.success ?? 200, message: isDone ? result.message : '', data }
}

const isHttps = (c: Context<AppEnv>, { proxies, publicUrl }: Pick<RouteOptions<Contract>, 'proxies' | 'publicUrl'>) =>
  publicUrl?.startsWith('https:') ?? forwarded(c, 'proto', proxies) === 'https'

const cookieText = ({ name, value, path, maxAge, isLax = false }: Cookie, secure: boolean): string =>
  serialize(name, value, {
    path,
    httpOnly: true,
    sameSite: isLax ? 'Lax' : 'Strict',
    secure,
    ...(maxAge !== undefined && { maxAge }),
  })

function withCookies(response: Response, cookies: readonly string[]): Response {
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie)
  return response
}

const send = async (c: Context<AppEnv>, reply: Reply, cookies: readonly string[]): Promise<Response> =>
  withCookies(await envelopeResponse(reply, c.get('baseHeaders'), c.req.header('accept-encoding')), cookies)

/** Without a key, nobody knows whether the change was stored, and a repeat may store it twice. */
function orSaveFailed(error: unknown): never {
  throw isDatabaseUnavailable(error) ? new SaveFailed('unknown', error) : error
}

/** The key of a write, and what the write asks; undefined if the caller sent none. */
function keyedWrite(
  c: Context<AppEnv>,
  user: Caller | null,
  { fields, file }: { fields: unknown; file: UploadedFile | SpooledFile | undefined },
  now: Date,
): KeyedWrite | undefined {
  const key = readKey(c.req.header(IDEMPOTENCY_KEY))
  if (key === undefined) return undefined
  const { pathname, search } = new URL(c.req.url)
  const request = [
    c.req.method,
    `${pathname}${search}`,
    JSON.stringify(fields),
    ...(file ? [file.name, 'bytes' in file ? file.bytes : file.sha256] : []),
  ]
  return { userId: user?.userId ?? null, key, request, now }
}

/** A request whose parts have been parsed. */
interface Asked {
  readonly fields: unknown
  readonly file: UploadedFile | SpooledFile | undefined
  readonly params: unknown
  readonly query: unknown
  readonly user: Caller | null
  readonly now: Date
  /** What is wrong with its path and query. */
  readonly issues: z.core.$ZodIssue[]
}

const notAllowed = (method: string, allowed: readonly string[]): Refusal => {
  const headers = { Allow: allowed.join(', ') }
  return new Refusal(405, `${method} is not allowed here, only ${headers.Allow}.`, { headers })
}

/** Hono answers HEAD like GET and drops the body: a stream would stay open, and a user's file count as read. */
const answersHead = ({ access, contentType, events }: Endpoint): boolean =>
  access.kind === 'public' || (contentType === undefined && events === undefined)

/** Every endpoint of the contract at its path; other methods there get 405. */
export function contractRoutes<Routes extends Contract>(options: RouteOptions<Routes>): Hono<AppEnv> {
  const { api, handlers, services, authenticate, clock, proxies, checkReplies } = options
  const app = new Hono<AppEnv>()

  const answer = async (
    c: Context<AppEnv>,
    endpoint: Endpoint,
    handler: ErasedHandler,
    { fields, file, params, query, user, now, issues }: Asked,
  ): Promise<Response> => {
    const body = parsePart(endpoint.body, fields, issues)
    if (issues.length > 0) throw refuseFields(issues)
    const cookies: string[] = []
    const handle = (db: PooledDb) =>
      handler({
        ...services,
        db,
        params,
        query,
        body,
        file,
        user,
        now,
        header: (name: string) => c.req.header(name),
        address: addressOf(c, proxies),
        cookie: (name: string) => getCookie(c, name),
        setCookie: (cookie: Cookie) => cookies.push(cookieText(cookie, isHttps(c, options))),
        log: () => options.log.child({ requestId: c.get('requestId') }),
        left: () => c.req.raw.signal,
        origin: () => originOf(c, options),
      })
    if (isWrite(endpoint)) {
      const keyed = keyedWrite(c, user, { fields, file }, now)
      const run = async (db: PooledDb) => replyOf(await handle(db), endpoint, checkReplies)
      return send(c, await (keyed ? runOnce(services.db, keyed, run) : run(services.db).catch(orSaveFailed)), cookies)
    }
    const result = await handle(services.db)
    if (result instanceof StreamReply) return streamResponse(result.body, c.get('baseHeaders'))
    const contentType = endpoint.contentType ?? 'text/plain'
    return result instanceof FileReply
      ? withCookies(await fileResponse(result, contentType, c.get('baseHeaders'), c.req.raw), cookies)
      : send(c, replyOf(result, endpoint, checkReplies), cookies)
  }

  const addRoute = (endpoint: Endpoint, handler: ErasedHandler) => {
    app.on(endpoint.method, honoPath(endpoint.path), async (c) => {
      c.set('route', endpoint.path)
      if (c.req.raw.method === 'HEAD' && !answersHead(endpoint)) throw notAllowed('HEAD', [endpoint.method])
      const now = clock()
      const user = await callerOf(c, endpoint, now, authenticate)
      const issues: z.core.$ZodIssue[] = []
      const params = parsePart(endpoint.params, c.req.param(), issues)
      const queried = c.req.query()
      for (const [key, value] of Object.entries(queried)) refuseNul(key, value)
      const query = parsePart(endpoint.query, queried, issues)
      const sent = await readSent(c.req.raw, endpoint, options)
      try {
        return await answer(c, endpoint, handler, { ...sent, params, query, user, now, issues })
      } finally {
        if (sent.file && 'path' in sent.file) await removeSpooled(sent.file)
      }
    })
  }

  const methods = new Map<string, string[]>()
  // The first route that fits is taken, so that a parameter must not come before a path that it would fit.
  const byParameters = Object.entries(api).toSorted(
    ([, one], [, other]) => Number(one.path.includes('{')) - Number(other.path.includes('{')),
  )
  for (const [name, endpoint] of byParameters) {
    addRoute(endpoint, handlers[name] as unknown as ErasedHandler)
    methods.set(endpoint.path, [...(methods.get(endpoint.path) ?? []), endpoint.method])
  }
  for (const [path, allowed] of methods) {
    app.all(honoPath(path), (c) => {
      c.set('route', path)
      throw notAllowed(c.req.method, allowed)
    })
  }
  return app
}
