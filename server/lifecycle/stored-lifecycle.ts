/** What a lifecycle that is stored on the server says of its records: where they are, and who may see them. */

import { type Column, type SQL, sql } from 'drizzle-orm'
import { type Endpoint, queryId } from '#contract/endpoint.ts'
import type { WorkflowRecord } from '#contract/workflow-counts.ts'
import type { LoggedDetail } from './logged-detail.ts'

/** Parameters that the queries of a lifecycle may use. */
export const param = {
  /** The provider to limit the records to. */
  scope: sql.placeholder('scope'),
  timeZone: sql.placeholder('timeZone'),
  /** The organization's date. */
  today: sql.placeholder('today'),
}

export interface StoredLifecycle {
  /** As in src/machines/catalog.ts. */
  readonly name: string
  /** The machine's name in the transition log. */
  readonly machine: string
  /** The first state is the initial one. */
  readonly states: readonly string[]
  /** The endpoints that show the same records: access to any of them is enough. */
  readonly shownBy: readonly Endpoint[]
  readonly keepsLoops: boolean
  /** States in which no one has anything to do: time there is not waiting. */
  readonly finalStates: readonly string[]
  /** What its steps log besides their states. */
  readonly logged?: Pick<LoggedDetail<never>, 'noteOf'>
  /** Whether a text may be the id of a record in the log. */
  readonly isEntity: (text: string) => boolean
  /** Whether a record without a step is one; default yes. */
  readonly isKept?: (record: Pick<WorkflowRecord, 'label' | 'state'>) => boolean
  /**
   * A select of the current states of records: entity, state, date, start_time, and due_at, which is `dueAt`.
   *
   * @param isBound limits it to the provider `param.scope`, as on the provider's own screens
   */
  readonly currentStates: (isBound: boolean) => SQL
  /**
   * A select of the details of records: entity, label, provider_id, provider_name, date, start_time, end_time,
   * schedule_event_id, is_recurring, state, begins_at.
   *
   * @param keys a table with the records' `entity`
   */
  readonly details: (keys: SQL) => SQL
  /**
   * When a record entered its current state if no step led there: because days passed, or where the row says so. Null in
   * other states.
   *
   * @param record has `entity` and `state`
   */
  readonly turnedAt?: (record: SQL) => SQL
  /** When the record of a log entry entered its first state. */
  readonly beginsAt: (entity: SQL) => SQL
  /**
   * When time in the first state begins to count as waiting, for the record of a log entry: a session planned for
   * spring waits for no one in fall.
   */
  readonly dueAt: (entity: SQL) => SQL
  /** Whether the record of a log entry belongs to the provider `param.scope`. */
  readonly isOfProvider: (entity: SQL) => SQL
}

/** What a kind of record lacks. */
export const none = {
  time: sql`null::time`,
  id: sql`null::int`,
  date: sql`null::date`,
  instant: sql`null::timestamptz`,
}

/** Limits records to the provider's own. */
export const ofProvider = (isBound: boolean, column: Column): SQL =>
  isBound ? sql`${column} = ${param.scope}` : sql`true`

/** A row's id. Only entries of the machine's own log have one, and the database may evaluate this for others first. */
export const idOf = (entity: SQL): SQL => sql`case when ${entity} ~ '^\\d+$' then ${entity}::int end`

export const isRowId = (text: string): boolean => /^[1-9]\d*$/.test(text) && queryId.safeParse(text).success

/** When a date begins in the organization's time zone. */
export const startOfDay = (date: SQL) => sql`${date}::timestamp at time zone ${param.timeZone}`
