/**
 * What providers are paid for a period (docs/decisions/payroll.md): approved work and accepted time off, at the rates in
 * force on each day, and late pay for earlier days. Payroll, its export and the census read it here.
 */
import { type SQL, sql } from 'drizzle-orm'
import { adjustmentWords, isForTimeOff, PAY_ADJUSTMENT_KINDS } from '#domain/billing/pay.ts'
import type { Period } from '#domain/billing/period.ts'
import { PROVIDER_STATUS_IDS } from '#domain/provider-form.ts'
import { RATE_TYPE_IDS } from '#domain/rate-types.ts'
import type { LocalDate } from '#domain/time.ts'
import { inForceWithin } from '#server/areas/master-data/in-force.ts'
import type { Executor } from '#server/db/bulk-insert.ts'
import { currencyDigits } from '#server/db/organization.ts'
import { dayCorrections } from '#server/db/schema/locked-periods.ts'
import { payAdjustments, payBeforeCorrections } from '#server/db/schema/payroll.ts'
import { providers } from '#server/db/schema/providers.ts'
import { providerRates } from '#server/db/schema/rates.ts'
import { timeOffPaidOnItsDay } from './accepted-time-off.ts'
import { chargedWork, rowRounding } from './charges.ts'
import { datedPayRates } from './pay-rates-in-force.ts'

/** Whose pay; everyone's if only the period is given. */
export interface Payroll {
  readonly period: Period
  readonly providerId?: number | undefined
  readonly providerTypeId?: number | undefined
}

/**
 * The period of a report whose filters may leave an end open: from the first day on, and up to today.
 *
 * @param today the organization's
 */
export const payrollPeriod = (
  { from, to }: { from: LocalDate | ''; to: LocalDate | '' },
  today: LocalDate,
): Period => ({
  startDate: from === '' ? '0001-01-01' : from,
  endDate: to === '' ? today : to,
})

const ofProvider = (column: unknown, { providerId, providerTypeId }: Payroll): SQL => sql`
  ${providerId === undefined ? sql`` : sql`and ${column} = ${providerId}`}
  ${
    providerTypeId === undefined
      ? sql``
      : sql`and ${column} in (select paid.id from ${providers} as paid where paid.provider_type_id = ${providerTypeId})`
  }`

/** One row per rate of a provider and days on which it is in force in the period, with the first and last of these days. */
export const ratesOf = (payroll: Payroll): SQL => sql`
    select dated_id as rate_id, provider_id, rate_type_id, value as rate,
      greatest(starts_on, ${payroll.period.startDate}::date) as first_day,
      least(ends_before - 1, ${payroll.period.endDate}::date) as last_day
    from (${inForceWithin(datedPayRates, payroll.period, sql`true ${ofProvider(providerRates.providerId, payroll)}`)}) as dated`

/** A day that was corrected is paid as it was when its period was locked; the difference is paid later. Nothing was paid without a rate. */
const isCorrected = sql`exists (select from ${dayCorrections}
      where ${dayCorrections.providerId} = work.provider_id and ${dayCorrections.date} = work.date
        and ${dayCorrections.state} <> 'canceled' and ${dayCorrections.keepsPay})`

/**
 * One row per approved timesheet row that has hours, as the schools are billed for it. It is paid at the provider's rate
 * of its type; or else the hourly, per session or daily rate, whichever is the first that the provider has on that day.
 *
 * @param condition which of it
 */
const livePaidWork = (payroll: Payroll, withSessions: boolean, condition: SQL): SQL => sql`
    select distinct on (work.provider_id, work.school_id, work.date) work.provider_id, work.date, work.school_id,
      work.minutes, work.hundredths, work.sessions, work.occurrence_ids, rates.rate_id, rates.rate_type_id, rates.rate
    from (${chargedWork({ ...payroll, isApproved: true }, withSessions)}) as work
    left join rates on rates.provider_id = work.provider_id and work.date between rates.first_day and rates.last_day
    where work.days > 0 ${ofProvider(sql`work.provider_id`, payroll)} and ${condition}
    order by work.provider_id, work.school_id, work.date,
      (rates.rate_type_id = work.rate_type_id) desc nulls last, rates.rate_type_id`

const paidWork = (payroll: Payroll, withSessions: boolean): SQL => sql`
    (${livePaidWork(payroll, withSessions, sql`not ${isCorrected}`)})
    union all
    select kept.provider_id, kept.date, kept.school_id, kept.minutes, kept.hundredths, kept.sessions, kept.occurrence_ids, kept.rate_id,
      kept.rate_type_id, kept.rate
    from ${payBeforeCorrections} as kept
    where kept.date between ${payroll.period.startDate} and ${payroll.period.endDate}
      ${ofProvider(sql`kept.provider_id`, payroll)}`

