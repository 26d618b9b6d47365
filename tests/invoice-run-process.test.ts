/** The built server, killed while it generates the invoices of all schools. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { envelopeSchema } from '#contract/endpoint.ts'
import { readInvoiceRun, startInvoiceRun } from '#contract/invoices.ts'
import { sessionSchema, signIn } from '#contract/login.ts'
import { readSettings } from '#server/config.ts'
import type { Database, DatabaseSettings } from '#server/db/database.ts'
import { invoiceSessions, invoices } from '#server/db/schema/invoices.ts'
import { jobs } from '#server/db/schema/jobs.ts'
import { notificationEvents } from '#server/db/schema/notifications.ts'
import { organisation } from '#server/db/schema/organization.ts'
import { runItems } from '#server/db/schema/runs.ts'
import { prepareDatabase } from '#server/prepare.ts'
import { NOVEMBER } from './support/server/billing.ts'
import { openStopped } from './support/server/database.ts'
import { addSchoolsWithWork } from './support/server/many-schools.ts'
import { createDatabase, isPostgresInstalled, TestPostgres } from './support/server/postgres.ts'
import { type ServerProcess, startServer } from './support/server/server-process.ts'

const ADMIN = { ADMIN_EMAIL: 'head@district.example', ADMIN_PASSWORD: 'long enough, surely' }

const folders: string[] = []
let postgres: TestPostgres | undefined
afterAll(async () => {
  await postgres?.remove()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const post = async (server: ServerProcess, path: string, body: unknown, token = '') => {
  const headers = { 'content-type': 'application/json', ...(token && { token }) }
  const response = await fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return envelopeSchema.parse(await response.json())
}

const signedIn = async (server: ServerProcess): Promise<string> => {
  const body = { username: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD }
  return sessionSchema.parse((await post(server, signIn.path, body)).data).accessToken
}

const runOf = async (server: ServerProcess, token: string) => {
  const run = readInvoiceRun.data.parse((await post(server, readInvoiceRun.path, {}, token)).data)
  if (!run) throw new Error('There is no run')
  return run
}

interface Engine {
  readonly name: string
  /** After how many schools the server is killed. Each kill of an embedded database starts it twice more. */
  readonly kills: readonly number[]
  readonly schools: number
  readonly open: () => Promise<{ env: Record<string, string>; database: DatabaseSettings }>
}

const engines: Engine[] = [
  {
    name: 'embedded',
    kills: [3],
    schools: 20,
    open: async () => {
      const folder = mkdtempSync(join(tmpdir(), 'homeroom-invoices-'))
      folders.push(folder)
      return { env: { DATA_FOLDER: folder }, database: { folder } }
    },
  },
  ...(isPostgresInstalled
    ? [
        {
          name: 'postgresql',
          kills: [5, 12],
          schools: 30,
          open: async () => {
            postgres = await TestPostgres.create()
            const url = await createDatabase(postgres, 'invoices')
            return { env: { DATABASE_URL: url }, database: { url } }
          },
        },
      ]
    : []),
]

describe.each(engines)('kill -9 while invoices are generated ($name)', ({ kills, schools, open }) => {
  test('no number is lost or doubled, and every school is done', { timeout: 240_000 }, async () => {
    const { env, database: place } = await open()
    const settings = {
      TOKEN_SECRET: '0123456789abcdef0123456789abcdef',
      PORT: '0',
      TIME_ZONE: 'America/New_York',
      ...ADMIN,
      ...env,
    }
    const inDatabase = async <T>(work: (database: Database) => Promise<T>) => {
      const database = await openStopped(place)
      try {
        return await work(database)
      } finally {
        await database.close()
      }
    }
    await inDatabase(async (database) => {
      await prepareDatabase(database.db, readSettings([], settings), new Date(), () => undefined)
      await addSchoolsWithWork(database, schools)
    })

    let server = await startServer([], settings)
    const token = await signedIn(server)
    expect(await post(server, startInvoiceRun.path, NOVEMBER, token)).toMatchObject({
      statusCode: 200,
      data: { total: schools },
    })
    let before = 0
    for (const until of kills) {
      await expect.poll(async () => (await runOf(server, token)).done, { interval: 5 }).toBeGreaterThanOrEqual(until)
      await server.kill()
      const left = await inDatabase(async ({ db }) => {
        // As if the minute of its lease were over.
        await db.update(jobs).set({ dueAt: sql`now()` }).where(eq(jobs.state, 'running'))
        return db.$count(runItems, eq(runItems.outcome, 'waiting'))
      })
      expect(schools - left).toBeGreaterThan(before)
      expect(left).toBeGreaterThan(0)
      before = schools - left
      server = await startServer([], settings)
    }
    await expect.poll(async () => (await runOf(server, token)).state, { timeout: 60_000 }).toBe('done')
    expect(await runOf(server, token)).toMatchObject({ done: schools, unchanged: 0, skipped: [] })
    expect(await server.stop()).toBe(0)

    await inDatabase(async ({ db }) => {
      const issued = await db
        .select({ number: invoices.number, schoolId: invoices.schoolId, supersededBy: invoices.supersededById })
        .from(invoices)
        .orderBy(asc(invoices.number))
      expect(issued).toEqual(
        Array.from({ length: schools }, (_, index) => ({ number: index + 1, schoolId: index + 1, supersededBy: null })),
      )
      expect(await db.select({ last: organisation.lastInvoiceNumber }).from(organisation)).toEqual([{ last: schools }])
      expect(await db.$count(invoiceSessions)).toBe(schools * 10)
      expect(await db.$count(runItems, eq(runItems.outcome, 'done'))).toBe(schools)
      expect(await db.$count(notificationEvents, eq(notificationEvents.subject, 'invoice-run'))).toBe(1)
    })
  })
})
