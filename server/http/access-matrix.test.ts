import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { api, type EndpointName } from '#contract/api.ts'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import { ROLE_IDS, ROLE_NAMES, type RoleName } from '#domain/roles.ts'
import type { ScreenKey } from '#domain/screen-keys.ts'
import { AccessTokens } from '#server/areas/login/access-tokens.ts'
import { Sessions } from '#server/areas/login/sessions.ts'
import { documentTemplates } from '#server/db/schema/documents.ts'
import { runs } from '#server/db/schema/runs.ts'
import { students } from '#server/db/schema/students.ts'
import { ptoRequests } from '#server/db/schema/time-off.ts'
import { rolePermissions, users } from '#server/db/schema/users.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { addDocuments } from '#tests/support/server/documents.ts'
import { addDistrict, addSession, TEST_NOW, TODAY } from '#tests/support/server/schedule.ts'
import {
  addPeople,
  allowScreen,
  PEOPLE,
  TEST_SECRET,
  type TestRequest,
  useTestServer,
} from '#tests/support/server/test-server.ts'

const database = useDatabase()
beforeAll(() => addPeople(database()))
const server = useTestServer(database, { publicUrl: 'https://portal.example' })

const names = Object.keys(api) as EndpointName[]
const ruleOf = (name: EndpointName): Access => (api[name] as Endpoint).access
const guarded = names.filter((name) => ruleOf(name).kind !== 'public')

/** The screens of each role, as stored by `addPeople`. */
const SCREENS: Record<RoleName, readonly string[]> = {
  Administrators: ['ScheduleEventViewer', 'SchoolAccount'],
  Providers: ['ScheduleEventViewer', 'ProviderScheduling'],
  SpecialProvider: ['ProviderScheduling'],
}

/** The contract's rule, implemented independently. */
function isLetIn(rule: Access, role: RoleName): boolean {
  if (rule.kind === 'roles') {
    return rule.roles.includes(role) && SCREENS[role].includes(rule.screen ?? SCREENS[role][0] ?? '')
  }
  if (rule.kind === 'screens') return SCREENS[role].some((screen) => rule.anyOf.some((key) => key === screen))
  return true
}

const startSession = () =>
  new Sessions(database().db).start(
    { userId: PEOPLE.Administrators.userId, isRememberMe: false, address: '127.0.0.1', userAgent: undefined },
    server().time,
  )

const { userId } = PEOPLE.Administrators
const NO_TOKEN = { status: 401, message: 'Please login to continue.' }
const EXPIRED = { status: 401, message: 'Your session has been expired. Please login again!', data: null }

/** None of them depends on the endpoint, so they are made once. */
const badTokens = { forged: '', expired: '', 'of an unknown session': '' }

beforeAll(async () => {
  const session = await startSession()
  const now = server().time
  const secret = 'another secret, as long as the one in use'
  badTokens.forged = await new AccessTokens(secret, 900).issue(userId, session, now)
  badTokens.expired = await new AccessTokens(TEST_SECRET, -1).issue(userId, session, now)
  const unknown = { sessionId: randomUUID(), generation: 0 }
  badTokens['of an unknown session'] = await new AccessTokens(TEST_SECRET, 900).issue(userId, unknown, now)
})

test.each(['no token at all', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'])('the token "%s" is refused', async (token) => {
  expect(await server().call('getRoles', { token })).toMatchObject(EXPIRED)
})

/** A role's session, for the endpoints that do not end it. */
const sessions = new Map<RoleName, Promise<string>>()
const tokenFor = (name: EndpointName, role: RoleName): Promise<string> => {
  const start = () => server().tokenOf(PEOPLE[role].userId)
  if (api[name].path.startsWith('/api/login/')) return start()
  const token = sessions.get(role) ?? start()
  sessions.set(role, token)
  return token
}

