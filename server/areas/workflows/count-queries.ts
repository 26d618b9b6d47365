/**
 * How many records of a lifecycle are in each state, how many took each transition, and which ones. A stay in a state
 * begins with the move into it, or with the record, and ends with the move out of it; a move back to the same state is
 * neither.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { QueryResultRow } from 'pg'
import type { ListedRecord, StateCount, TakenTransition, TransitionCount } from '#contract/workflow-counts.ts'
import type { Period } from '#domain/workflow-period.ts'
import { rangeOf } from '#server/db/page-range.ts'
import { transitionLog } from '#server/db/schema/workflows.ts'
import type { StoredLifecycle } from '#server/lifecycle/stored-lifecycle.ts'
import { ask, boundsOf, given, type LifecycleRequest, type PageOf, recordJson } from './lifecycle-query.ts'

export const countStates = async (request: LifecycleRequest): Promise<Map<string, number>> => {
  const rows = await ask<{ state: string; records: number }>(
    request,
    'states',
    ({ currentStates }) => sql`select state, count(*)::int as records from (${currentStates}) as record group by state`,
  )
  return new Map(rows.map(({ state, records }) => [state, records]))
}

/**
 * The move that led a record to its state before a log entry, or to its current one; `before` is a condition on
 * `moved`.
 */
const lastMove = ({ machine }: StoredLifecycle, entity: SQL, before: SQL): SQL => sql`lateral (
    select moved.to_state, moved.at from ${transitionLog} as moved
    where moved.machine = ${machine} and moved.entity = ${entity} and ${before} and moved.from_state <> moved.to_state
    order by moved.id desc limit 1
  ) as came on true`

/** The stays that ended in the period, by state. A stay whose beginning was not logged is not counted. */
export const medianStays = async (
  request: LifecycleRequest,
  period: Period,
): Promise<Map<string, Pick<StateCount, 'medianSeconds' | 'stays'>>> => {
  const { lifecycle, context } = request
  const rows = await ask<{ state: string; stays: number; seconds: number }>(
    request,
    'stays',
    ({ lines }) => sql`
      select state, count(*)::int as stays,
        percentile_cont(0.5) within group (order by greatest(0, extract(epoch from left_at - came_at))) as seconds
      from (
        select stay.from_state as state, stay.at as left_at,
          case when came.to_state = stay.from_state then came.at
            when came.to_state is null and stay.from_state = ${given('initial')}
              then ${lifecycle.beginsAt(sql`stay.entity`)} end as came_at
        from (select log.* from ${lines} and log.from_state <> log.to_state) as stay
        left join ${lastMove(lifecycle, sql`stay.entity`, sql`moved.id < stay.id`)}
      ) as stays
      where came_at is not null
      group by state`,
    { ...boundsOf(period, context.timeZone), initial: lifecycle.states[0] },
  )
  return new Map(rows.map(({ state, stays, seconds }) => [state, { stays, medianSeconds: Math.round(seconds) }]))
}

export const countTransitions = (request: LifecycleRequest, period: Period): Promise<TransitionCount[]> =>
  ask<TransitionCount & QueryResultRow>(
    request,
    'steps',
    ({ lines }) => sql`
      select from_state as "fromState", event, to_state as "toState", count(*)::int as records, sum(times)::int as times
      from (
        select log.from_state, log.event, log.to_state, log.entity, count(*) as times from ${lines} group by 1, 2, 3, 4
      ) as taken
      group by 1, 2, 3
      order by 1, 2, 3`,
    boundsOf(period, request.context.timeZone),
  )

interface FoundPage {
  total: number
  items: (Omit<ListedRecord, 'note'> & { readonly detail: unknown })[]
}

interface RecordsPage {
  total: number
  items: ListedRecord[]
}

/** A page of a list, and how it is sorted. */
interface Listed extends PageOf {
  oldestFirst: boolean
}

/** In the list, since when a record has been in its state; null if that is not known. */
const since = ({ turnedAt }: StoredLifecycle, record: SQL, beginsAt: SQL): SQL => sql`coalesce(
        case when came.to_state = ${record}.state then came.at
          when came.to_state is null and ${record}.state = ${given('initial')} then ${beginsAt} end
        ${turnedAt ? sql`, ${turnedAt(record)}` : sql``})`

/** How long a record has been in its state, or has been due there. */
const secondsIn = (record: SQL, cameAt: SQL): SQL => sql`(
        select extract(epoch from ${given('now')}::timestamptz - from_when) from (
          select case when ${record}.state = ${given('initial')} then greatest(came_at, ${record}.due_at) else came_at end
            as from_when
          from (select ${cameAt} as came_at) as known where came_at is not null
        ) as stay where from_when <= ${given('now')}::timestamptz)`

