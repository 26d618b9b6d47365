import { eq, sql } from 'drizzle-orm'
import {
  boolean,
  date,
  integer,
  jsonb,
  numeric,
  pgTable,
  smallint,
  text,
  time,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { describeEngines, truncateAll, useDatabase } from '#tests/support/server/database.ts'
import type { Database } from './database.ts'
import { isCheckViolation, isForeignKeyViolation, isUniqueViolation, sqlStateOf, violatedConstraint } from './errors.ts'
import { roles } from './schema/users.ts'

/** One column of every type that the schema uses, and the types that queries compute. */
const samples = pgTable('samples', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  small: smallint('small').notNull(),
  flag: boolean('flag').notNull(),
  name: text('name').notNull(),
  day: date('day').notNull(),
  start: time('start').notNull(),
  amount: numeric('amount', { precision: 12, scale: 2 }).notNull(),
  at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull(),
  detail: jsonb('detail').$type<{ days: number[] }>().notNull(),
  key: uuid('key').notNull(),
  note: text('note'),
  days: date('days').array().notNull(),
})

const sample = {
  small: -3,
  flag: true,
  name: 'Zoë Ångström 学校',
  day: '2024-02-29',
  start: '09:05:00',
  amount: '12345678.90',
  at: new Date('2024-03-31T01:30:00.123Z'),
  detail: { days: [2, 4] },
  key: '0b9a2a6e-35c8-4f0c-8f57-2d0b0c1f9a10',
  note: null,
  days: ['2024-02-29', '2024-03-01'],
}

describeEngines('values', (engine) => {
  const database = useDatabase(engine)
  beforeAll(async () => {
    await database().pool.query(`create table samples (id int primary key generated always as identity, small smallint,
      flag boolean, name text, day date, start time, amount numeric(12,2), at timestamptz, detail jsonb, key uuid,
      note text, days date[])`)
    await database().db.insert(samples).values(sample)
  })

  test('round-trip through Drizzle', async () => {
    expect(await database().db.select().from(samples)).toEqual([{ id: 1, ...sample }])
  })

  test('come back from SQL with dates as text and instants as Date', async () => {
    expect((await database().pool.query('select * from samples')).rows).toEqual([{ id: 1, ...sample }])
  })

  test('computed numbers: int8 is a number if it is exact, numeric stays text', async () => {
    const query = `select count(*) as count, 9007199254740991::int8 as safe, 9007199254740993::int8 as large,
      sum(amount) as sum, 0.1::float8 as float, array[1::int8, 2] as many from samples`
    const expected = {
      count: 1,
      safe: 9007199254740991,
      large: '9007199254740993',
      sum: '12345678.90',
      float: 0.1,
      many: [1, 2],
    }
    expect((await database().pool.query(query)).rows[0]).toMatchObject(expected)
    const [row] = (await database().db.execute(sql.raw(query))).rows
    expect(row).toMatchObject(expected)
  })

  test('the session is in UTC', async () => {
    const { rows } = await database().pool.query(`select '2024-07-01 12:00'::timestamptz::text as text`)
    expect(rows).toEqual([{ text: '2024-07-01 12:00:00+00' }])
  })

  test('a named statement is prepared once and runs every time', async () => {
    const statement = database()
      .db.select({ name: samples.name })
      .from(samples)
      .where(eq(samples.id, sql.placeholder('id')))
      .prepare('sample_name')
    expect(await statement.execute({ id: 1 })).toEqual([{ name: sample.name }])
    expect(await statement.execute({ id: 2 })).toEqual([])
    const { rows } = await database().pool.query(
      `select count(*)::int as count from pg_prepared_statements where name = 'sample_name'`,
    )
    expect(rows).toEqual([{ count: 1 }])
  })

  test('a response of many megabytes arrives whole', async () => {
    const { rows } = await database().pool.query<{ n: number; text: string }>(
      `select n, repeat(chr(97 + n % 26), 1000) as text from generate_series(1, 20000) n`,
    )
    expect(rows).toHaveLength(20_000)
    expect(rows.every(({ n, text }) => text === String.fromCharCode(97 + (n % 26)).repeat(1000))).toBe(true)
  })

  test('a parameter of many megabytes arrives whole', async () => {
    const { rows } = await database().pool.query(
      'select length($1) as length, md5($1) = md5(repeat($2, 8000000)) as same',
      ['x'.repeat(8_000_000), 'x'],
    )
    expect(rows).toEqual([{ length: 8_000_000, same: true }])
  })

  test('names sort by Unicode’s rules, whatever the server’s locale', async () => {
    const { rows } = await database().pool.query<{ name: string }>(
      `select name from unnest(array['Zoe', 'éclair', 'Eve', 'Ångström', 'adam', 'Übel', 'umber']) name
       order by name collate "und-x-icu"`,
    )
    expect(rows.map(({ name }) => name)).toEqual(['adam', 'Ångström', 'éclair', 'Eve', 'Übel', 'umber', 'Zoe'])
  })
})

const roleNames = async ({ db }: Database) => (await db.select().from(roles).orderBy(roles.id)).map(({ name }) => name)