describe.each(guarded)('%s', (name) => {
  test('requires a valid token', async () => {
    expect(await server().call(name)).toMatchObject(NO_TOKEN)
    for (const [kind, token] of Object.entries(badTokens)) {
      expect({ kind, ...(await server().call(name, { token })) }).toMatchObject({ kind, ...EXPIRED })
    }
  })

  test.each(ROLE_NAMES)('lets %s in according to its rule', async (role) => {
    const { status, message } = await server().call(name, { token: await tokenFor(name, role) })
    if (isLetIn(ruleOf(name), role)) {
      expect([401, 403, 500]).not.toContain(status)
    } else {
      expect({ status, message }).toEqual({ status: 403, message: "You don't have access to this page" })
    }
  })
})

// 503: the test's server has no identity provider.
test.each(names.filter((name) => ruleOf(name).kind === 'public'))('%s lets everyone in', async (name) => {
  expect((await server().call(name)).status).toBeOneOf([200, 400, 404, 503])
})

/**
 * For each endpoint with a screen for everyone's records and another for the user's own: a request for the records of a
 * provider, Paul (1) or Sofía (2), which have the provider's id or contain it.
 */
const requestsFor: Partial<Record<EndpointName, (providerId: number) => TestRequest>> = {
  getProvider: (id) => ({ params: { id } }),
  updateProvider: (id) => ({
    body: { id, firstName: 'Pat', lastName: 'Own', addressLine1: '1 Oak Street', countryId: 1, stateId: 1, city: 1 },
  }),
  revealSsn: (id) => ({ body: { id } }),
  getAttachedDocuments: (providerId) => ({ query: { providerId } }),
  downloadAttachedDocument: (providerId) => ({ query: { fileName: `document-${providerId}` } }),
  getPtoBalance: (providerId) => ({ params: { providerId } }),
  getPtoBalanceHistory: (providerId) => ({ params: { providerId } }),
  getOriginalPto: (id) => ({ params: { id } }),
  getStudent: (id) => ({ params: { id } }),
  getStudentMinutes: (id) => ({ params: { id } }),
  getStudentSessions: (id) => ({ params: { id } }),
  getCaseload: (id) => ({ params: { id } }),
  getCalendarFeed: (providerId) => ({ body: { providerId } }),
  createCalendarFeed: (providerId) => ({ body: { providerId } }),
  revokeCalendarFeed: (providerId) => ({ body: { providerId } }),
  getProviderDocumentById: (providerId) => ({ query: { providerId } }),
  getProviderDocuments: (providerId) => ({ query: { providerId } }),
  downloadProviderDoc: (id) => ({ query: { id } }),
  viewProviderDoc: (id) => ({ query: { id } }),
  getDocumentVersions: (id) => ({ query: { id } }),
  uploadDocument: (providerId) => ({
    body: { providerId, templateTypeId: 9, documentName: 'License' },
    file: { name: 'license.pdf', bytes: '%PDF-1.7' },
  }),
  getTemplateFile: (id) => ({ query: { id } }),
  deleteDocument: (id) => ({ params: { id } }),
  previewLetter: (providerId) => ({ query: { providerId, templateTypeId: 9 } }),
  getLetterFile: (providerId) => ({
    query: { providerId, templateTypeId: 9, format: 'pdf', sha256: '0'.repeat(64) },
  }),
  startLetterRun: (providerId) => ({
    body: {
      ...{ templateTypeId: 9, providerIds: [providerId], documentName: 'Letter' },
      ...{ format: 'pdf', asksToAccept: false },
    },
  }),
  getLetterRun: (id) => ({ query: { id } }),
  getRequiredDocuments: (providerId) => ({ query: { providerId } }),
}
/** Lists, which leave out what is not the user's own. */
const lists: Partial<
  Record<EndpointName, { readonly request: TestRequest; readonly shows: string; readonly hides: string }>
> = {
  getCaseloads: { request: {}, shows: 'Ana Núñez', hides: 'Bo Li' },
  getScheduleEvents: {
    request: { body: { fromDateTime: TODAY, toDateTime: TODAY } },
    shows: 'Session of Paul',
    hides: 'Session of Sofía',
  },
  getMasterTemplates: { request: {}, shows: 'License', hides: 'Evaluation' },
}