/** A page of records; `chosen` selects all of them, and `order` sorts them. */
const readPage = async (
  request: LifecycleRequest,
  question: string,
  write: (written: { currentStates: SQL; lines: SQL }) => {
    chosen: SQL
    order: SQL
    at: SQL
    seconds: SQL
    detail: SQL
  },
  values: Record<string, unknown>,
  { page, size }: PageOf,
): Promise<RecordsPage> => {
  const { lifecycle, scope, context } = request
  const [found] = await ask<FoundPage & QueryResultRow>(
    request,
    question,
    (written) => {
      const { chosen, order, at, seconds, detail } = write(written)
      return sql`
        with chosen as materialized (${chosen}),
        page as materialized (
          select chosen.*, row_number() over (order by ${order}) as number from chosen
          order by ${order} limit ${given('limit')} offset ${given('offset')}
        )
        select (select count(*)::int from chosen) as total,
          coalesce(json_agg(${recordJson(at, sql`, 'seconds', round(${seconds}), 'detail', ${detail}`)} order by page.number), '[]') as items
        from page join (${lifecycle.details(sql`page`)}) as shown on shown.entity = page.entity
        left join ${lastMove(lifecycle, sql`page.entity`, sql`true`)}`
    },
    {
      ...values,
      initial: lifecycle.states[0],
      now: context.now.toISOString(),
      ...rangeOf({ pageIndex: page, pageSize: size }),
    },
  )
  if (found === undefined) return { total: 0, items: [] }
  // As in a record's history, only administrators read what was logged.
  const noteOf = (detail: unknown) => (scope === undefined ? (lifecycle.logged?.noteOf(detail) ?? null) : null)
  return { total: found.total, items: found.items.map(({ detail, ...item }) => ({ ...item, note: noteOf(detail) })) }
}

/**
 * The records in a state now, each with since when: the latest day first, or those that have been there longest.
 *
 * @param listed.longerThan in days; leaves out records that have not been there for longer
 */
export const recordsInState = (
  request: LifecycleRequest,
  state: string,
  { oldestFirst, longerThan, ...page }: Listed & { longerThan?: number | undefined },
): Promise<RecordsPage> => {
  const { lifecycle } = request
  const cameAt = since(lifecycle, sql`shown`, sql`begins_at`)
  // Only then are the beginnings of all stays needed, not just of those on the page.
  const byStay = oldestFirst || longerThan !== undefined
  return readPage(
    request,
    `current states${byStay ? ` by stay${oldestFirst ? ', longest first' : ''}` : ''}`,
    ({ currentStates }) => ({
      chosen: byStay
        ? sql`select * from (
            select record.*, ${secondsIn(sql`record`, since(lifecycle, sql`record`, lifecycle.beginsAt(sql`record.entity`)))} as seconds
            from (${currentStates}) as record left join ${lastMove(lifecycle, sql`record.entity`, sql`true`)}
            where record.state = ${given('state')}
          ) as stay where ${given('longerThan')}::int is null or seconds > ${given('longerThan')}::int * 86400`
        : sql`select * from (${currentStates}) as record where state = ${given('state')}`,
      order: oldestFirst ? sql`seconds desc nulls last, entity` : sql`date desc, start_time desc, entity`,
      at: cameAt,
      seconds: byStay ? sql`page.seconds` : secondsIn(sql`page`, cameAt),
      detail: sql`null::jsonb`,
    }),
    { state, ...(byStay && { longerThan: longerThan ?? null }) },
    page,
  )
}

/** The records that took a transition in the period, latest or oldest first, each with when it last did. */
export const recordsThatTook = (
  request: LifecycleRequest,
  { fromState, event, toState }: TakenTransition,
  period: Period,
  { oldestFirst, ...page }: Listed,
): Promise<RecordsPage> =>
  readPage(
    request,
    `taken${oldestFirst ? ', oldest first' : ''}`,
    ({ lines }) => ({
      chosen: sql`select distinct on (log.entity) log.entity, log.at, log.detail from ${lines}
        and log.from_state = ${given('fromState')} and log.event = ${given('event')} and log.to_state = ${given('toState')}
        order by log.entity, log.id desc`,
      order: oldestFirst ? sql`at, entity` : sql`at desc, entity`,
      at: sql`page.at`,
      seconds: sql`null::numeric`,
      detail: sql`page.detail`,
    }),
    { fromState, event, toState, ...boundsOf(period, request.context.timeZone) },
    page,
  )
