/** A server for tests: the whole app over real HTTP and a real database, with people of every role in it. */
import { rm } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { hash } from '@node-rs/argon2'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll } from 'vitest'
import { api, type EndpointName } from '#contract/api.ts'
import { type Endpoint, type Envelope, envelopeSchema } from '#contract/endpoint.ts'
import { ROLE_IDS, type RoleName } from '#domain/roles.ts'
import type { ScreenKey } from '#domain/screen-keys.ts'
import type { DocumentParts } from '#server/areas/documents/document-parts.ts'
import { AccessTokens } from '#server/areas/login/access-tokens.ts'
import { DEFAULT_SIGN_IN_LIMITS } from '#server/areas/login/guessing.ts'
import { RefreshCredentials } from '#server/areas/login/refresh-credentials.ts'
import { DEFAULT_SESSION_SETTINGS, Sessions } from '#server/areas/login/sessions.ts'
import { type ComposeOptions, composeApp, partsOfDocuments } from '#server/compose.ts'
import type { Database } from '#server/db/database.ts'
import { organisation } from '#server/db/schema/organization.ts'
import { providerStatuses, providers, providerTypes } from '#server/db/schema/providers.ts'
import { permissions, rolePermissions, roles, users } from '#server/db/schema/users.ts'
import { listen } from '#server/http/listen.ts'
import { createLog } from '#server/log.ts'
import { Mail } from '#server/mail/mail.ts'
import { testDocuments } from './documents.ts'

export const TEST_PASSWORD = 'correct horse battery staple'
export const TEST_SECRET = 'a secret for tests, long enough to be one'
export const TEST_TIME_ZONE = 'America/New_York'

/** Messages wait in the queue until a test works on it (mail-server.ts). */
export const TEST_SENDER = { name: 'Homeroom', address: 'no-reply@portal.example' }

/** The people that `addPeople` adds: one of each role; each provider user is a separate provider. */
export const PEOPLE = {
  Administrators: { userId: 1, email: 'ada@district.example', name: 'Ada Admin', providerId: null },
  Providers: { userId: 2, email: 'paul@district.example', name: 'Paul Provider', providerId: 1 },
  SpecialProvider: { userId: 3, email: 'sofia@district.example', name: 'Sofía Special', providerId: 2 },
} as const satisfies Record<RoleName, unknown>

const ROLE_SCREENS: Record<RoleName, readonly ScreenKey[]> = {
  Administrators: ['ScheduleEventViewer', 'SchoolAccount'],
  Providers: ['ScheduleEventViewer', 'ProviderScheduling'],
  SpecialProvider: ['ProviderScheduling'],
}

/** Hashing is slow by design. A hash says how slow, so every sign-in with this one is fast. */
let hashed: Promise<string> | undefined

/** One organization, the roles with a few screens each, and one active user per role, all with `TEST_PASSWORD`. */
export async function addPeople({ db }: Database): Promise<void> {
  hashed ??= hash(TEST_PASSWORD, { memoryCost: 8, timeCost: 1 })
  const passwordHash = await hashed
  await db.insert(organisation).values({ name: 'Test District', timeZone: TEST_TIME_ZONE })
  await db.insert(roles).values(Object.entries(ROLE_IDS).map(([name, id]) => ({ id, name })))
  const screens = [...new Set(Object.values(ROLE_SCREENS).flat())]
  const idOf = new Map(screens.map((screen, index) => [screen, index + 1]))
  await db
    .insert(permissions)
    .values(
      screens.map((screen) => ({ id: idOf.get(screen) ?? 0, module: 'Scheduling', screen, name: `The ${screen}` })),
    )
  await db
    .insert(rolePermissions)
    .values(
      Object.entries(ROLE_SCREENS).flatMap(([role, keys]) =>
        keys.map((key) => ({ roleId: ROLE_IDS[role as RoleName], permissionId: idOf.get(key) ?? 0 })),
      ),
    )
  await db.insert(providerTypes).values({ id: 1, title: 'Occupational Therapist' })
  await db.insert(providerStatuses).values({ id: 1, title: 'Active' })
  const { Providers: paul, SpecialProvider: sofia } = PEOPLE
  const typed = { providerTypeId: 1, statusId: 1 }
  await db.insert(providers).values([
    { firstName: 'Paul', lastName: 'Provider', email: paul.email, ...typed },
    { firstName: 'Sofía', lastName: 'Special', email: sofia.email, ...typed },
  ])
  await db.insert(users).values(
    Object.entries(PEOPLE).map(([role, { email, name, providerId }]) => ({
      email,
      displayName: name,
      passwordHash,
      roleId: ROLE_IDS[role as RoleName],
      providerId,
    })),
  )
}

