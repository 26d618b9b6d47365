import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { asc } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { getAllReportDetails } from '#contract/reports/details-view.ts'
import { letterRun } from '#server/areas/letters/letter-run.ts'
import { reportDetailsRun } from '#server/areas/reports/served-reports.ts'
import {
  createPostgresDatabase,
  describeEngines,
  holdEngineCode,
  type TestEngine,
} from '#tests/support/server/database.ts'
import { addSession, TEST_NOW } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE, startTestServer } from '#tests/support/server/test-server.ts'
import { workOnJobs } from '#tests/support/server/work-on-jobs.ts'
import { type Database, type DatabaseSettings, openDatabase } from './database.ts'
import { readJournal } from './migrate.ts'
import { scheduleEvents } from './schema/schedule.ts'
import { students } from './schema/students.ts'

/** What `pg_dump` wrote when the tables were created in 57 steps, with the district of the tests in them. */
const dump = gunzipSync(
  readFileSync(new URL('../../tests/support/server/earlier-database.sql.gz', import.meta.url)),
).toString()

/** The migrations after the first one. */
const LATER = readJournal().entries.length - 1

/** Runs of invoices and letters as their tables held them: some that are over, and one of each that a job is to go on with. */
const EARLIER_RUNS = `
  set search_path to public;
  insert into invoices (number, invoice_number, school_id, start_date, end_date, student_ids, service_ids, content,
      total, amount_due, issued_on, due_on, issued_by_id, issued_at)
    values (1, 'INV-00001', 2, '2026-11-01', '2026-11-15', '{}', '{}', '{}', 81, 81, '2026-11-20', '2026-12-20', 1, now());
  insert into invoice_runs (start_date, end_date, state, started_by_id, created_at, ended_at, reason) values
    ('2026-10-01', '2026-10-15', 'failed', 1, '2026-10-20 15:00Z', now(), 'The server could not continue.'),
    ('2026-11-01', '2026-11-15', 'canceled', 1, '2026-11-20 15:00Z', now(), null);
  insert into invoice_run_schools (run_id, school_id, outcome, invoice_id, reason) values
    (1, 1, 'waiting', null, null), (2, 3, 'skipped', null, 'No rate'), (2, 2, 'issued', 1, null),
    (2, 1, 'waiting', null, null);
  insert into document_templates (title) values ('Assignment');
  insert into letter_runs (template_type_id, document_name, format, asks_to_accept, is_own, state, started_by_id,
      created_at) values (1, 'Welcome', 'pdf', false, false, 'running', 1, '2026-11-20 15:00Z');
  insert into letter_run_providers (run_id, provider_id, seen, outcome, reason) values
    (1, 2, repeat('a', 64), 'waiting', null), (1, 1, null, 'failed', 'No hire date');
  insert into jobs (id, kind, payload) values (gen_random_uuid(), 'letter-run', '{"runId": 1}');
  insert into report_details (id, user_id, name, title, filters, request, state, progress, reason, created_at, ended_at) values
    ('aaaaaaaa-0000-4000-8000-000000000001', 1, 'admin-school-detail', 'Made', '{}', '{}', 'done', 100, null, now(), now()),
    ('aaaaaaaa-0000-4000-8000-000000000002', 1, 'admin-school-detail', 'Asked', '{}', '{}', 'waiting', 0, null, now(), null),
    ('aaaaaaaa-0000-4000-8000-000000000003', 1, 'admin-school-detail', 'Failed', '{}', '{}', 'failed', 5, 'Why', now(), now());
  insert into jobs (id, kind, payload) values (gen_random_uuid(), 'report-details',
    '{"id": "aaaaaaaa-0000-4000-8000-000000000002"}');
  insert into notification_events (audience, category_id, recipient_user_id, message, subject, subject_id, entity)
    values ('ADM', 1, 1, 'Saved', 'generate-letter', 1, '1')`

