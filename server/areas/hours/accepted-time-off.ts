/** Time off that was granted, as payroll pays it and balances count it. */
import { type SQL, sql } from 'drizzle-orm'
import { GRANTED_PTO_STATES } from '#domain/time-off.ts'
import { ptoRequests } from '#server/db/schema.ts'
import { type SessionFilter, within } from './student-sessions.ts'

/**
 * A SELECT with one row per accepted request, which is for one day; also while giving it back awaits an answer.
 *
 * Columns: id, provider_id, date, start_time, end_time, hours (exact, with two decimals), reason, state.
 */
export const acceptedTimeOff = ({
  providerId,
  ...dates
}: Pick<SessionFilter, 'from' | 'to' | 'providerId'>): SQL => sql`
  select ${ptoRequests.id} as id, ${ptoRequests.providerId} as provider_id, ${ptoRequests.requestedDate} as date,
    ${ptoRequests.startTime} as start_time, ${ptoRequests.endTime} as end_time, ${ptoRequests.totalHours} as hours,
    ${ptoRequests.reason} as reason, ${ptoRequests.state} as state
  from ${ptoRequests}
  where ${ptoRequests.state} = any(${sql.param([...GRANTED_PTO_STATES])}::text[])
    ${providerId === undefined ? sql`` : sql`and ${ptoRequests.providerId} = ${providerId}`}
    ${within(ptoRequests.requestedDate, dates)}`
