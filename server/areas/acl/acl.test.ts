import { beforeAll, expect, test } from 'vitest'
import { ROLE_IDS, ROLE_NAMES } from '#domain/roles.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { addPeople, PEOPLE, useTestServer } from '#tests/support/server/test-server.ts'

const database = useDatabase()
beforeAll(() => addPeople(database()))
const server = useTestServer(database)

test('lists the screens of the caller’s role', async () => {
  const token = await server().tokenOf(PEOPLE.Providers.userId)
  const { status, data } = await server().call('getRoleAccess', { token, body: { id: ROLE_IDS.Providers } })
  expect(status).toBe(200)
  expect(data).toEqual([
    { id: 1, module: 'Scheduling', screen: 'ScheduleEventViewer', name: 'The ScheduleEventViewer', isActive: true },
    { id: 3, module: 'Scheduling', screen: 'ProviderScheduling', name: 'The ProviderScheduling', isActive: true },
  ])
})

test.each(ROLE_NAMES)('gives %s no other role’s list', async (role) => {
  const token = await server().tokenOf(PEOPLE[role].userId)
  for (const id of [...Object.values(ROLE_IDS), 99]) {
    const { status, message } = await server().call('getRoleAccess', { token, body: { id } })
    if (id === ROLE_IDS[role]) expect(status).toBe(200)
    else expect({ status, message }).toEqual({ status: 403, message: "You don't have access to this page" })
  }
})
