/**
 * The work of a period and what it costs the schools (docs/decisions/what-is-billed.md): every amount that the portal
 * shows comes from here.
 */
import { type SQL, sql } from 'drizzle-orm'
import { billOf, type Charge } from '#domain/billing/invoice-lines.ts'
import type { Period } from '#domain/billing/period.ts'
import { grouped } from '#domain/grouped.ts'
import { type Decimal, roundedSum } from '#domain/money.ts'
import type { RateTypeId } from '#domain/rate-types.ts'
import type { LocalDate } from '#domain/time.ts'
import { ratesWithin } from '#server/areas/schools/rates-in-force.ts'
import { hundredthsBetween } from '#server/areas/timesheet/timesheet-rows.ts'
import type { Executor } from '#server/db/bulk-insert.ts'
import {
  occurrenceStudents,
  occurrences,
  providerDays,
  scheduleEvents,
  schoolAdminFees,
  schoolBillingProfiles,
  timesheets,
} from '#server/db/schema.ts'

/** Work at one school by one provider, with the same rate and fee. */
export interface ChargeSum extends Omit<Charge, 'rateTypeId' | 'rate' | 'serviceId'> {
  readonly schoolId: number
  readonly providerId: number
  /** Null if the hours name no service. */
  readonly serviceId: number | null
  /** Null if it is not known what kind of rate applies. */
  readonly rateTypeId: RateTypeId | null
  /** Null if none is in force. */
  readonly rate: string | null
  /** The day is approved, or was approved before its period was locked. */
  readonly isApproved: boolean
}

/** Which work; everyone's if only the period is given. */
export interface Costs {
  readonly period: Period
  readonly schoolId?: number | undefined
  readonly providerId?: number | undefined
  /** None: every service. */
  readonly serviceIds?: readonly number[] | undefined
  /** With any, the sessions of these students count instead of timesheet rows. None: every student. */
  readonly studentIds?: readonly number[] | undefined
}

const fees = ({ period: { endDate } }: Costs): SQL => sql`
    select ${schoolAdminFees.schoolId} as school_id, ${schoolAdminFees.adminFee} as percent,
      ${schoolAdminFees.effectiveDate} as starts_on,
      lead(${schoolAdminFees.effectiveDate}) over (
        partition by ${schoolAdminFees.schoolId} order by ${schoolAdminFees.effectiveDate}) as ends_before
    from ${schoolAdminFees}
    join ${schoolBillingProfiles} on ${schoolBillingProfiles.schoolId} = ${schoolAdminFees.schoolId}
      and ${schoolBillingProfiles.adminFeeApplied}
    where ${schoolAdminFees.effectiveDate} <= ${endDate}`

const rateType = sql`coalesce(${occurrences.rateTypeId}, ${scheduleEvents.rateTypeId})`

/** Occurrences that require hours, with their timesheet row and day. */
const dueSessions = ({ period: { startDate, endDate }, schoolId, providerId }: Costs): SQL => sql`
    from ${occurrences}
    join ${scheduleEvents} on ${scheduleEvents.id} = ${occurrences.scheduleEventId}
    left join ${timesheets} on ${timesheets.providerId} = ${occurrences.providerId}
      and ${timesheets.schoolId} = ${occurrences.schoolId} and ${timesheets.date} = ${occurrences.date}
    left join ${providerDays} on ${providerDays.providerId} = ${occurrences.providerId}
      and ${providerDays.date} = ${occurrences.date}
    where ${occurrences.date} between ${startDate} and ${endDate} and ${occurrences.deletedAt} is null
      and ${occurrences.isTimesheetRequired}
      ${schoolId === undefined ? sql`` : sql`and ${occurrences.schoolId} = ${schoolId}`}
      ${providerId === undefined ? sql`` : sql`and ${occurrences.providerId} = ${providerId}`}`

const isDayApproved = sql`coalesce(${providerDays.approvalStatus} = 1, false)`

/**
 * Numbers by which a row's sessions are in the order of the day. The least of arrays that begin with them is the first
 * session's, without the sorting of each row's sessions that an ordered aggregate takes.
 */
const inOrderOfDay = sql`extract(epoch from ${occurrences.startTime})::int, ${occurrences.id}`

/** In the order of the day. */
const idsBehind = sql`array_agg(${occurrences.id} order by ${occurrences.startTime}, ${occurrences.id})`

