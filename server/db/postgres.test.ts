import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPostgresDatabase } from '#tests/support/server/database.ts'
import { isPostgresInstalled, postgresMissing, TestPostgres } from '#tests/support/server/postgres.ts'
import { openDatabase } from './database.ts'
import { DatabaseUnavailable, isDatabaseUnavailable } from './errors.ts'
import { roles } from './schema/users.ts'

const failure = (attempt: Promise<unknown>) => attempt.then(() => undefined).catch((error: unknown) => error)

test('a missing server is reported at once, without the password', async () => {
  const error = await failure(openDatabase({ url: 'postgresql://someone:geheim@127.0.0.1:1/nothing' }))
  expect(error).toBeInstanceOf(DatabaseUnavailable)
  expect(error).toHaveProperty('message', 'The database is not available: connect ECONNREFUSED 127.0.0.1:1')
})

describe.skipIf(!isPostgresInstalled)(isPostgresInstalled ? 'postgresql' : postgresMissing, () => {
  test('several servers may start together on one new database', async () => {
    const url = await createPostgresDatabase()
    const databases = await Promise.all([1, 2, 3].map(() => openDatabase({ url })))
    const counts = await Promise.all(
      databases.map(({ pool }) => pool.query('select count(*)::int as count from drizzle.__drizzle_migrations')),
    )
    expect(new Set(counts.map(({ rows }) => rows[0]?.count)).size).toBe(1)
    await Promise.all(databases.map(({ close }) => close()))
  })

  test('a wrong database is a plain error', async () => {
    const url = await createPostgresDatabase()
    const error = await failure(openDatabase({ url: url.replace(/test_[0-9a-f]+/, 'nowhere') }))
    expect(error).toHaveProperty('message', 'database "nowhere" does not exist')
  })

  describe('going away', () => {
    let server: TestPostgres
    beforeAll(async () => {
      server = await TestPostgres.create()
    }, 60_000)
    afterAll(() => server.remove(), 60_000)

    test('rejects running and new queries, and recovers with the server', async () => {
      const reported: Error[] = []
      const { db, pool, health, close } = await openDatabase(
        { url: server.url('postgres') },
        { report: (error) => reported.push(error) },
      )
      await db.insert(roles).values({ id: 1, name: 'kept' })
      // One connection idle, one in a transaction between two statements, one in the middle of a statement.
      const transaction = await pool.connect()
      await transaction.query('begin')
      await transaction.query(`insert into roles values (2, 'lost')`)
      const running = failure(pool.query('select pg_sleep(60)'))
      const idle = await pool.connect()
      idle.release()

      await server.stop()
      expect(await running).toBeInstanceOf(DatabaseUnavailable)
      expect(await failure(transaction.query('commit'))).toBeInstanceOf(DatabaseUnavailable)
      transaction.release(true)
      const refused = await failure(db.select().from(roles))
      expect(refused).not.toBeInstanceOf(DatabaseUnavailable)
      expect(isDatabaseUnavailable(refused)).toBe(true)
      expect(isDatabaseUnavailable(await failure(db.transaction((tx) => tx.select().from(roles))))).toBe(true)
      expect(await health()).toMatchObject({ healthy: false, reason: expect.stringContaining('not available') })
      expect(reported).not.toEqual([])

      await server.start()
      expect(await health()).toMatchObject({ healthy: true })
      expect(await db.select().from(roles)).toEqual([{ id: 1, name: 'kept' }])
      await close()
    }, 60_000)
  })
})
