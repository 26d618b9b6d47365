import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#server/db/database.ts'
import { deleteExpired } from '#server/jobs/clean-up.ts'
import { cuttableConnection } from '#tests/support/server/cut-connection.ts'
import { createPostgresDatabase, describeEngines, useDatabase } from '#tests/support/server/database.ts'
import { isPostgresInstalled, postgresMissing } from '#tests/support/server/postgres.ts'
import {
  addSession,
  confirmHours,
  occurrenceIdsOn,
  refusalOf,
  TEST_NOW,
  TODAY,
  useDistrict,
} from '#tests/support/server/schedule.ts'
import { type TestServer, useTestServer } from '#tests/support/server/test-server.ts'

const KEY = '8e03978e-40d5-43dd-bc93-6894a57f9324'
const ADDED = { status: 200, message: 'Service has been added successfully', data: { id: 4 } }

const addService = (server: TestServer, token: string, key?: string, code = 'SLP') =>
  server.call('addService', {
    token,
    body: { code, description: 'Speech' },
    ...(key !== undefined && { headers: { 'Idempotency-Key': key } }),
  })
const column = async ({ pool }: Database, query: string): Promise<unknown[]> =>
  (await pool.query<{ value: unknown }>(query)).rows.map(({ value }) => value)
const codes = (database: Database) => column(database, 'select code as value from services order by id')
const keys = (database: Database) => column(database, 'select user_id as value from idempotency_keys')

describeEngines('a write with a key', (engine) => {
  const database = useDatabase(engine)
  const server = useTestServer(database)
  const token = useDistrict(database, server)
  const add = (key?: string, code?: string, as = token.ada) => addService(server(), as, key, code)

  test('is carried out once; a repeat gets the first reply', async () => {
    const first = await add(KEY)
    expect(first).toMatchObject(ADDED)
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    // In quotes, as the standard's draft has it.
    const second = await add(`"${KEY.toUpperCase()}"`)
    expect(second).toMatchObject(ADDED)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(await codes(database())).toEqual(['OT', 'PT', 'ART', 'SLP'])
  })

  test('concurrent repeats wait for the first and get its reply', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => add(KEY)))
    for (const reply of replies) expect(reply).toMatchObject(ADDED)
    expect(replies.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1)
    expect(await codes(database())).toEqual(['OT', 'PT', 'ART', 'SLP'])
  })

  test('a key of another request is refused', async () => {
    await add(KEY)
    expect(refusalOf(await add(KEY, 'SWK'))).toEqual({
      status: 422,
      message: 'This Idempotency-Key was already used for another request. Use a new one.',
    })
    expect(await codes(database())).toEqual(['OT', 'PT', 'ART', 'SLP'])
  })

  test('a key that is not a UUID is refused', async () => {
    expect(refusalOf(await add('1'))).toEqual({ status: 400, message: 'The header Idempotency-Key must be a UUID.' })
  })

  test('a refused write keeps no key: the same call may succeed later', async () => {
    expect(refusalOf(await add(KEY, 'OT'))).toMatchObject({ status: 409 })
    expect(await keys(database())).toEqual([])
    await database().pool.query(`delete from school_service_rates; update services set code = 'OTR' where code = 'OT'`)
    expect(await add(KEY, 'OT')).toMatchObject({ status: 200, message: ADDED.message })
  })

  test('is one user’s: the same key of someone else is another', async () => {
    const share = (as: string, providerId: number) =>
      server().call('createCalendarFeed', { token: as, body: { providerId }, headers: { 'Idempotency-Key': KEY } })
    expect(await share(token.paul, 1)).toMatchObject({ status: 200 })
    expect(await share(token.sofia, 2)).toMatchObject({ status: 200 })
    expect(await keys(database())).toEqual([2, 3])
  })

  test('a reply that is a refusal for one part is kept, with what was written', async () => {
    await addSession(server(), token.paul)
    await confirmHours(server(), token.paul)
    const ids = await occurrenceIdsOn(server(), token.ada, TODAY)
    const approve = () =>
      server().call('approveScheduleEvents', {
        token: token.ada,
        body: { scheduleEventRecurrence: [...ids, 999].map((id) => ({ id, recurrenceDate: TODAY })) },
        headers: { 'Idempotency-Key': KEY },
      })
    const refused = { status: 409, data: ['No session found on 11/20/2026.'] }
    expect(await approve()).toMatchObject(refused)
    expect(await column(database(), 'select state as value from provider_days')).toEqual(['approved'])
    const repeat = await approve()
    expect(repeat).toMatchObject(refused)
    expect(repeat.headers.get('idempotent-replayed')).toBe('true')
  })

  test('keeps no secret that its reply contains', async () => {
    const share = () =>
      server().call('createCalendarFeed', { token: token.paul, body: {}, headers: { 'Idempotency-Key': KEY } })
    const { data } = await share()
    expect((await share()).data).toEqual(data)
    const [reply] = await column(database(), 'select reply as value from idempotency_keys')
    expect(Buffer.from(String(reply), 'base64').toString('latin1')).not.toContain('/calendar/')
  })

  test('is kept for a day, then deleted', async () => {
    await add(KEY)
    const dayLater = (minutes: number) => new Date(TEST_NOW.getTime() + 86_400_000 + minutes * 60_000)
    await deleteExpired(database().db, dayLater(-1))
    expect(await keys(database())).toEqual([1])
    await deleteExpired(database().db, dayLater(1))
    expect(await keys(database())).toEqual([])
  })

  test('a day later its key counts as new', async () => {
    await add(KEY)
    server().now = new Date(TEST_NOW.getTime() + 86_460_000)
    const ada = await server().tokenOf(1)
    expect(await add(KEY, 'SWK', ada)).toMatchObject({ ...ADDED, data: { id: 5 } })
  })

  test('without a key, every call is carried out', async () => {
    expect(await add()).toMatchObject(ADDED)
    expect(refusalOf(await add())).toMatchObject({ status: 409 })
    expect(await keys(database())).toEqual([])
  })
})