/**
 * One row per provider, school and day with a session that requires hours: the timesheet's row, or what the sessions
 * amount to while it isn't stored. Its service is the row's; its rate type that of the service's first session.
 */
const timesheetWork = (costs: Costs, behind: SQL): SQL => sql`
    select ${occurrences.providerId} as provider_id, ${occurrences.schoolId} as school_id, ${occurrences.date} as date,
      case when ${timesheets.id} is null then (min(array[${inOrderOfDay}, ${occurrences.serviceId}]))[3]
        else ${timesheets.serviceId} end as service_id,
      nullif((min(array[(${occurrences.serviceId} is distinct from ${timesheets.serviceId})::int,
        (${rateType} is null)::int, ${inOrderOfDay}, coalesce(${rateType}, 0)]))[5], 0) as rate_type_id,
      coalesce(${timesheets.isZeroHours}, false) as is_zero_hours,
      count(*)::int as sessions,
      ${hundredthsBetween(
        sql`coalesce(${timesheets.startTime}, min(${occurrences.startTime}))`,
        sql`coalesce(${timesheets.endTime}, max(${occurrences.endTime}))`,
      )}::int as hundredths,
      ${isDayApproved} as is_approved, ${behind} as occurrence_ids
    ${dueSessions(costs)}
    group by ${occurrences.providerId}, ${occurrences.schoolId}, ${occurrences.date}, ${timesheets.id},
      ${providerDays.providerId}, ${providerDays.date}`

/**
 * The same without rates: a select of provider_id, school_id, date, service_id, is_zero_hours, sessions, hundredths and
 * is_approved.
 */
export const timesheetHours = (costs: Omit<Costs, 'serviceIds' | 'studentIds'>): SQL =>
  timesheetWork(costs, sql`null::int[]`)

/** The same for some students: one row per provider, day, service and rate type, of their sessions alone. */
const studentWork = (costs: Costs, studentIds: readonly number[], behind: SQL): SQL => sql`
    select ${occurrences.providerId} as provider_id, ${occurrences.schoolId} as school_id, ${occurrences.date} as date,
      ${occurrences.serviceId} as service_id, ${rateType} as rate_type_id,
      coalesce(${timesheets.isZeroHours}, false) as is_zero_hours,
      count(*)::int as sessions,
      sum(${hundredthsBetween(sql`${occurrences.startTime}`, sql`${occurrences.endTime}`)})::int as hundredths,
      ${isDayApproved} as is_approved, ${behind} as occurrence_ids
    ${dueSessions(costs)}
      and exists (select from ${occurrenceStudents} as taking_part where taking_part.occurrence_id = ${occurrences.id}
        and taking_part.student_id = any(${sql.param(studentIds)}::int[]))
    group by ${occurrences.providerId}, ${occurrences.schoolId}, ${occurrences.date}, ${occurrences.serviceId},
      ${rateType}, ${timesheets.id}, ${providerDays.providerId}, ${providerDays.date}`

const work = (costs: Costs, withSessions: boolean): SQL => {
  const { studentIds = [] } = costs
  const behind = withSessions ? idsBehind : sql`null::int[]`
  return sql`select *, row_number() over () as row from (${
    studentIds.length === 0 ? timesheetWork(costs, behind) : studentWork(costs, studentIds, behind)
  }) as rows`
}

const ofServices = ({ serviceIds = [] }: Costs): SQL =>
  serviceIds.length === 0 ? sql`` : sql`where work.service_id = any(${sql.param(serviceIds)}::int[])`

/**
 * The work with its rate. A session without a rate type has the only one that its school has for the service on that day;
 * with several, or none, the rate is null.
 *
 * Materialized, because the planner guesses that there is hardly any work, and would compute all rates again for each row.
 *
 * @param withSessions whether occurrence_ids is needed
 * @returns a select of `work`'s columns but is_zero_hours, with zero hours counted as nothing, and rate_id, rate and
 *   fee_percent
 */
