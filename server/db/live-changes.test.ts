import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { LIVE_TOPICS } from '#contract/live.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import * as schema from './schema.ts'

const database = useDatabase()

const WITH_ANOTHER = 'changes with a table that is followed'
const FIXED = 'is filled by migrations and the seed alone'
const LOG = 'is a log; what it logs changes tables that are followed'
const UNSEEN = 'no page shows it'
const ASKED = 'the page that started it polls for its progress'

/** Tables whose changes open pages don't follow, and why. */
const excused: Record<string, string> = {
  organisation_logos: WITH_ANOTHER,
  organisation_changes: WITH_ANOTHER,
  roles: FIXED,
  permissions: WITH_ANOTHER,
  genders: FIXED,
  ethnicities: FIXED,
  provider_types: FIXED,
  provider_statuses: FIXED,
  ssn_reveals: LOG,
  document_log: LOG,
  stored_files: WITH_ANOTHER,
  stored_file_contents: WITH_ANOTHER,
  notification_mail_choices: WITH_ANOTHER,
  hour_reminders: UNSEEN,
  daily_work: UNSEEN,
  sign_in_paces: UNSEEN,
  security_events: LOG,
  password_recoveries: UNSEEN,
  passkey_challenges: UNSEEN,
  recovery_codes: WITH_ANOTHER,
  sign_in_tickets: UNSEEN,
  spent_tokens: UNSEEN,
  countries: FIXED,
  states: FIXED,
  cities: WITH_ANOTHER,
  rate_types: FIXED,
  service_frequencies: FIXED,
  durations: FIXED,
  event_frequencies: FIXED,
  session_types: FIXED,
  colours: FIXED,
  pto_balance_entries: WITH_ANOTHER,
  invoice_sessions: WITH_ANOTHER,
  invoice_files: WITH_ANOTHER,
  report_detail_files: WITH_ANOTHER,
  notification_events: WITH_ANOTHER,
  transition_log: LOG,
  access_changes: LOG,
  student_readings: LOG,
  live_changes: UNSEEN,
  idempotency_keys: UNSEEN,
  letter_runs: ASKED,
  letter_run_providers: ASKED,
}

const tables = Object.values(schema)
  .filter((each) => each instanceof PgTable)
  .map((table) => getTableConfig(table).name)

const triggersSchema = z.array(z.object({ table: z.string(), events: z.array(z.string()), source: z.string() }))

test('open pages follow every table, or there is a reason not to', async () => {
  const { rows } = await database().pool.query(`select c.relname as table, p.prosrc as source,
      array_agg(case when t.tgtype & 4 > 0 then 'insert' when t.tgtype & 8 > 0 then 'delete' else 'update' end order by 1)
        as events
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where p.proname = 'live_' || c.relname group by 1, 2`)
  const followed = triggersSchema.parse(rows)
  expect([...followed.map(({ table }) => table), ...Object.keys(excused)].toSorted()).toEqual(tables.toSorted())
  for (const { table, events, source } of followed) {
    expect({ table, events: events.toSorted() }).toEqual({ table, events: ['delete', 'insert', 'update'] })
    const [, topic] = /SELECT '(\w+)'/.exec(source) ?? []
    expect({ table, topic }).toEqual({ table, topic: expect.toBeOneOf([...LIVE_TOPICS]) })
  }
})