describe.skipIf(!isPostgresInstalled)(
  isPostgresInstalled ? 'a connection that is cut during the commit' : postgresMissing,
  () => {
    let connection: Awaited<ReturnType<typeof cuttableConnection>>
    let cuttable: Database
    beforeAll(async () => {
      connection = await cuttableConnection(await createPostgresDatabase())
      cuttable = await openDatabase({ url: connection.url }, { connections: 4 })
    }, 60_000)
    afterAll(async () => {
      await cuttable.close()
      await connection.close()
    })
    const server = useTestServer(() => cuttable)
    const token = useDistrict(() => cuttable, server)

    test.each([
      ['after', ['OT', 'PT', 'ART', 'SLP']],
      ['before', ['OT', 'PT', 'ART']],
    ] as const)('%s it was made: the reply says that it is unknown, and a repeat is safe', async (when, stored) => {
      const key = randomUUID()
      connection.cut(when)
      expect(refusalOf(await addService(server(), token.ada, key))).toEqual({
        status: 503,
        message:
          'The database stopped answering. Your change may or may not be saved. ' +
          'Please try again in a minute; it will not be saved twice.',
      })
      expect(await codes(cuttable)).toEqual(stored)
      expect(await addService(server(), token.ada, key)).toMatchObject({ status: 200, message: ADDED.message })
      expect(await codes(cuttable)).toEqual(['OT', 'PT', 'ART', 'SLP'])
    })

    test('without a key, the reply asks to check first', async () => {
      connection.cut('after')
      expect(refusalOf(await addService(server(), token.ada))).toEqual({
        status: 503,
        message:
          'The database stopped answering. Your change may or may not be saved. Please check before you try again.',
      })
    })
  },
)
