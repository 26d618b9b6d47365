/** Requests for time off as lists and dialogs show them: with the balance, and the sessions at the same time. */
import { and, between, countDistinct, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { BookedSession, Pto, SpanDay } from '#contract/time-off.ts'
import { type LocalDate, localOf, withoutSeconds } from '#domain/time.ts'
import {
  ANSWERED_PTO_STATES,
  isGrantedPto,
  LIVE_PTO_STATES,
  OPEN_PTO_STATES,
  PTO_STATES,
  type PtoState,
  type PtoStatusId,
  ptoStateOf,
  REQUESTED_PTO_STATES,
} from '#domain/time-off.ts'
import type { Db } from '#server/db/database.ts'
import { hasWords } from '#server/db/has-words.ts'
import { rangeOf } from '#server/db/page-range.ts'
import { distinctProviderName, providerName } from '#server/db/providers.ts'
import { requireCount } from '#server/db/require-one.ts'
import { providers } from '#server/db/schema/providers.ts'
import { ptoRequests } from '#server/db/schema/time-off.ts'

export interface PtoFilter {
  id?: number
  providerIds?: readonly number[]
  /** Part of it; case-insensitive. */
  providerName?: string | undefined
  statusId?: PtoStatusId | undefined
  /** Only those accepted, rejected or returned since then. */
  answeredSince?: Date | undefined
  /** Range of the requested day, inclusive; '' is open. */
  from?: LocalDate | ''
  to?: LocalDate | ''
}

const statesOf = (states: readonly PtoState[]) =>
  sql`(${sql.join(
    states.map((state) => sql`${state}`),
    sql`, `,
  )})`

interface PagePart {
  /** Selects the rows of the page, and `place`, their order. */
  readonly rows: (condition: SQL | undefined, limit: number, offset: number) => SQL
  /** What is counted: the id of the request, or of its span. */
  readonly unit: SQL
}

const unitOfSpan = sql`coalesce(${ptoRequests.spanId}, ${ptoRequests.id})`
const where = (condition: SQL | undefined) => (condition ? sql`where ${condition}` : sql``)

const PTO_ORDERS: Record<'byDay' | 'byNeed', PagePart> = {
  /** The latest requested day first. */
  byDay: {
    rows: (condition, limit, offset) => sql`select *, row_number() over (order by ${ptoRequests.requestedDate} desc,
        ${ptoRequests.startTime} desc, ${ptoRequests.id} desc) as place
      from ${ptoRequests} ${where(condition)} order by place limit ${limit} offset ${offset}`,
    unit: sql`${ptoRequests.id}`,
  },
  /** Requests to answer first, then the newest. A page has whole spans, with their days in order. */
  byNeed: {
    rows: (condition, limit, offset) => sql`select ${ptoRequests}.*, row_number() over (order by units.nth,
        ${ptoRequests.requestedDate}, ${ptoRequests.startTime}, ${ptoRequests.id}) as place
      from (
        select ${unitOfSpan} as unit, row_number() over (
          order by bool_or(${ptoRequests.state} in ${statesOf(OPEN_PTO_STATES)}) desc,
            max(${ptoRequests.requestedOn}) desc, ${unitOfSpan} desc) as nth
        from ${ptoRequests} ${where(condition)} group by 1 order by nth limit ${limit} offset ${offset}
      ) as units
      join ${ptoRequests} on ${unitOfSpan} = units.unit ${where(condition)}`,
    unit: unitOfSpan,
  },
}

interface Page {
  order: keyof typeof PTO_ORDERS
  pageIndex: number
  pageSize: number
}

type SpanDayRow = Omit<SpanDay, 'statusId'> & { state: PtoState }

interface StoredPto extends Record<string, unknown> {
  id: number
  provider_id: number
  provider_name: string
  span_id: number | null
  span_days: SpanDayRow[]
  requested_on: string
  requested_date: LocalDate
  start_time: string
  end_time: string
  total_hours: string
  reason: string
  state: PtoState
  quick_books_status: 'Not Sent' | 'Sent' | 'Failed'
  available_hours: string
  is_over_balance: boolean
  notes: string
  decided_by: string | null
  decided_at: string | null
  version: number
  booked_sessions: BookedSession[]
}

export const conditionOf = ({
  id,
  providerIds = [],
  statusId,
  answeredSince,
  from,
  to,
  ...filter
}: PtoFilter): SQL | undefined => {
  const name = filter.providerName?.trim()
  return and(
    id === undefined ? undefined : eq(ptoRequests.id, id),
    providerIds.length === 0 ? undefined : inArray(ptoRequests.providerId, [...providerIds]),
    name
      ? inArray(
          ptoRequests.providerId,
          sql`(select ${providers.id} from ${providers} where ${hasWords(name, providerName)})`,
        )
      : undefined,
    statusId === undefined ? undefined : eq(ptoRequests.state, ptoStateOf(statusId)),
    answeredSince && and(inArray(ptoRequests.state, ANSWERED_PTO_STATES), gte(ptoRequests.decidedAt, answeredSince)),
    from && to ? between(ptoRequests.requestedDate, from, to) : undefined,
    from && !to ? gte(ptoRequests.requestedDate, from) : undefined,
    to && !from ? lte(ptoRequests.requestedDate, to) : undefined,
  )
}

/** How many requests the administrators' list shows: the days of a span are one. */
export const countUnits = async (db: Pick<Db, 'select'>, filter: PtoFilter): Promise<number> => {
  const counted = await db
    .select({ total: countDistinct(unitOfSpan) })
    .from(ptoRequests)
    .where(conditionOf(filter))
  return requireCount(counted)
}

const wirePto = (row: StoredPto, timeZone: string): Pto => {
  const { id: statusId, name: status } = PTO_STATES[row.state]
  return {
    id: row.id,
    providerId: row.provider_id,
    providerName: row.provider_name,
    spanId: row.span_id,
    spanDays: row.span_days.map(({ state, ...day }) => ({ ...day, statusId: PTO_STATES[state].id })),
    requestedOn: localOf(row.requested_on, timeZone).date,
    requestedFor: row.requested_date,
    requestedDate: row.requested_date,
    startTime: withoutSeconds(row.start_time),
    endTime: withoutSeconds(row.end_time),
    totalHours: row.total_hours,
    reason: row.reason,
    status,
    statusId,
    quickBooksStatus: isGrantedPto(row.state) ? row.quick_books_status : '',
    balanceHours: row.available_hours,
    isOverBalance: row.is_over_balance,
    notes: row.notes,
    decidedBy: row.decided_by,
    decidedOn: row.decided_at === null ? null : localOf(row.decided_at, timeZone).date,
    bookedSessions: row.booked_sessions,
    pay: null,
    entityCacheKey: String(row.version),
  }
}

/** A page of the requests that match the filter. The total is of requests, or of spans where a page has whole ones. */
export const readPtos = async (
  db: Pick<Db, 'execute' | 'select'>,
  timeZone: string,
  filter: PtoFilter,
  { order, ...page }: Page = { order: 'byDay', pageIndex: 1, pageSize: 1 },
): Promise<{ total: number; ptos: Pto[] }> => {
  const condition = conditionOf(filter)
  const { limit, offset } = rangeOf(page)
  const part = PTO_ORDERS[order]
  const { rows } = await db.execute<StoredPto>(sql`
    with page as (${part.rows(condition, limit, offset)})
    select page.id, page.provider_id, ${distinctProviderName} as provider_name, page.span_id, page.requested_on::text, page.requested_date,
      page.start_time, page.end_time, page.total_hours, page.reason, page.state, page.quick_books_status, page.notes,
      page.version, decider.display_name as decided_by, page.decided_at::text,
      coalesce(balance.available_hours, 0.00) as available_hours,
      case
        when page.state in ${statesOf(REQUESTED_PTO_STATES)} then coalesce(balance.available_hours, 0) < (
          select sum(earlier.total_hours) from pto_requests earlier
          where earlier.provider_id = page.provider_id and earlier.state in ${statesOf(REQUESTED_PTO_STATES)}
            and (earlier.requested_on, earlier.id) <= (page.requested_on, page.id))
        when page.state = 'accepted' then coalesce((select entry.balance_after < 0 from pto_balance_entries entry
          where entry.pto_request_id = page.id and entry.kind = 'acceptance'), false)
        else false
      end as is_over_balance,
      (
        select coalesce(json_agg(json_build_object('id', day.id, 'requestedDate', day.requested_date,
          'startTime', to_char(day.start_time, 'HH24:MI'), 'endTime', to_char(day.end_time, 'HH24:MI'),
          'state', day.state) order by day.requested_date, day.id), '[]')
        from pto_requests day where day.span_id = page.span_id
      ) as span_days,
      case when page.state in ${statesOf(LIVE_PTO_STATES)} then (
        select coalesce(json_agg(json_build_object('id', booked.id, 'scheduleEventId', booked.schedule_event_id,
          'title', booked.title, 'date', booked.date, 'startTime', to_char(booked.start_time, 'HH24:MI'),
          'endTime', to_char(booked.end_time, 'HH24:MI'), 'schoolName', school.name)
          order by booked.start_time, booked.id), '[]')
        from occurrences booked join schools school on school.id = booked.school_id
        where booked.provider_id = page.provider_id and booked.date = page.requested_date and booked.deleted_at is null
          and booked.start_time < page.end_time and booked.end_time > page.start_time
      ) else '[]'::json end as booked_sessions
    from page
    join ${providers} on ${providers.id} = page.provider_id
    left join users decider on decider.id = page.decided_by_id
    left join pto_balances balance on balance.provider_id = page.provider_id
    order by page.place`)
  const counted = await db
    .select({ total: countDistinct(part.unit) })
    .from(ptoRequests)
    .where(condition)
  return { total: requireCount(counted), ptos: rows.map((row) => wirePto(row, timeZone)) }
}
