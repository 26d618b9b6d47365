/** Requests for time off as lists and dialogs show them: with the balance, and the sessions at the same time. */
import { and, between, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookedSession, ptoSchema } from '#contract/time-off.ts'
import { type LocalDate, localOf, withoutSeconds } from '#domain/time.ts'
import { PTO_STATUS_IDS, type PtoState, type PtoStatusId, ptoStateOf, ptoStatusName } from '#domain/time-off.ts'
import { containing } from '#server/db/containing.ts'
import type { Db } from '#server/db/database.ts'
import { rangeOf } from '#server/db/page-range.ts'
import { providerName } from '#server/db/providers.ts'
import { providers, ptoRequests } from '#server/db/schema.ts'

export type WirePto = z.input<typeof ptoSchema>

export interface PtoFilter {
  id?: number
  providerIds?: readonly number[]
  /** Part of it; case-insensitive. */
  providerName?: string | undefined
  statusId?: PtoStatusId | undefined
  /** Range of the requested day, inclusive; '' is open. */
  from?: LocalDate | ''
  to?: LocalDate | ''
}

const PTO_ORDERS = {
  /** The latest requested day first. */
  byDay: (of: SQL) => sql`${of}.requested_date desc, ${of}.start_time desc, ${of}.id desc`,
  /** Pending requests first, then the newest. */
  byNeed: (of: SQL) => sql`${of}.state <> 'pending', ${of}.requested_on desc, ${of}.id desc`,
} as const

interface Page {
  order: keyof typeof PTO_ORDERS
  pageIndex: number
  pageSize: number
}

interface StoredPto extends Record<string, unknown> {
  id: number
  provider_id: number
  provider_name: string
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

const conditionOf = ({ id, providerIds = [], statusId, from, to, ...filter }: PtoFilter): SQL | undefined => {
  const name = filter.providerName?.trim()
  return and(
    id === undefined ? undefined : eq(ptoRequests.id, id),
    providerIds.length === 0 ? undefined : inArray(ptoRequests.providerId, [...providerIds]),
    name
      ? inArray(
          ptoRequests.providerId,
          sql`(select ${providers.id} from ${providers} where ${providerName} ilike ${containing(name)})`,
        )
      : undefined,
    statusId === undefined ? undefined : eq(ptoRequests.state, ptoStateOf(statusId)),
    from && to ? between(ptoRequests.requestedDate, from, to) : undefined,
    from && !to ? gte(ptoRequests.requestedDate, from) : undefined,
    to && !from ? lte(ptoRequests.requestedDate, to) : undefined,
  )
}

const wirePto = (row: StoredPto, timeZone: string): WirePto => {
  const statusId = PTO_STATUS_IDS[row.state]
  return {
    id: row.id,
    providerId: row.provider_id,
    providerName: row.provider_name,
    requestedOn: localOf(row.requested_on, timeZone).date,
    requestedFor: row.requested_date,
    requestedDate: row.requested_date,
    startTime: withoutSeconds(row.start_time),
    endTime: withoutSeconds(row.end_time),
    totalHours: row.total_hours,
    reason: row.reason,
    status: ptoStatusName(statusId),
    statusId,
    quickBooksStatus: row.state === 'accepted' ? row.quick_books_status : '',
    balanceHours: row.available_hours,
    isOverBalance: row.is_over_balance,
    notes: row.notes,
    decidedBy: row.decided_by,
    decidedOn: row.decided_at === null ? null : localOf(row.decided_at, timeZone).date,
    bookedSessions: row.booked_sessions,
    entityCacheKey: String(row.version),
  }
}

/** A page of the requests that match the filter. */
export const readPtos = async (
  db: Pick<Db, 'execute' | '$count'>,
  timeZone: string,
  filter: PtoFilter,
  { order, ...page }: Page = { order: 'byDay', pageIndex: 1, pageSize: 1 },
): Promise<{ total: number; ptos: WirePto[] }> => {
  const condition = conditionOf(filter)
  const { limit, offset } = rangeOf(page)
  const { rows } = await db.execute<StoredPto>(sql`
    with page as (
      select * from ${ptoRequests} ${condition ? sql`where ${condition}` : sql``}
      order by ${PTO_ORDERS[order](sql`${ptoRequests}`)} limit ${limit} offset ${offset}
    )
    select page.id, page.provider_id, ${providerName} as provider_name, page.requested_on::text, page.requested_date,
      page.start_time, page.end_time, page.total_hours, page.reason, page.state, page.quick_books_status, page.notes,
      page.version, decider.display_name as decided_by, page.decided_at::text,
      coalesce(balance.available_hours, 0.00) as available_hours,
      case page.state
        when 'pending' then coalesce(balance.available_hours, 0) < (
          select sum(earlier.total_hours) from pto_requests earlier
          where earlier.provider_id = page.provider_id and earlier.state = 'pending'
            and (earlier.requested_on, earlier.id) <= (page.requested_on, page.id))
        when 'accepted' then coalesce(
          (select entry.balance_after < 0 from pto_balance_entries entry where entry.pto_request_id = page.id), false)
        else false
      end as is_over_balance,
      case when page.state in ('pending', 'accepted') then (
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
    order by ${PTO_ORDERS[order](sql`page`)}`)
  return { total: await db.$count(ptoRequests, condition), ptos: rows.map((row) => wirePto(row, timeZone)) }
}
