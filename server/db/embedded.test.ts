import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { holdEngineCode } from '#tests/support/server/database.ts'
import { type Database, openDatabase } from './database.ts'
import { DatabaseUnavailable, DataFolderError, isDatabaseUnavailable } from './errors.ts'
import { lockFolder } from './folder-lock.ts'
import { roles } from './schema/users.ts'

let folder: string
let opened: Database[] = []
let children: ChildProcess[] = []

beforeAll(holdEngineCode)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'homeroom-data-'))
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await Promise.all(opened.map((database) => database.close()))
  opened = []
  children = []
  rmSync(folder, { recursive: true, force: true })
})

async function open(): Promise<Database> {
  const database = await openDatabase({ folder })
  opened.push(database)
  return database
}

function startWriter(first: number): ChildProcess {
  const script = fileURLToPath(new URL('../../tests/support/server/endless-writer.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, folder, String(first)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  return child
}

/**
 * Lets a writer run until a number of rows is acknowledged, then kills it; meanwhile nobody else opens the folder.
 *
 * @returns the last acknowledged number
 */
async function writeAndKill(first: number, count: number): Promise<number> {
  const child = startWriter(first)
  const ended = once(child, 'exit')
  let last = first - 1
  if (!child.stdout) throw new Error('The writer has no output.')
  await once(child.stdout, 'readable')
  expect(await messageOf(openDatabase({ folder }))).toContain(`in use by process ${child.pid}:`)
  for await (const line of createInterface({ input: child.stdout })) {
    last = Number(line)
    if (last >= first + count - 1) child.kill('SIGKILL')
  }
  await ended
  return last
}

async function messageOf(attempt: Promise<unknown>): Promise<string> {
  const error = await attempt.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(DataFolderError)
  return error instanceof Error ? error.message : ''
}

test('acknowledged rows survive kill -9, again and again', async () => {
  let next = 1
  for (const count of [1, 150]) {
    const last = await writeAndKill(next, count)
    expect(last).toBeGreaterThanOrEqual(next + count - 1)
    const database = await open()
    const rows = await database.db.select({ id: roles.id, name: roles.name }).from(roles).orderBy(roles.id)
    // One more row may have been written than was acknowledged.
    expect(rows.length - last).toBeOneOf([0, 1])
    expect(rows.slice(0, last)).toEqual(
      Array.from({ length: last }, (_, n) => ({ id: n + 1, name: `${n + 1} ${'x'.repeat(5000)}` })),
    )
    await database.close()
    next = rows.length + 1
  }
}, 120_000)

test('a first start that was killed halfway is repeated; the data outlasts a clean stop, which unlocks the folder', async () => {
  mkdirSync(join(folder, 'cluster.unfinished/base'), { recursive: true })
  writeFileSync(join(folder, 'cluster.unfinished/PG_VERSION'), '18\n')
  const first = await open()
  expect(await first.db.select().from(roles)).toEqual([])
  await first.db.insert(roles).values({ id: 1, name: 'Administrators' })
  await first.close()
  expect(readdirSync(folder).sort()).toEqual(['cluster', 'lock'])
  const { db, pool, close, health } = await open()
  expect(await db.select().from(roles)).toEqual([{ id: 1, name: 'Administrators' }])

  // Opening it twice is refused, naming the folder and the process.
  expect(await messageOf(openDatabase({ folder }))).toBe(
    `The data folder ${folder} is in use by process ${process.pid}: two servers cannot share one embedded database.`,
  )
  const child = startWriter(2)
  const lines: string[] = []
  child.stderr?.on('data', (chunk: Buffer) => lines.push(chunk.toString()))
  const [code] = await once(child, 'close')
  expect(code).toBe(1)
  expect(lines.join('')).toBe(
    `DataFolderError: The data folder ${folder} is in use by process ${process.pid}: ` +
      'two servers cannot share one embedded database.\n',
  )
  expect(await db.select().from(roles)).toEqual([{ id: 1, name: 'Administrators' }])

  // A stop lets running and waiting queries finish, and refuses later ones.
  const answers = Array.from({ length: 20 }, (_, n) => pool.query('select $1::int as n, pg_sleep(0.01)', [n]))
  const closing = close()
  const late = await pool.query('select 1').catch((error: unknown) => error)
  expect((await Promise.all(answers)).map(({ rows }) => rows[0]?.n)).toEqual(Array.from({ length: 20 }, (_, n) => n))
  expect(late).toBeInstanceOf(DatabaseUnavailable)
  expect(late).toHaveProperty('message', 'The database is closing.')
  await closing
  await close()
  expect(await health()).toMatchObject({ healthy: false, reason: 'The database is closing.' })
})

test.each([
  ['nothing', ''],
  ['no JSON', 'garbled'],
  ['a process that is long gone', '{"pid":999999999,"host":"elsewhere"}'],
  ['this process', JSON.stringify({ pid: process.pid, host: hostname() })],
])('a lock file with %s neither blocks a start nor lets a second server in', async (_, text) => {
  const lock = join(folder, 'lock')
  writeFileSync(lock, text)
  const unlock = lockFolder(folder)
  writeFileSync(lock, text)
  expect(() => lockFolder(folder)).toThrow('two servers cannot share one embedded database.')
  unlock()
  lockFolder(folder)()
})

test('a folder with a very long path can be locked', () => {
  const long = join(folder, ...Array.from({ length: 10 }, () => 'x'.repeat(200)))
  mkdirSync(long, { recursive: true })
  const unlock = lockFolder(long)
  expect(() => lockFolder(long)).toThrow(`in use by process ${process.pid}:`)
  unlock()
})

test('an unusable folder gives one clear error', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect(await messageOf(openDatabase({ folder: file }))).toContain(`The data folder ${file} cannot be used: EEXIST`)
  expect(await messageOf(openDatabase({ folder: join(file, 'below') }))).toContain('cannot be used: ENOTDIR')
})

test.skipIf(process.getuid?.() === 0)('a folder without permission gives one clear error', async () => {
  chmodSync(folder, 0o000)
  expect(await messageOf(openDatabase({ folder }))).toContain('cannot be used: EACCES')
  chmodSync(folder, 0o700)
})

test('a database of another release is refused with the release, and its folder is unlocked', async () => {
  mkdirSync(join(folder, 'cluster'))
  writeFileSync(join(folder, 'cluster/PG_VERSION'), '17\n')
  expect(await messageOf(openDatabase({ folder }))).toBe(
    `The database in ${join(folder, 'cluster')}was created by PostgreSQL 17; this server reads PostgreSQL 18.`,
  )
  lockFolder(folder)()
})

test('when the engine dies, running queries fail, and the next query restarts it', async () => {
  const { db, pool } = await open()
  await db.insert(roles).values({ id: 1, name: 'kept' })
  const client = await pool.connect()
  await client.query('begin')
  await client.query(`insert into roles values (2, 'lost')`)
  // An unknown message type, and Sync: PostgreSQL ends the session, here together with the engine.
  const stream: Writable = Reflect.get(Reflect.get(client, 'connection'), 'stream')
  stream.write(Buffer.from([0x7a, 0, 0, 0, 4, 0x53, 0, 0, 0, 4]))
  const error = await client.query('commit').catch((reason: unknown) => reason)
  client.release(true)
  expect(isDatabaseUnavailable(error)).toBe(true)
  expect(await db.select().from(roles)).toEqual([{ id: 1, name: 'kept' }])
})