describe('an administrator without the screen for everyone’s records', () => {
  const district = useDatabase()
  const portal = useTestServer(district)
  const own: readonly ScreenKey[] = [
    'ProfileInformation',
    'ProfileInformationRequestPTO',
    'ProviderCaseload',
    'ProviderScheduling',
    'MyDocuments',
  ]
  let token = ''

  beforeAll(async () => {
    await addDistrict(district())
    const { db } = district()
    portal().now = TEST_NOW
    const { Providers: paul, SpecialProvider: sofia } = PEOPLE
    await addSession(portal(), await portal().tokenOf(paul.userId), { eventName: 'Session of Paul', caseloadIds: [1] })
    const dora = { eventName: 'Session of Sofía', caseloadIds: [4] }
    await addSession(portal(), await portal().tokenOf(sofia.userId), dora)
    await db.update(students).set({ providerId: 2 }).where(eq(students.id, 2))
    for (const { providerId } of [paul, sofia]) {
      const file = { originalFileName: 'license.pdf', fileName: `document-${providerId}`, content: Buffer.from('x') }
      await addDocuments(district(), [{ providerId, ...file }])
      const day = { requestedDate: '2026-12-01', startTime: '09:00', endTime: '10:00', reason: 'Dentist' }
      await db.insert(ptoRequests).values({ providerId, ...day })
    }
    const file = { fileName: 'document-1', originalFileName: 'Form.pdf' }
    await db.insert(documentTemplates).values([
      { title: 'License', isForProviders: true, ...file },
      { title: 'Evaluation', isForProviders: false },
    ])
    const letter = {
      templateTypeId: 1,
      documentName: 'Letter',
      format: 'pdf',
      asksToAccept: false,
      isOwn: true,
      seen: [],
    }
    for (const { userId: startedById } of [paul, sofia]) {
      const run = { kind: 'letter-run', input: letter, state: 'running', createdAt: TEST_NOW } as const
      await db.insert(runs).values({ ...run, startedById })
    }
    await db.update(users).set({ roleId: ROLE_IDS.Administrators }).where(eq(users.id, paul.userId))
    await db.delete(rolePermissions).where(eq(rolePermissions.roleId, ROLE_IDS.Administrators))
    for (const screen of own) await allowScreen(district(), 'Administrators', screen)
    token = await portal().tokenOf(paul.userId)
  })

  test('has a request below for every endpoint with two screens', () => {
    const mixed = guarded.filter((name) => {
      const rule = ruleOf(name)
      return rule.kind === 'screens' && rule.anyOf.length > 1
    })
    expect(mixed.toSorted()).toEqual([...Object.keys(requestsFor), ...Object.keys(lists)].toSorted())
  })

  test.each(Object.entries(requestsFor))('reaches only their own: %s', async (name, requestFor) => {
    const call = (providerId: number) => portal().call(name as EndpointName, { token, ...requestFor(providerId) })
    const others = await call(2)
    expect({ ...others, reached: [403, 404].includes(others.status) }).toMatchObject({ reached: true, data: null })
    expect((await call(1)).message).not.toBe(others.message)
  })

  test.each(Object.entries(lists))('sees only their own: %s', async (name, { request, shows, hides }) => {
    const text = JSON.stringify(await portal().call(name as EndpointName, { token, ...request }))
    expect(text).toContain(shows)
    expect(text).not.toContain(hides)
  })

  test.each(Object.entries({ ...requestsFor, ...lists }))(
    'reaches nothing without a provider record: %s',
    async (name, of) => {
      const ada = await portal().tokenOf(PEOPLE.Administrators.userId)
      const request = typeof of === 'function' ? of(1) : of.request
      expect((await portal().call(name as EndpointName, { token: ada, ...request })).status).toBe(403)
    },
  )
})
