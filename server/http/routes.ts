import type { Context } from 'hono'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { mayCall, NO_ACCESS } from './access.ts'
import type { AppEnv } from './context.ts'
import { envelopeResponse, type Reply } from './envelope.ts'
import { refuseFields } from './field-errors.ts'
import { fileResponse } from './file-reply.ts'
import {
  type Caller,
  type Contract,
  type ContractHandlers,
  Done,
  FileReply,
  type HandlerServices,
  OtherReply,
} from './handler.ts'
import { Refusal } from './refusal.ts'
import { readForm, readJson, refuseNul } from './request-body.ts'

/**
 * Who a token belongs to.
 *
 * @throws Refusal 401 for a token that is forged, expired, or of a session that has ended
 */
export type Authenticate = (token: string, now: Date) => Promise<Caller>

export interface RouteOptions<Routes extends Contract> {
  readonly api: Routes
  readonly handlers: ContractHandlers<Routes>
  readonly log: Logger
  readonly services: HandlerServices
  readonly authenticate: Authenticate
  readonly clock: () => Date
  /** The largest body taken, in bytes. */
  readonly bodyLimit: number
  /** Proxies in front of the server, each of which adds an address to X-Forwarded-For. */
  readonly proxies: number
  /** Holds every reply against the contract: for tests and development. */
  readonly checkReplies: boolean
}

/** The table is typed by name; what runs through one dispatcher has lost that tie, and is parsed by the schemas. */
type ErasedHandler = (context: Record<string, unknown>) => Promise<unknown>

/** `/api/x/{id}` as Hono writes it. */
const honoPath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1')

function parsePart(schema: z.ZodType, value: unknown, issues: z.core.$ZodIssue[]): unknown {
  const result = schema.safeParse(value)
  if (!result.success) issues.push(...result.error.issues)
  return result.data
}

/** What our own proxies say of a request, if there are any: the outermost of them, where several add to it. */
const forwarded = (c: Context<AppEnv>, name: string, proxies: number): string | undefined =>
  (proxies > 0 ? c.req.header(`x-forwarded-${name}`)?.split(',').at(-proxies)?.trim() : undefined) || undefined

/** The caller's address: the socket's, or what the outermost of our own proxies saw. */
const addressOf = (c: Context<AppEnv>, proxies: number): string =>
  forwarded(c, 'for', proxies) ?? c.env.incoming.socket.remoteAddress ?? 'unknown'

/** Where the caller reaches us: the host that they asked for, over what the outermost of our own proxies was spoken to. */
function originOf(c: Context<AppEnv>, proxies: number): string {
  const { protocol, host, origin } = new URL(c.req.url)
  const scheme = forwarded(c, 'proto', proxies) === 'https' ? 'https:' : protocol
  const asked = `${scheme}//${forwarded(c, 'host', proxies) ?? host}`
  return URL.canParse(asked) ? new URL(asked).origin : origin
}

async function callerOf(c: Context<AppEnv>, endpoint: Endpoint, now: Date, authenticate: Authenticate) {
  if (endpoint.access.kind === 'public') return null
  const token = c.req.header('token')
  if (!token) throw new Refusal(401, 'Please login to continue.')
  const caller = await authenticate(token, now)
  c.set('userId', caller.userId)
  if (!mayCall(endpoint.access, caller)) throw new Refusal(403, NO_ACCESS)
  return caller
}

/** What the request brings besides its address. */
async function readSent(request: Request, { method, upload }: Endpoint, bodyLimit: number) {
  if (upload) return await readForm(request, upload)
  return { fields: method === 'GET' ? {} : await readJson(request, bodyLimit), file: undefined }
}

/** Translated where the contract does so; held against the schema only where replies are checked. */
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
  return { status: 200, message: isDone ? result.message : '', data }
}

/** Every endpoint of the contract at its path; another method there gets 405. */
export function contractRoutes<Routes extends Contract>(options: RouteOptions<Routes>): Hono<AppEnv> {
  const { api, handlers, services, log, authenticate, clock, bodyLimit, proxies, checkReplies } = options
  const app = new Hono<AppEnv>()

  const addRoute = (endpoint: Endpoint, handler: ErasedHandler) => {
    app.on(endpoint.method, honoPath(endpoint.path), async (c) => {
      c.set('route', endpoint.path)
      const now = clock()
      const user = await callerOf(c, endpoint, now, authenticate)
      const issues: z.core.$ZodIssue[] = []
      const params = parsePart(endpoint.params, c.req.param(), issues)
      const queried = c.req.query()
      for (const [key, value] of Object.entries(queried)) refuseNul(key, value)
      const query = parsePart(endpoint.query, queried, issues)
      const { file, fields } = await readSent(c.req.raw, endpoint, bodyLimit)
      const body = parsePart(endpoint.body, fields, issues)
      if (issues.length > 0) throw refuseFields(issues)
      const result = await handler({
        ...services,
        params,
        query,
        body,
        file,
        user,
        now,
        // Few handlers log; a logger of the request's own costs more than the rest of its context.
        get log() {
          return log.child({ requestId: c.get('requestId') })
        },
        header: (name: string) => c.req.header(name),
        address: addressOf(c, proxies),
        get origin() {
          return originOf(c, proxies)
        },
      })
      if (result instanceof FileReply) {
        return fileResponse(result, endpoint.contentType ?? 'text/plain', c.get('baseHeaders'), c.req.raw)
      }
      const reply = replyOf(result, endpoint, checkReplies)
      return envelopeResponse(reply, c.get('baseHeaders'), c.req.header('accept-encoding'))
    })
  }

  const methods = new Map<string, string[]>()
  for (const [name, endpoint] of Object.entries(api)) {
    addRoute(endpoint, handlers[name] as unknown as ErasedHandler)
    methods.set(endpoint.path, [...(methods.get(endpoint.path) ?? []), endpoint.method])
  }
  for (const [path, allowed] of methods) {
    app.all(honoPath(path), (c) => {
      c.set('route', path)
      const headers = { Allow: allowed.join(', ') }
      throw new Refusal(405, `${c.req.method} is not taken here, only ${headers.Allow}.`, { headers })
    })
  }
  return app
}