describeEngines('transactions', (engine) => {
  const database = useDatabase(engine)
  beforeEach(() => truncateAll(database()))

  test('commit', async () => {
    await database().db.transaction(async (tx) => {
      await tx.insert(roles).values({ id: 1, name: 'a' })
      await tx.insert(roles).values({ id: 2, name: 'b' })
    })
    expect(await roleNames(database())).toEqual(['a', 'b'])
  })

  test('roll back when the callback throws', async () => {
    const attempt = database().db.transaction(async (tx) => {
      await tx.insert(roles).values({ id: 1, name: 'a' })
      throw new Error('changed my mind')
    })
    await expect(attempt).rejects.toThrow('changed my mind')
    expect(await roleNames(database())).toEqual([])
  })

  test('nest: a failed inner transaction leaves the outer one as it was', async () => {
    await database().db.transaction(async (tx) => {
      await tx.insert(roles).values({ id: 1, name: 'outer' })
      const inner = tx.transaction(async (nested) => {
        await nested.insert(roles).values({ id: 2, name: 'inner' })
        await nested.insert(roles).values({ id: 2, name: 'again' })
      })
      await expect(inner).rejects.toSatisfy((error) => isUniqueViolation(error, 'roles_pkey'))
      await tx.insert(roles).values({ id: 3, name: 'after' })
    })
    expect(await roleNames(database())).toEqual(['outer', 'after'])
  })

  test('concurrent ones do not lose each other’s changes', async () => {
    await database().db.insert(roles).values({ id: 1, name: '0' })
    const increment = () =>
      database().db.transaction(async (tx) => {
        const [row] = await tx.select().from(roles).where(eq(roles.id, 1)).for('update')
        await tx
          .update(roles)
          .set({ name: String(Number(row?.name) + 1) })
          .where(eq(roles.id, 1))
      })
    await Promise.all(Array.from({ length: 25 }, increment))
    expect(await roleNames(database())).toEqual(['25'])
  })

  test('statements outside see only committed data', async () => {
    const { db } = database()
    let seen: Promise<string[]> | undefined
    await db.transaction(async (tx) => {
      await tx.insert(roles).values({ id: 1, name: 'a' })
      seen = roleNames(database())
      await tx.execute(sql`select 1`)
      await tx.insert(roles).values({ id: 2, name: 'b' })
    })
    // PostgreSQL answers at once, the embedded engine after the transaction; neither shows half of it.
    expect([[], ['a', 'b']]).toContainEqual(await seen)
    expect(await roleNames(database())).toEqual(['a', 'b'])
  })
})

describeEngines('failures', (engine) => {
  const database = useDatabase(engine)
  beforeEach(() => truncateAll(database()))

  test('carry their SQLSTATE and constraint, with and without Drizzle', async () => {
    const { db, pool } = database()
    await db.insert(roles).values({ id: 1, name: 'a' })
    const twice = await db
      .insert(roles)
      .values({ id: 2, name: 'a' })
      .catch((error: unknown) => error)
    expect(twice).toMatchObject({ cause: { code: '23505', constraint: 'roles_name_unique' } })
    expect(isUniqueViolation(twice)).toBe(true)
    expect(isUniqueViolation(twice, 'roles_name_unique')).toBe(true)
    expect(isUniqueViolation(twice, 'roles_pkey')).toBe(false)
    const bare = await pool.query(`insert into roles values (1, 'b')`).catch((error: unknown) => error)
    expect(bare).toMatchObject({ code: '23505', constraint: 'roles_pkey' })
    expect(violatedConstraint(bare)).toBe('roles_pkey')
  })

  test('are distinguished by type', async () => {
    const { pool } = database()
    const failed = (query: string) => pool.query(query).catch((error: unknown) => error)
    expect(isForeignKeyViolation(await failed('insert into role_permissions values (1, 1)'))).toBe(true)
    expect(isCheckViolation(await failed(`insert into organisation values (2, 'a', 'UTC')`))).toBe(true)
    expect(sqlStateOf(await failed('select nothing from nowhere'))).toBe('42P01')
    expect(sqlStateOf(await failed('insert into roles values (1, null)'))).toBe('23502')
  })

  test('leave the connection usable, including named statements', async () => {
    const { pool } = database()
    const client = await pool.connect()
    try {
      const divide = (divisor: number) =>
        client.query<{ value: number }>({ name: 'divide', text: 'select 6 / $1::int as value', values: [divisor] })
      expect((await divide(3)).rows).toEqual([{ value: 2 }])
      await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
      expect((await divide(2)).rows).toEqual([{ value: 3 }])
      await expect(client.query('selec')).rejects.toMatchObject({ code: '42601' })
      await expect(client.query('copy roles from stdin')).rejects.toMatchObject({ code: '57014' })
      expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    } finally {
      client.release()
    }
  })

  test('a client released in the middle of a transaction leaves nothing of it', async () => {
    const { pool } = database()
    const client = await pool.connect()
    await client.query('begin')
    await client.query(`insert into roles values (1, 'a')`)
    await client.query(`set timezone = 'Asia/Tokyo'`)
    client.release(true)
    expect(await roleNames(database())).toEqual([])
    expect((await pool.query('show timezone')).rows).toEqual([{ TimeZone: 'UTC' }])
  })

  test('a hundred concurrent statements, half of them wrong, each get their own answer', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        database()
          .pool.query<{ value: number }>('select 100 / $1::int as value', [n % 2])
          .then(({ rows }) => rows[0]?.value, sqlStateOf),
      ),
    )
    expect(answers).toEqual(Array.from({ length: 100 }, (_, n) => (n % 2 ? 100 : '22012')))
  })
})