/** Lets a role open one more screen. */
export async function allowScreen({ db }: Database, role: RoleName, screen: ScreenKey): Promise<void> {
  const id = 1000 + (await db.$count(permissions))
  await db
    .insert(permissions)
    .values({ id, module: 'Scheduling', screen, name: `The ${screen}` })
    .onConflictDoNothing()
  const [permission] = await db.select().from(permissions).where(eq(permissions.screen, screen))
  if (!permission) return
  await db.insert(rolePermissions).values({ permissionId: permission.id, roleId: ROLE_IDS[role] }).onConflictDoNothing()
}

/** Takes a screen from a role. */
export async function takeScreen({ db }: Database, role: RoleName, screen: ScreenKey): Promise<void> {
  const [permission] = await db.select().from(permissions).where(eq(permissions.screen, screen))
  const { permissionId, roleId } = rolePermissions
  await db.delete(rolePermissions).where(and(eq(permissionId, permission?.id ?? 0), eq(roleId, ROLE_IDS[role])))
}

export interface TestReply extends Envelope {
  /** The HTTP status, which is not always the envelope's. */
  readonly status: number
  readonly headers: Headers
}

export interface TestRequest {
  readonly params?: Record<string, string | number>
  readonly query?: Record<string, string | number>
  readonly body?: unknown
  /** The file to upload. */
  readonly file?: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> | string }
  readonly token?: string
  readonly headers?: Record<string, string>
}

/** An object's own `toString` may be anything. */
const fieldOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)

/** A multipart form for an upload, otherwise JSON. */
function bodyOf({ upload }: Endpoint, { body = {}, file }: TestRequest): string | FormData {
  if (!upload) return JSON.stringify(body)
  const form = new FormData()
  for (const [name, value] of Object.entries(Object(body))) form.append(name, fieldOf(value))
  if (file) form.append(upload.field, new Blob([file.bytes]), file.name)
  return form
}

export class TestServer {
  /** The server's time; real time until it is set. */
  now: Date | undefined
  readonly url: string
  /** What its handlers and its jobs work on documents with. */
  readonly documentParts: DocumentParts
  readonly #database: Database
  readonly #logged: string[]
  /** Replaces the app by a new one, which has nothing in memory: no counted sign-ins, no caches, no log. */
  readonly renew: () => void
  readonly stop: () => Promise<void>

  constructor(
    url: string,
    database: Database,
    {
      documentParts,
      logged,
      renew,
      stop,
    }: { documentParts: DocumentParts; logged: string[]; renew: () => void; stop: () => Promise<void> },
  ) {
    this.documentParts = documentParts
    this.url = url
    this.#database = database
    this.#logged = logged
    this.renew = renew
    this.stop = stop
  }

  get time(): Date {
    return this.now ?? new Date()
  }

  /** The server's log, one JSON line per entry. */
  get logs(): string {
    return this.#logged.join('')
  }

  /** A token for a new session of the user, without signing in. */
  async tokenOf(userId: number): Promise<string> {
    return (await this.sessionOf(userId)).token
  }

