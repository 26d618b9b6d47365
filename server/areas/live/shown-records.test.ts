import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { api, type EndpointName } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { LiveTopic } from '#contract/live-topics.ts'
import type { ScreenKey } from '#domain/screen-keys.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { followedTables } from '#tests/support/server/live-topics.ts'
import { addDistrict } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE, type TestRequest, useTestServer } from '#tests/support/server/test-server.ts'

/** Clients take the method when they are made. */
const query = vi.spyOn(Client.prototype, 'query')

const database = useDatabase()
const server = useTestServer(database)

const names = (Object.keys(api) as EndpointName[]).filter((name) => (api[name] as Endpoint).shows !== undefined)

const topicOf = new Map<string, LiveTopic>()

beforeAll(async () => {
  await addDistrict(database())
  for (const { table, topic } of await followedTables(database())) topicOf.set(table, topic)
})

afterAll(() => {
  query.mockRestore()
})

/** Whether it shows only the caller's records, who must be a provider then. */
const isOwn = ({ access }: Endpoint) =>
  (access.kind === 'screens' && access.anyOf.every((screen) => access.own?.includes(screen))) ||
  (access.kind === 'roles' && !access.roles.includes('Administrators'))

const screensOf = ({ access }: Endpoint): readonly ScreenKey[] => {
  if (access.kind === 'screens') return access.anyOf
  return access.kind === 'roles' && access.screen ? [access.screen] : []
}

/** What the caller has not dismissed, where a list has such a filter: that reads the most. */
const FILTERS = { answered: 2, shown: 2, stage: 3 }

const requestOf = ({ method }: Endpoint): TestRequest => {
  const page = { pageIndex: 1, pageSize: 10 }
  return method === 'GET'
    ? { query: { ...page, ...FILTERS, providerId: 1, isAdmin: 'true' } }
    : { body: { languageId: 1, ...page } }
}

const textOf = (given: unknown): string => String(typeof given === 'string' ? given : Object(given).text)
/** Also of statements within statements. */
const tablesIn = (text: string) => [...text.matchAll(/\b(?:from|join)\s+"?(\w+)"?/gi)].map(([, table = '']) => table)

test.each(names)('%s names every kind of record that it reads', async (name) => {
  const endpoint: Endpoint = api[name]
  const role = isOwn(endpoint) ? 'Providers' : 'Administrators'
  for (const screen of screensOf(endpoint)) await allowScreen(database(), role, screen)
  server().renew()
  const token = await server().tokenOf(PEOPLE[role].userId)
  const statementsOf = async (called: EndpointName, request: TestRequest, status: number) => {
    query.mockClear()
    expect(await server().call(called, { token, ...request })).toMatchObject({ status })
    return query.mock.calls.map(([given]) => textOf(given))
  }
  // A refused request reads only who calls.
  const ofCaller = await statementsOf('deleteService', {}, role === 'Providers' ? 403 : 400)
  const statements = (await statementsOf(name, requestOf(endpoint), 200)).filter((text) => !ofCaller.includes(text))
  const topics = new Set(statements.flatMap(tablesIn).flatMap((table) => topicOf.get(table) ?? []))
  expect(statements.length).toBeGreaterThan(0)
  expect([...topics].filter((topic) => !endpoint.shows?.includes(topic))).toEqual([])
})
