import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { api, type EndpointName } from '#contract/api.ts'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import { ROLE_NAMES, type RoleName } from '#domain/roles.ts'
import { AccessTokens } from '#server/areas/login/access-tokens.ts'
import { Sessions } from '#server/areas/login/sessions.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { addPeople, PEOPLE, TEST_SECRET, useTestServer } from '#tests/support/server/test-server.ts'

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

describe.each(guarded)('%s', (name) => {
  test('requires a token', async () => {
    expect(await server().call(name)).toMatchObject({ status: 401, message: 'Please login to continue.' })
  })

  const expired = 'Your session has been expired. Please login again!'

  test('rejects a forged token', async () => {
    const forged = await new AccessTokens('another secret, as long as the one in use', 900).issue(
      PEOPLE.Administrators.userId,
      await startSession(),
      server().time,
    )
    for (const token of [forged, 'no token at all', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.']) {
      expect(await server().call(name, { token })).toMatchObject({ status: 401, message: expired, data: null })
    }
  })

  test('rejects an expired token', async () => {
    const { userId } = PEOPLE.Administrators
    const token = await new AccessTokens(TEST_SECRET, -1).issue(userId, await startSession(), server().time)
    expect(await server().call(name, { token })).toMatchObject({ status: 401, message: expired })
  })

  test('rejects a valid token of an unknown session', async () => {
    const token = await new AccessTokens(TEST_SECRET, 900).issue(
      1,
      { sessionId: randomUUID(), generation: 0 },
      server().time,
    )
    expect(await server().call(name, { token })).toMatchObject({ status: 401, message: expired })
  })

  test.each(ROLE_NAMES)('lets %s in according to its rule', async (role) => {
    const token = await server().tokenOf(PEOPLE[role].userId)
    const { status, message } = await server().call(name, { token })
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