/** Everything that migrations create, by name; columns may be in any order. */
const structure = async ({ pool }: Database) => {
  const lists = {
    columns: `select table_name, column_name, data_type, collation_name, column_default, is_nullable, is_identity,
      generation_expression from information_schema.columns where table_schema = 'public' order by 1, 2`,
    constraints: `select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as definition
      from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2, 3`,
    indexes: `select indexdef from pg_indexes where schemaname = 'public' order by 1`,
    triggers: 'select pg_get_triggerdef(oid) as definition from pg_trigger where not tgisinternal order by 1',
    functions: `select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
  }
  const read = Object.entries(lists).map(async ([name, text]) => [name, (await pool.query(text)).rows])
  return Object.fromEntries(await Promise.all(read))
}

describeEngines('a database from before the tables were created in one step', (engine: TestEngine) => {
  let settings: DatabaseSettings
  let folder: string
  let opened: Database[] = []

  const open = async () => {
    const database = await openDatabase(settings)
    opened.push(database)
    return database
  }
  const close = async () => {
    await Promise.all(opened.map((database) => database.close()))
    opened = []
  }

  beforeAll(holdEngineCode)

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'homeroom-earlier-'))
    settings = engine.name === 'postgresql' ? { url: await createPostgresDatabase() } : { folder }
  })

  afterEach(async () => {
    await close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('opens as it was, with the tables of a new one, and a provider can add a session', async () => {
    const { pool } = await open()
    await pool.query('drop schema public cascade; drop schema drizzle cascade; create schema public')
    await pool.query(dump)
    await close()

    const earlier = await open()
    const { rows } = await earlier.pool.query('select count(*)::int as migrations from drizzle.__drizzle_migrations')
    expect(rows).toEqual([{ migrations: 57 + LATER }])
    const fresh = await engine.open()
    opened.push(fresh)
    expect(await structure(earlier)).toEqual(await structure(fresh))

    const server = await startTestServer(earlier)
    try {
      server.now = TEST_NOW
      await addSession(server, await server.tokenOf(PEOPLE.Providers.userId))
    } finally {
      await server.stop()
    }
    const names = await earlier.db.select().from(students).orderBy(asc(students.id))
    expect(names.map(({ name, nameKey }) => [name, nameKey])).toEqual([
      ['Ana Núñez', 'ana nunez'],
      ['Bo Li', 'bo li'],
      ['Chi Okafor', 'chi okafor'],
      ['Dora Weiss', 'dora weiss'],
      ['Eli Stone', 'eli stone'],
    ])
    const [session] = await earlier.db.select().from(scheduleEvents)
    expect(session).toMatchObject({ eventName: 'Fine motor group' })
    await expect(earlier.pool.query('delete from transition_log')).rejects.toThrow(
      'The transition log can only be added to',
    )
  }, 60_000)

  test('has the runs of invoices, letters and reports that it had, and their jobs go on', async () => {
    const { pool } = await open()
    await pool.query('drop schema public cascade; drop schema drizzle cascade; create schema public')
    await pool.query(dump)
    await pool.query(EARLIER_RUNS)
    await close()

    const database = await open()
    const server = await startTestServer(database)
    const worker = workOnJobs({
      kinds: [letterRun, reportDetailsRun],
      services: { ...{ db: database.db, clock: () => TEST_NOW }, documents: server.documentParts },
    })
    try {
      server.now = TEST_NOW
      await allowScreen(database, 'Administrators', 'ManageDocuments')
      const token = await server.tokenOf(PEOPLE.Administrators.userId)
      const invoiceRunOf = async (id: number) => (await server.call('readInvoiceRun', { token, body: { id } })).data
      expect(await invoiceRunOf(1)).toMatchObject({
        ...{ startDate: '2026-10-01', state: 'failed', reason: 'The server could not continue.', total: 1, done: 0 },
      })
      expect(await invoiceRunOf(2)).toMatchObject({
        ...{
          startDate: '2026-11-01',
          endDate: '2026-11-15',
          state: 'canceled',
          startedBy: 'Ada Admin',
          total: 3,
          done: 2,
        },
        issued: [{ schoolName: 'Maple', invoiceNumber: 'INV-00001' }],
        skipped: [{ schoolName: 'Northgate', reason: 'No rate' }],
      })
      const letters = async () => (await server.call('getLetterRun', { token, query: {} })).data
      await expect.poll(letters).toMatchObject({
        ...{ id: 3, documentName: 'Welcome', state: 'done', createdOnUtc: '2026-11-20T15:00:00.000Z' },
        letters: [
          { providerName: 'Paul Provider', outcome: 'failed', reason: 'No hire date' },
          { providerName: 'Sofía Special', outcome: 'failed', reason: 'Letter template not found.' },
        ],
      })
      const details = async () => {
        const { data } = await server.call('getAllReportDetails', { token, body: {} })
        const { rows } = getAllReportDetails.data.parse(data)
        return Object.fromEntries(rows.map(({ title, state, reason }) => [title, [state, reason]]))
      }
      // Nobody has the screen any more.
      const refused = ['failed', 'You can no longer open this report.']
      await expect.poll(details).toEqual({ Made: ['done', null], Asked: refused, Failed: ['failed', 'Why'] })
      const about = await database.pool.query(
        `select subject_id, entity from notification_events where message = 'Saved'`,
      )
      expect(about.rows).toEqual([{ subject_id: 3, entity: '3' }])
      const next = await database.pool.query(`select nextval('runs_id_seq')::int as id`)
      expect(next.rows).toEqual([{ id: 6 }])
    } finally {
      await worker.stop(5_000)
      await server.stop()
    }
  }, 60_000)

  test('is refused if it was not updated to the last of those steps', async () => {
    const { pool } = await open()
    await pool.query('delete from drizzle.__drizzle_migrations where created_at > $1', [readJournal().entries[0].when])
    await pool.query('update drizzle.__drizzle_migrations set created_at = created_at - 1')
    await close()
    await expect(open()).rejects.toThrow(
      'The database is too old: this version can only update databases that were last updated on 2026-11-29 or later. ' +
        'Start a version from that day on it first, then this one again.',
    )
  }, 60_000)
})