export const chargedWork = (costs: Costs, withSessions = false): SQL => sql`
    with work as materialized (${work(costs, withSessions)}), rates as materialized (${ratesWithin(costs.period, costs.schoolId)}),
    fees as materialized (${fees(costs)}),
    rated as materialized (
      select work.row, min(rates.rate_id) as rate_id, min(rates.rate_type_id) as rate_type_id, min(rates.rate) as rate
      from work join rates on rates.school_id = work.school_id and rates.service_id = work.service_id
        and work.date >= rates.starts_on and (rates.ends_before is null or work.date < rates.ends_before)
        and (work.rate_type_id is null or rates.rate_type_id = work.rate_type_id)
      group by 1 having count(*) = 1
    )
    select work.provider_id, work.school_id, work.date, work.service_id,
      coalesce(work.rate_type_id, rated.rate_type_id) as rate_type_id, rated.rate_id, rated.rate, work.is_approved,
      work.occurrence_ids, coalesce(fees.percent::text, '') as fee_percent,
      case when work.is_zero_hours then 0 else work.hundredths end as hundredths,
      case when work.is_zero_hours then 0 else work.sessions end as sessions,
      case when work.is_zero_hours then 0 else 1 end as days
    from work
    left join rated on rated.row = work.row
    left join fees on fees.school_id = work.school_id and work.date >= fees.starts_on
      and (fees.ends_before is null or work.date < fees.ends_before)
    ${ofServices(costs)}`

/** The work of a period, summed by everything that decides about its amount. */
export const readChargeSums = async (on: Executor, costs: Costs): Promise<ChargeSum[]> => {
  const { rows } = await on.execute<ChargeSum & Record<string, unknown>>(sql`
    select provider_id as "providerId", school_id as "schoolId", service_id as "serviceId",
      rate_type_id as "rateTypeId", rate, fee_percent as "feePercent", is_approved as "isApproved",
      -- Days with zero hours count only if there are no others.
      coalesce(min(date) filter (where days > 0), min(date)) as "from",
      coalesce(max(date) filter (where days > 0), max(date)) as "to",
      sum(hundredths)::int as hundredths, sum(sessions)::int as sessions, sum(days)::int as days
    from (${chargedWork(costs)}) as charged
    group by provider_id, school_id, service_id, rate_type_id, rate, fee_percent, is_approved
    order by school_id, provider_id, service_id, rate_type_id, "from"`)
  return rows
}

/** A row of the work, with the sessions behind it. */
export interface ChargedRow extends Omit<ChargeSum, 'from' | 'to'> {
  readonly date: LocalDate
  /** Of `school_service_rates`. */
  readonly rateId: number | null
  readonly occurrenceIds: readonly number[]
}

/** Sessions of one day with the same rate are one row, however they got it: a daily rate counts their day once. */
const merged = (rows: readonly ChargedRow[]): ChargedRow[] => {
  const same = (row: ChargedRow) =>
    [row.providerId, row.schoolId, row.date, row.serviceId, row.rateTypeId, row.rateId, row.days].join('/')
  return [...grouped(rows, same).values()].map((group) => ({
    ...group[0],
    hundredths: hoursOf(group),
    sessions: group.reduce((sum, { sessions }) => sum + sessions, 0),
    occurrenceIds: group.flatMap(({ occurrenceIds }) => occurrenceIds),
  }))
}

/** Row by row, in order of date. */
export const readChargedRows = async (on: Executor, costs: Costs): Promise<ChargedRow[]> => {
  const { rows } = await on.execute<ChargedRow & Record<string, unknown>>(sql`
    select provider_id as "providerId", school_id as "schoolId", date::text as date, service_id as "serviceId",
      rate_type_id as "rateTypeId", rate_id as "rateId", rate, fee_percent as "feePercent", is_approved as "isApproved",
      hundredths, sessions, days, occurrence_ids as "occurrenceIds"
    from (${chargedWork(costs, true)}) as charged
    order by date, provider_id, school_id, service_id, rate_type_id`)
  return merged(rows)
}

/** What has a price: the rest is shown as work without a rate. */
export const chargesOf = (sums: readonly ChargeSum[]): Charge[] =>
  sums.flatMap(({ serviceId, rateTypeId, rate, ...sum }) =>
    serviceId === null || rateTypeId === null || rate === null ? [] : [{ ...sum, serviceId, rateTypeId, rate }],
  )

/** In hundredths. */
export const hoursOf = (sums: readonly Pick<ChargeSum, 'hundredths'>[]): number =>
  sums.reduce((sum, { hundredths }) => sum + hundredths, 0)

/** What the schools owe for the work, before admin fees: the sum of their invoices' lines. */
export const costOf = (sums: readonly ChargeSum[], currency: string): Decimal => {
  const schools = grouped(sums, ({ schoolId }) => schoolId)
  const bills = [...schools.values()].map((ofSchool) => billOf(chargesOf(ofSchool), currency))
  return roundedSum(
    bills.map(({ subtotal }) => subtotal),
    currency,
  )
}
