/** Locked work and time off keep their provider employed (docs/decisions/provider-statuses.md). */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { isUnderCorrection, PROVIDER_DAY_STATES } from '#domain/provider-day.ts'
import { type ProviderForm, providerMessages } from '#domain/provider-form.ts'
import { localDateSchema } from '#domain/time.ts'
import { GRANTED_PTO_STATES } from '#domain/time-off.ts'
import type { Executor } from '#server/db/bulk-insert.ts'
import { providerDays, timesheets } from '#server/db/schema/days-and-hours.ts'
import { lockOuts } from '#server/db/schema/locked-periods.ts'
import { occurrences } from '#server/db/schema/schedule.ts'
import { ptoRequests } from '#server/db/schema/time-off.ts'
import { refuseField } from '#server/http/refusal.ts'

/** A day of a locked half-month is still that while it is corrected. */
const LOCKED = PROVIDER_DAY_STATES.filter((state) => state === 'locked' || isUnderCorrection(state))

type Dates = Pick<ProviderForm, 'hireDate' | 'termDate'>

const keptDaysSchema = z.object({ first: localDateSchema.nullable(), last: localDateSchema.nullable() })

/** The first and the last of the provider's locked days with work or time off; null if there is none. */
const readKeptDays = async (db: Executor, providerId: number) => {
  const { rows } = await db.execute(sql`
    with kept as (
      select day.date from ${providerDays} day
      where day.provider_id = ${providerId} and day.state in ${LOCKED} and (
        exists (select from ${occurrences} o
          where o.provider_id = day.provider_id and o.date = day.date and o.deleted_at is null)
        or exists (select from ${timesheets} t
          where t.provider_id = day.provider_id and t.date = day.date and not t.is_zero_hours))
      union all
      select r.requested_date from ${ptoRequests} r
      join ${lockOuts} l on l.unlocked_at is null and r.requested_date between l.start_date and l.end_date
      where r.provider_id = ${providerId} and r.state in ${GRANTED_PTO_STATES}
    )
    select min(date)::text as first, max(date)::text as last from kept`)
  return keptDaysSchema.parse(rows[0])
}

/**
 * Refuses employment dates that would leave locked work or time off outside. Call `holdPeriods` before.
 *
 * @throws Refusal 400 at the date
 */
export const requireKeptWork = async (
  tx: Executor,
  providerId: number,
  { before, after }: { readonly before: Dates; readonly after: Dates },
): Promise<void> => {
  const isHiredLater = after.hireDate !== before.hireDate && after.hireDate !== ''
  const endsEarlier = after.termDate !== before.termDate && after.termDate !== ''
  if (!isHiredLater && !endsEarlier) return
  const { first, last } = await readKeptDays(tx, providerId)
  if (isHiredLater && first !== null && after.hireDate > first) {
    refuseField('hireDate', providerMessages.workedBefore(first))
  }
  if (endsEarlier && last !== null && after.termDate < last) {
    refuseField('termDate', providerMessages.workedAfter(last))
  }
}
