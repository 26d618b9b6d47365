/**
 * How long records stay in each state (docs/decisions/where-work-waits.md). A visit counts in a period if the record was
 * in the state at any time during it. Its length runs from when it entered the state, even before the period, to when
 * it left, or to the end of the period (or now) if it had not left by then.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { QueryResultRow } from 'pg'
import type { SlowVisit, StateWait } from '#contract/workflow-counts.ts'
import type { Period } from '#domain/workflow-period.ts'
import { rangeOf } from '#server/db/page-range.ts'
import { transitionLog } from '#server/db/schema/workflows.ts'
import { ask, boundsOf, given, instantText, type LifecycleRequest, type PageOf, recordJson } from './lifecycle-query.ts'

/** `greatest` ignores an unknown beginning. */
const waitsFrom = sql`case when came_at is not null then greatest(came_at, due_at) end`

const until = sql`${given('until')}::timestamptz`

/**
 * The visits of a period: entity, state, came_at, left_at, seconds. A visit without `seconds` began or ended outside of
 * the log. A record's last logged state is doubted if the record is in another one now.
 */
const visitsOf = ({ lifecycle }: LifecycleRequest, currentStates: SQL): SQL => {
  const initial = lifecycle.states[0]
  return sql`moves as materialized (
      select log.entity, log.at, log.from_state, log.to_state, lag(log.at) over by_record as came_at,
        lag(log.to_state) over by_record as came_state, lead(log.at) over by_record as next_at
      from ${transitionLog} as log
      where log.machine = ${lifecycle.machine} and log.from_state <> log.to_state
      window by_record as (partition by log.entity order by log.id)
    ),
    ended as materialized (
      select entity, from_state as state, at as left_at,
        case when came_state = from_state then came_at
          when came_state is null and from_state = ${initial} then ${lifecycle.beginsAt(sql`moves.entity`)} end as came_at,
        case when from_state = ${initial} then ${lifecycle.dueAt(sql`moves.entity`)} end as due_at
      from moves where at >= ${given('from')}::timestamptz and at < ${until}
    ),
    records as materialized (select entity, state, due_at from (${currentStates}) as record),
    current_states as materialized (
      select record.entity, coalesce(last.to_state, first.from_state, record.state) as state,
        case when last.entity is not null then
            case when last.next_at is not null or last.to_state = record.state then last.at end
          when coalesce(first.from_state, record.state) = ${initial} then record.due_at end as came_at,
        case when coalesce(last.to_state, first.from_state, record.state) = ${initial} then record.due_at end as due_at
      from records as record
      left join moves as last on last.entity = record.entity and last.at < ${until}
        and (last.next_at is null or last.next_at >= ${until})
      left join moves as first on first.entity = record.entity and first.came_state is null and first.at >= ${until}
    ),
    visits as (
      select *, extract(epoch from coalesce(left_at, ${until}) - came_at) as seconds from (
        select entity, state, left_at, ${waitsFrom} as came_at from ended
        where came_at is null or due_at is null or left_at > due_at
        union all
        select entity, state, null, ${waitsFrom} from current_states
        where (came_at is null or came_at < ${until}) and (due_at is null or due_at < ${until})
      ) as visit
    )`
}

/** Ends a period now, unless it ended before. */
const boundsUntilNow = ({ context }: LifecycleRequest, period: Period) => {
  const { from, until: end } = boundsOf(period, context.timeZone)
  const now = context.now.toISOString()
  return { from, until: end < now ? end : now }
}

/** Every state with its visits; none in a period that has not begun. */
export const stateWaits = async (request: LifecycleRequest, period: Period): Promise<StateWait[]> => {
  const { lifecycle } = request
  const rows = await ask<QueryResultRow & Omit<StateWait, 'isFinal' | 'slowSeconds'> & { slow: number | null }>(
    request,
    'waits',
    ({ currentStates }) => sql`with ${visitsOf(request, currentStates)}
      select state, count(seconds)::int as visits, (count(seconds) filter (where left_at is null))::int as open,
        (count(*) - count(seconds))::int as unknown,
        percentile_cont(0.5) within group (order by seconds::float8) as "medianSeconds",
        percentile_cont(0.9) within group (order by seconds::float8) as slow
      from visits group by state`,
    boundsUntilNow(request, period),
  )
  const byState = new Map(rows.map((row) => [row.state, row]))
  return lifecycle.states.map((state) => {
    const { visits = 0, open = 0, unknown = 0, medianSeconds = null, slow = null } = byState.get(state) ?? {}
    return {
      state,
      isFinal: lifecycle.finalStates.includes(state),
      visits,
      open,
      unknown,
      medianSeconds: medianSeconds === null ? null : Math.round(medianSeconds),
      slowSeconds: slow === null ? null : Math.round(slow),
    }
  })
}

/** The slowest tenth of the visits to a state, rounded up, slowest first. */
export const slowestVisits = async (
  request: LifecycleRequest,
  state: string,
  period: Period,
  { page, size }: PageOf,
): Promise<{ total: number; items: SlowVisit[] }> => {
  const { lifecycle } = request
  const [found] = await ask<QueryResultRow & { total: number; items: SlowVisit[] }>(
    request,
    'slowest',
    ({ currentStates }) => sql`with ${visitsOf(request, currentStates)},
      ranked as materialized (
        select visits.*, row_number() over (order by seconds desc, entity, came_at) as number, count(*) over () as visits
        from visits where state = ${given('state')} and seconds is not null
      ),
      chosen as materialized (select * from ranked where number <= ceil(visits / 10.0)),
      page as materialized (select * from chosen order by number limit ${given('limit')} offset ${given('offset')})
      select (select count(*)::int from chosen) as total,
        coalesce(json_agg(${recordJson(
          sql`page.came_at`,
          sql`, 'seconds', round(page.seconds), 'leftAt', ${instantText(sql`page.left_at`)}`,
        )} order by page.number), '[]') as items
      from page join (${lifecycle.details(sql`(select distinct entity from page)`)}) as shown
        on shown.entity = page.entity`,
    { ...boundsUntilNow(request, period), state, ...rangeOf({ pageIndex: page, pageSize: size }) },
  )
  return found ?? { total: 0, items: [] }
}