/** One row per request for time off that its own day pays, at the hourly rate. */
const paidTimeOff = (payroll: Payroll): SQL => sql`
    select granted.id as request_id, granted.provider_id, granted.date, (granted.hours * 100)::int as hundredths,
      rates.rate_id, rates.rate_type_id, rates.rate
    from (${timeOffPaidOnItsDay({ from: payroll.period.startDate, to: payroll.period.endDate })}) as granted
    left join rates on rates.provider_id = granted.provider_id and rates.rate_type_id = ${RATE_TYPE_IDS.hourly}
      and granted.date between rates.first_day and rates.last_day
    where true ${ofProvider(sql`granted.provider_id`, payroll)}`

/** The work with what the rate multiplies. */
const quantified = (work: SQL): SQL => sql`
    select provider_id, date, school_id, null::int as request_id, minutes, hundredths,
      null::int as pto_hundredths,
      case rate_type_id
        when ${RATE_TYPE_IDS.perSession} then sessions
        when ${RATE_TYPE_IDS.daily} then
          (row_number() over (partition by provider_id, date, rate_id order by school_id) = 1)::int
        else coalesce(hundredths / 100.0, minutes / 60.0)
      end as quantity, rate_id, rate_type_id, rate, occurrence_ids
    from (${work}) as work`

const kindsForTimeOff = PAY_ADJUSTMENT_KINDS.filter(isForTimeOff)

/** Whether a row of `pay_adjustments` is for time off. */
const isLateTimeOff = sql`${payAdjustments.kind} = any(${sql.param(kindsForTimeOff)}::text[])`

/** 'late time off on 10/20/2026', of a row of `pay_adjustments`. */
export const adjustmentName: SQL = sql`format(case ${payAdjustments.kind} ${sql.join(
  PAY_ADJUSTMENT_KINDS.map((kind) => sql`when ${kind} then ${adjustmentWords[kind]}`),
  sql` `,
)} end, to_char(${payAdjustments.workDate}, 'MM/DD/YYYY'))`

/**
 * A SELECT with the pay for earlier days that the period's payroll has, one row per line (docs/decisions/late-pay.md).
 * What it pays was priced when it was booked.
 *
 * Columns: adjustment_id, adjustment (its name), provider_id, date (that it is for), is_time_off, minutes (of work), pto_hundredths,
 * quantity and amount (these four negative for what was paid too much), rate_id, rate_type_id and rate (these three null without a
 * rate).
 */
export const latePay = (payroll: Payroll): SQL => sql`
    select ${payAdjustments.id} as adjustment_id, ${adjustmentName} as adjustment, ${payAdjustments.providerId} as provider_id,
      ${payAdjustments.workDate} as date, ${isLateTimeOff} as is_time_off,
      case when ${isLateTimeOff} then 0 else ${payAdjustments.minutes} end as minutes,
      case when ${isLateTimeOff} then round(${payAdjustments.quantity} * 100)::int else 0 end as pto_hundredths,
      ${payAdjustments.quantity} as quantity,
      round(${payAdjustments.amount}, ${currencyDigits()}) as amount, ${payAdjustments.rateId} as rate_id,
      ${payAdjustments.rateTypeId} as rate_type_id, ${payAdjustments.rate} as rate
    from ${payAdjustments}
    where ${payAdjustments.voidedAt} is null
      and ${payAdjustments.paidOn} between ${payroll.period.startDate} and ${payroll.period.endDate}
      ${ofProvider(payAdjustments.providerId, payroll)}`

/**
 * A SELECT with what days of the period are paid for: one row per timesheet row or request for time off. An hourly rate pays hours, a rate per
 * session sessions, a daily rate days, each once however many schools the provider was at.
 *
 * Columns: provider_id, date, school_id, minutes, hundredths (of hours that are rounded by themselves) and occurrence_ids
 * (these three null for time off), request_id and pto_hundredths (of hours; null for work), quantity (what the rate
 * multiplies; of hours not rounded: `paidQuantity` adds them up), rate_id (of `provider_rates`), rate_type_id and rate
 * (these three null if no rate was in force). Late pay is not among them.
 *
 * @param withSessions whether occurrence_ids is needed
 */
export const paidRows = (payroll: Payroll, withSessions = false): SQL => sql`
    with rates as materialized (${ratesOf(payroll)})
    ${quantified(paidWork(payroll, withSessions))}
    union all
    select provider_id, date, null, request_id, null, null, hundredths, hundredths / 100.0, rate_id, rate_type_id, rate, null
    from (${paidTimeOff(payroll)}) as time_off`

/** The same of work alone, with what corrected days would be paid now. */
export const livePaidRows = (payroll: Payroll): SQL => sql`
    with rates as materialized (${ratesOf(payroll)})
    ${quantified(livePaidWork(payroll, false, sql`true`))}`

/** Keeps what a provider's day is paid, before its first correction changes it. */
export const keepPay = async (on: Executor, { providerId, date }: { providerId: number; date: LocalDate }) => {
  const payroll = { providerId, period: { startDate: date, endDate: date } }
  await on.execute(sql`
    insert into ${payBeforeCorrections}
      (provider_id, date, school_id, minutes, hundredths, sessions, occurrence_ids, rate_id, rate_type_id, rate)
    with rates as materialized (${ratesOf(payroll)})
    select provider_id, date, school_id, minutes, hundredths, sessions, occurrence_ids, rate_id, rate_type_id, rate
    from (${livePaidWork(payroll, true, sql`true`)}) as work`)
}

