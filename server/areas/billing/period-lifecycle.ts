import { type Column, type SQL, sql } from 'drizzle-orm'
import { searchLockOuts } from '#contract/billing.ts'
import { BILLING_PERIOD_STATES } from '#domain/billing/period.ts'
import { localDateSchema } from '#domain/time.ts'
import { billingPeriodMachine } from '#machines/billing/billing-period.machine.ts'
import { lockOuts } from '#server/db/schema/locked-periods.ts'
import { occurrences } from '#server/db/schema/schedule.ts'
import { idOf, isRowId, none, param, type StoredLifecycle, startOfDay } from '#server/lifecycle/stored-lifecycle.ts'
import { periodDetail } from './lock-outs.ts'

const lockOutState = sql`case when ${lockOuts.unlockedAt} is not null then 'unlocked'
  when ${lockOuts.isForced} then 'forced' else 'locked' end`

/** Half-months with sessions that are not locked, by their first day: start_date, end_date. */
const unlockedHalfMonths = sql`(select * from (
    select distinct case when extract(day from ${occurrences.date}) <= 15 then date_trunc('month', ${occurrences.date})::date
        else date_trunc('month', ${occurrences.date})::date + 15 end as start_date,
      case when extract(day from ${occurrences.date}) <= 15 then date_trunc('month', ${occurrences.date})::date + 14
        else (date_trunc('month', ${occurrences.date}) + interval '1 month')::date - 1 end as end_date
    from ${occurrences} where ${occurrences.deletedAt} is null
  ) as halves where not exists (select from ${lockOuts} where ${lockOuts.unlockedAt} is null
    and ${lockOuts.startDate} <= halves.end_date and ${lockOuts.endDate} >= halves.start_date))`

const halfMonthState = sql`case when half.end_date < ${param.today}::date then 'closing' else 'open' end`

const spanOf = (from: SQL | Column, to: SQL | Column): SQL =>
  sql`concat(to_char(${from}, 'MM/DD/YYYY'), ' to ', to_char(${to}, 'MM/DD/YYYY'))`

/** No provider's. It is stored once it is locked; before, it is a half-month with sessions, named by its first day. */
export const periodLifecycle: StoredLifecycle = {
  name: 'billing/billing-period',
  machine: billingPeriodMachine.id,
  logged: periodDetail,
  states: BILLING_PERIOD_STATES,
  shownBy: [searchLockOuts],
  keepsLoops: true,
  finalStates: BILLING_PERIOD_STATES.filter((state) => state !== 'closing'),
  isEntity: (text) => isRowId(text) || localDateSchema.safeParse(text).success,
  currentStates: (isBound) => sql`select ${lockOuts.id}::text as entity, ${lockOutState} as state,
      ${lockOuts.startDate} as date, ${none.time} as start_time, ${none.instant} as due_at
    from ${lockOuts} where ${isBound ? sql`false` : sql`true`}
    union all
    select half.start_date::text, ${halfMonthState}, half.start_date, ${none.time},
      (half.end_date + 1)::timestamp at time zone ${param.timeZone}
    from ${unlockedHalfMonths} as half where ${isBound ? sql`false` : sql`true`}`,
  details: (keys) => sql`select keys.entity, ${spanOf(lockOuts.startDate, lockOuts.endDate)} as label,
      ${none.id} as provider_id, '' as provider_name, ${lockOuts.startDate} as date, ${none.time} as start_time,
      ${none.time} as end_time, ${none.id} as schedule_event_id, false as is_recurring, ${lockOutState} as state,
      ${none.instant} as begins_at
    from ${keys} as keys
    join ${lockOuts} on ${lockOuts.id} = ${idOf(sql`keys.entity`)}
    union all
    select keys.entity, ${spanOf(sql`half.start_date`, sql`half.end_date`)}, ${none.id}, '', half.start_date, ${none.time},
      ${none.time}, ${none.id}, false, ${halfMonthState}, ${none.instant}
    from ${keys} as keys join ${unlockedHalfMonths} as half on half.start_date::text = keys.entity`,
  turnedAt: (record) => sql`(case ${record}.state
      when 'open' then ${startOfDay(sql`${record}.entity::date`)}
      when 'closing' then ${startOfDay(sql`case when right(${record}.entity, 2) = '01' then ${record}.entity::date + 15
        else (date_trunc('month', ${record}.entity::date) + interval '1 month')::date end`)} end)`,
  beginsAt: () => none.instant,
  dueAt: () => none.instant,
  isOfProvider: () => sql`false`,
}
