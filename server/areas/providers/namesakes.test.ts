import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { providers } from '#server/db/schema/providers.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { addStatuses } from '#tests/support/server/provider-lists.ts'
import { addSession, CASELOAD_IDS, useDistrict } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE, useTestServer } from '#tests/support/server/test-server.ts'

const database = useDatabase()
const server = useTestServer(database)
const token = useDistrict(database, server)

const NAMES = [`Paul Provider (${PEOPLE.Providers.email})`, `Paul Provider (${PEOPLE.SpecialProvider.email})`]
const days = { fromDateTime: '2026-11-15', toDateTime: '2026-11-28' }

/** Two called Paul Provider, each with a session on the 24th. */
beforeEach(async () => {
  const { db } = database()
  await db.update(providers).set({ firstName: 'Paul', lastName: 'Provider' }).where(eq(providers.id, 2))
  await addStatuses(database())
  for (const key of ['ProviderProfileInformation', 'Scheduling', 'ProviderDetailReport'] as const) {
    await allowScreen(database(), 'Administrators', key)
  }
  await addSession(server(), token.paul, { date: '2026-11-24' })
  await addSession(server(), token.sofia, { date: '2026-11-24', caseloadIds: [CASELOAD_IDS.dora] })
})

test.each([
  ['findRecords', { words: 'paul provider' }],
  ['getPeopleDays', days],
  ['getProviderDetailRecords', {}],
  ['previewHandOver', { providerId: 1, choices: {} }],
] as const)('%s tells providers of the same name apart by their address', async (name, body) => {
  const { status, data } = await server().call(name, { token: token.ada, body })
  expect(status).toBe(200)
  const text = JSON.stringify(data)
  expect(NAMES.filter((each) => !text.includes(each))).toEqual([])
})