/** Lets a day's payroll pay it as it is now. */
export const releasePay = async (on: Executor, { providerId, date }: { providerId: number; date: LocalDate }) => {
  await on.execute(sql`
    delete from ${payBeforeCorrections}
    where ${payBeforeCorrections.providerId} = ${providerId} and ${payBeforeCorrections.date} = ${date}`)
}

/** Hours as a rate multiplies them: minutes are added up first, and rounded once (`hundredthsOfRows`). */
const hoursOf = (sum: (column: SQL) => SQL): SQL =>
  sql`round((${sum(sql`minutes`)} * 5 + ${rowRounding(sum)}) / 300.0, 2)`

/**
 * What a rate multiplies, of rows of \`paidRows\` with the same one.
 *
 * @param sum adds a column up over the rows
 */
export const paidQuantity = (sum: (column: SQL) => SQL): SQL => sql`case
  when rate_type_id in (${RATE_TYPE_IDS.perSession}, ${RATE_TYPE_IDS.daily}) then ${sum(sql`quantity`)}
  else ${hoursOf(sum)} end`

/**
 * The provider of a row of `payrollSegments` that is called `pay`, as `providers`. PostgreSQL expects few rows of pay:
 * without the limit, it would look through all of them for each provider.
 */
export const paidProvider = sql`lateral (
    select * from ${providers} where ${providers.id} = pay.provider_id offset 0) as ${providers}`

/**
 * A SELECT with one row per provider and rate segment: the days of the period on which the same rate of a type was in
 * force. Work and time off for which no rate was in force are in a row without a rate, which pays nothing. Each line of
 * late pay is a row of its own, whose first and last day are the day that it is for. Providers who were not employed in
 * the period have rows only if there is something to pay.
 *
 * Columns: adjustment_id and adjustment (the name of late pay; these two null for the period's own days), provider_id,
 * rate_change_history_id (of `provider_rates`), rate_type_id and rate (these three null without a rate), first_day and
 * last_day of the segment in the period, minutes and hours (of approved work; the hours rounded to hundredths), quantity
 * (what the rate multiplies), pto_hundredths (of hours), gross_base and gross_pto (rounded to the organization's currency).
 */
export const payrollSegments = (payroll: Payroll): SQL => sql`
    with paid as (
      select provider_id, rate_id, min(date) as first_day, max(date) as last_day,
        coalesce(sum(minutes), 0)::int as minutes,
        ${hoursOf((column) => sql`coalesce(sum(${column}), 0)`)} as hours,
        ${paidQuantity((column) => sql`coalesce(sum(${column}) filter (where request_id is null), 0)`)} as quantity,
        coalesce(sum(pto_hundredths), 0)::int as pto_hundredths
      from (${paidRows(payroll)}) as paid_rows
      group by provider_id, rate_id, rate_type_id
    ),
    segments as (
      select rates.provider_id, rates.rate_id, rates.rate_type_id, rates.rate, rates.first_day, rates.last_day,
        coalesce(minutes, 0) as minutes, coalesce(hours, 0) as hours, coalesce(quantity, 0) as quantity,
        coalesce(pto_hundredths, 0) as pto_hundredths
      from (
        -- Twice in force, before and after another one, it is one segment.
        select rate_id, provider_id, rate_type_id, rate, min(first_day) as first_day, max(last_day) as last_day
        from (${ratesOf(payroll)}) as in_force group by 1, 2, 3, 4
      ) as rates
      join ${providers} on ${providers.id} = rates.provider_id
      left join paid on paid.rate_id = rates.rate_id
      where paid.rate_id is not null or (coalesce(${providers.hireDate} <= rates.last_day, true)
        and coalesce(${providers.termDate} >= rates.first_day, ${providers.statusId} <> ${PROVIDER_STATUS_IDS.terminated}))
      union all
      select provider_id, null, null, null, first_day, last_day, minutes, hours, quantity, pto_hundredths
      from paid where rate_id is null
    )
    select null::int as adjustment_id, null::text as adjustment, provider_id, rate_id as rate_change_history_id,
      rate_type_id, rate, first_day, last_day, minutes, hours, quantity,
      pto_hundredths, round(quantity * coalesce(rate, 0), ${currencyDigits()}) as gross_base,
      round(pto_hundredths / 100.0 * coalesce(rate, 0), ${currencyDigits()}) as gross_pto
    from segments
    union all
    select adjustment_id, adjustment, provider_id, rate_id, rate_type_id, rate, date, date,
      minutes, case when is_time_off then 0
        when rate_type_id in (${RATE_TYPE_IDS.perSession}, ${RATE_TYPE_IDS.daily}) then round(minutes / 60.0, 2)
        else quantity end, case when is_time_off then 0 else quantity end,
      pto_hundredths, round(case when is_time_off then 0 else amount end, ${currencyDigits()}),
      round(case when is_time_off then amount else 0 end, ${currencyDigits()})
    from (${latePay(payroll)}) as late`
