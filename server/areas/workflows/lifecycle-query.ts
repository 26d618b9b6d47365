/** What the queries for every lifecycle share. Each query is one statement, the same on both engines. */
import { fillPlaceholders, type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { QueryResultRow } from 'pg'
import { addDays, instantOf, localOf } from '#domain/time.ts'
import type { Period } from '#domain/workflow-period.ts'
import { transitionLog } from '#server/db/schema/workflows.ts'
import type { GraphContext } from '#server/http/graphql/graph-part.ts'
import type { StoredLifecycle } from '#server/lifecycle/stored-lifecycle.ts'

export interface PageOf {
  page: number
  size: number
}

/** A lifecycle, and which of its records the caller sees. */
export interface LifecycleRequest {
  readonly lifecycle: StoredLifecycle
  /** The provider whose records the caller may see. */
  readonly scope: number | undefined
  readonly context: Pick<GraphContext, 'db' | 'timeZone' | 'now'>
}

const dialect = new PgDialect({ casing: 'snake_case' })
const statements = new Map<string, { text: string; params: unknown[] }>()

export const given = (name: string) => sql.placeholder(name)

const inPeriod = sql`log.at >= ${given('from')}::timestamptz and log.at < ${given('until')}::timestamptz`

/**
 * Asks a question about a lifecycle. The statement is prepared once per connection under the question's name.
 *
 * @param write gets the select of the current states, and the log entries of the period as `log`, with their conditions
 */
export const ask = async <Row extends QueryResultRow>(
  { lifecycle, scope, context: { db, timeZone, now } }: LifecycleRequest,
  question: string,
  write: (written: { currentStates: SQL; lines: SQL }) => SQL,
  values: Record<string, unknown> = {},
): Promise<Row[]> => {
  const isBound = scope !== undefined
  // PostgreSQL distinguishes names by their first 63 characters.
  const name = `count ${lifecycle.machine} ${question}${isBound ? ' of one' : ''}`
  let statement = statements.get(name)
  if (!statement) {
    const isSeen = isBound ? sql`and ${lifecycle.isOfProvider(sql`log.entity`)}` : sql``
    const lines = sql`${transitionLog} as log
      where log.machine = ${lifecycle.machine} and ${inPeriod} ${isSeen}`
    const { sql: text, params } = dialect.sqlToQuery(write({ currentStates: lifecycle.currentStates(isBound), lines }))
    statement = { text, params }
    statements.set(name, statement)
  }
  const all = { scope, timeZone, today: localOf(now, timeZone).date, ...values }
  return (await db.$client.query<Row>({ name, text: statement.text, values: fillPlaceholders(statement.params, all) }))
    .rows
}

/** The instants at which a period begins and ends. */
export const boundsOf = ({ from, to }: Period, timeZone: string) => ({
  from: instantOf(from, '00:00', timeZone).toISOString(),
  until: instantOf(addDays(to, 1), '00:00', timeZone).toISOString(),
})

/** An instant as text, in UTC to the second. */
export const instantText = (at: SQL): SQL => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/** A record's details, from a lifecycle's `details` named `shown`, as JSON; `at` is an instant. */
export const recordJson = (at: SQL, more: SQL = sql``): SQL => sql`json_build_object('entity', shown.entity,
  'label', label, 'providerId', provider_id, 'providerName', provider_name, 'date', shown.date,
  'startTime', to_char(shown.start_time, 'HH24:MI'), 'endTime', to_char(end_time, 'HH24:MI'), 'state', shown.state,
  'scheduleEventId', schedule_event_id, 'isRecurring', is_recurring, 'at', ${instantText(at)} ${more})`