  /** The same with the Cookie header that a refresh needs. */
  async sessionOf(userId: number): Promise<{ token: string; cookie: string }> {
    const signIn = { userId, isRememberMe: false, address: '127.0.0.1', userAgent: undefined }
    const session = await new Sessions(this.#database.db).start(signIn, this.time)
    const { name, value } = new RefreshCredentials(TEST_SECRET).cookie(session, undefined)
    return {
      token: await new AccessTokens(TEST_SECRET, 900).issue(userId, session, this.time),
      cookie: `${name}=${value}`,
    }
  }

  /** Calls an endpoint of the portal by name. The request is sent as given, valid or not. */
  call(name: EndpointName, request?: TestRequest): Promise<TestReply> {
    return this.ask(api[name], request)
  }

  /** The same for any endpoint. */
  ask(endpoint: Endpoint, request: TestRequest = {}): Promise<TestReply> {
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, key: string) => String(request.params?.[key] ?? 1))
    const query = new URLSearchParams()
    for (const [key, value] of Object.entries(request.query ?? {})) query.set(key, String(value))
    return this.fetch(`${path}${query.size > 0 ? `?${query}` : ''}`, {
      method: endpoint.method,
      headers: { ...(request.token !== undefined && { token: request.token }), ...request.headers },
      ...(endpoint.method !== 'GET' && { body: bodyOf(endpoint, request) }),
    })
  }

  /**
   * Sends any request. The response must be an envelope whose statusCode matches the HTTP status, or a file or page,
   * whose bytes become the data.
   */
  async fetch(path: string, init: RequestInit = {}): Promise<TestReply> {
    const headers = new Headers(init.headers)
    if (typeof init.body === 'string' && !headers.has('content-type')) headers.set('content-type', 'application/json')
    const response = await fetch(`${this.url}${path}`, { ...init, headers })
    const { status } = response
    const type = response.headers.get('content-type') ?? ''
    if (type.startsWith('text/event-stream')) {
      await response.body?.cancel()
      return { statusCode: status, data: null, status, headers: response.headers }
    }
    if (type.startsWith('text/html') || (status === 200 && !type.startsWith('application/json'))) {
      const data = new Uint8Array(await response.arrayBuffer())
      return { statusCode: status, data, status, headers: response.headers }
    }
    const envelope = envelopeSchema.parse(await response.json())
    const expected = envelope.statusCode === 204 ? 200 : envelope.statusCode
    if (response.status !== expected) throw new Error(`HTTP ${response.status} with statusCode ${envelope.statusCode}`)
    return { ...envelope, status: response.status, headers: response.headers }
  }
}

export interface TestOptions extends Partial<Omit<ComposeOptions, 'database' | 'clock' | 'log'>> {
  /** The app to serve; default is the portal. */
  readonly compose?: typeof composeApp
}

/** Starts a server over the database, on any free port. Responses are checked against the contract. */
export async function startTestServer(
  database: Database,
  { compose = composeApp, ...options }: TestOptions = {},
): Promise<TestServer> {
  const logged: string[] = []
  const documents = testDocuments()
  const documentParts = partsOfDocuments(database, options.documents ?? documents)
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, callback) => {
      logged.push(chunk.toString())
      callback()
    },
  })
  let stopping = new AbortController()
  const newApp = () =>
    compose({
      database,
      timeZone: TEST_TIME_ZONE,
      tokenSecret: TEST_SECRET,
      tokenSeconds: 900,
      ssnKeys: [{ id: 'test', key: Buffer.alloc(32, 7) }],
      sessionSettings: { ...DEFAULT_SESSION_SETTINGS, trust: 0 },
      signInLimits: DEFAULT_SIGN_IN_LIMITS,
      clientFolder: undefined,
      allowedOrigins: [],
      apiBase: undefined,
      bodyLimit: 1024 * 1024,
      proxies: 0,
      checkReplies: true,
      version: 'test',
      documents,
      mail: new Mail({ secret: TEST_SECRET, from: TEST_SENDER, post: () => Promise.reject(new Error('Not sent')) }),
      ...options,
      documentParts,
      log: createLog('debug', stream),
      clock: () => server.time,
      stopping: stopping.signal,
    })
  const { url, open, stop } = await listen(0, '127.0.0.1')
  const server = new TestServer(url, database, {
    documentParts,
    logged,
    renew: () => {
      logged.length = 0
      stopping.abort()
      stopping = new AbortController()
      open(newApp())
    },
    stop: async () => {
      stopping.abort()
      await stop(1_000)
      await rm(documents.folder, { recursive: true, force: true })
    },
  })
  server.renew()
  return server
}

/**
 * The same for the tests of one file: started before the first (after the hooks above it), stopped after the last.
 *
 * @param options a function if they are only known after those hooks have run
 */
export function useTestServer(
  database: () => Database,
  options: TestOptions | (() => TestOptions) = {},
): () => TestServer {
  let server: TestServer | undefined
  beforeAll(async () => {
    server = await startTestServer(database(), typeof options === 'function' ? options() : options)
  })
  afterAll(async () => {
    await server?.stop()
  })
  return () => {
    if (!server) throw new Error('The server runs in tests and hooks only.')
    return server
  }
}
