/** Time off that was granted, as payroll pays it and balances count it. */
import { type SQL, sql } from 'drizzle-orm'
import { GRANTED_PTO_STATES } from '#domain/time-off.ts'
import { payAdjustments } from '#server/db/schema/payroll.ts'
import { ptoRequests } from '#server/db/schema/time-off.ts'
import { type SessionFilter, within } from './student-sessions.ts'

type Wanted = Pick<SessionFilter, 'from' | 'to' | 'providerId'>

const isGranted = sql`${ptoRequests.state} = any(${sql.param([...GRANTED_PTO_STATES])}::text[])`

const timeOff = (which: SQL, { providerId, ...dates }: Wanted): SQL => sql`
  select ${ptoRequests.id} as id, ${ptoRequests.providerId} as provider_id, ${ptoRequests.requestedDate} as date,
    ${ptoRequests.startTime} as start_time, ${ptoRequests.endTime} as end_time, ${ptoRequests.totalHours} as hours,
    ${ptoRequests.reason} as reason, ${ptoRequests.state} as state
  from ${ptoRequests}
  where ${which}
    ${providerId === undefined ? sql`` : sql`and ${ptoRequests.providerId} = ${providerId}`}
    ${within(ptoRequests.requestedDate, dates)}`

/**
 * A SELECT with one row per accepted request, which is for one day; also while its return awaits an answer.
 *
 * Columns: id, provider_id, date, start_time, end_time, hours (exact, with two decimals), reason, state.
 */
export const acceptedTimeOff = (wanted: Wanted): SQL => timeOff(isGranted, wanted)

/**
 * A request whose own day was paid before it was returned: that day still pays it, and a later day takes it back.
 */
const isTakenBackLater = sql`exists (select from ${payAdjustments} where ${payAdjustments.ptoRequestId} = ${ptoRequests.id}
  and ${payAdjustments.kind} = 'timeOffGivenBack' and ${payAdjustments.voidedAt} is null)`

/** The same with the requests that their own day pays: not those that were accepted late (docs/decisions/late-pay.md). */
export const timeOffPaidOnItsDay = (wanted: Wanted): SQL =>
  timeOff(sql`${ptoRequests.paidOn} is null and (${isGranted} or ${isTakenBackLater})`, wanted)
