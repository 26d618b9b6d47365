import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { useDatabase } from '#tests/support/server/database.ts'
import { followedTables } from '#tests/support/server/live-topics.ts'

const database = useDatabase()

const WITH_ANOTHER = 'changes with a table that is followed'
const FIXED = 'is filled by migrations and the seed alone'
const LOG = 'is a log; what it logs changes tables that are followed'
const REOPENED = 'is a log; its list shows what else it logs when it is opened again'
const UNSEEN = 'no page shows it'

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
  security_events: REOPENED,
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
  pay_before_corrections: WITH_ANOTHER,
  invoice_files: WITH_ANOTHER,
  report_detail_files: WITH_ANOTHER,
  notification_events: WITH_ANOTHER,
  transition_log: LOG,
  access_changes: LOG,
  student_readings: LOG,
  live_changes: UNSEEN,
  idempotency_keys: UNSEEN,
}

const schemas: Record<string, Record<string, unknown>> = import.meta.glob('./schema/*.ts', { eager: true })
const tables = Object.values(schemas)
  .flatMap((file) => Object.values(file))
  .filter((each) => each instanceof PgTable)
  .map((table) => getTableConfig(table).name)

test('open pages follow every table, or there is a reason not to', async () => {
  const followed = await followedTables(database())
  expect([...followed.map(({ table }) => table), ...Object.keys(excused)].toSorted()).toEqual(tables.toSorted())
  for (const { table, events } of followed) {
    expect({ table, events: events.toSorted() }).toEqual({ table, events: ['delete', 'insert', 'update'] })
  }
})
