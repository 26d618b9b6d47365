/**
 * The work of a period and what it costs the schools (docs/decisions/what-is-billed.md): every amount that the portal
 * shows comes from here.
 */
import { type Column, type SQL, sql } from 'drizzle-orm'
import { amountOf, type Charge, feesOn, lineKey, workOf } from '#domain/billing/invoice-lines.ts'
import type { Period } from '#domain/billing/period.ts'
import { grouped } from '#domain/grouped.ts'
import { type Decimal, roundedSum } from '#domain/money.ts'
import type { RateTypeId } from '#domain/rate-types.ts'
import type { LocalDate } from '#domain/time.ts'
import { feesWithin, ratesWithin } from '#server/areas/master-data/rates-in-force.ts'
import { type DayKey, dayRows } from '#server/areas/provider-days/provider-days.ts'
import { minutesBetween, proposedEnd, proposedTurns } from '#server/areas/timesheet/timesheet-rows.ts'
import type { Executor } from '#server/db/bulk-insert.ts'
import { providerDays, timesheets } from '#server/db/schema/days-and-hours.ts'
import { lockOuts } from '#server/db/schema/locked-periods.ts'
import { occurrenceStudents, occurrences } from '#server/db/schema/schedule.ts'

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
  /** Only these days. */
  readonly days?: readonly DayKey[] | undefined
  /** If true, only approved days, all of whose hours are stored. */
  readonly isApproved?: boolean
  /** None: every service. */
  readonly serviceIds?: readonly number[] | undefined
  /** With any, the sessions of these students count instead of timesheet rows. None: every student. */
  readonly studentIds?: readonly number[] | undefined
}

const within = ({ period: { startDate, endDate } }: Costs, date: Column): SQL =>
  sql`${date} between ${startDate} and ${endDate}`

/** Occurrences that require hours. */
const isDue = (costs: Costs): SQL => {
  const { schoolId, providerId, days } = costs
  return sql`${within(costs, occurrences.date)} and ${occurrences.deletedAt} is null and ${occurrences.isTimesheetRequired}
      ${schoolId === undefined ? sql`` : sql`and ${occurrences.schoolId} = ${schoolId}`}
      ${providerId === undefined ? sql`` : sql`and ${occurrences.providerId} = ${providerId}`}
      ${days === undefined ? sql`` : sql`and (${occurrences.providerId}, ${occurrences.date}) in (select * from ${dayRows(days)})`}`
}

/** The timesheet row and the day of `sessions`, which has provider_id, school_id and date; with isApproved, only approved days. */
const joinDays = (costs: Costs): SQL => sql`
    left join ${timesheets} on ${timesheets.providerId} = sessions.provider_id
      and ${timesheets.schoolId} = sessions.school_id and ${timesheets.date} = sessions.date
      and ${within(costs, timesheets.date)}
    left join ${providerDays} on ${providerDays.providerId} = sessions.provider_id
      and ${providerDays.date} = sessions.date and ${within(costs, providerDays.date)}
    ${costs.isApproved ? sql`where ${isDayApproved}` : sql``}`

const isDayApproved = sql`coalesce(${providerDays.approvalStatus} = 1, false)`

/** A column of the first session, in some order, that requires hours for the row `of`. It looks up each row: for few rows. */
const firstSession = (column: Column, of: 'sessions' | 'turns', ...order: SQL[]): SQL => sql`(
        select ${column} from ${occurrences}
        where ${occurrences.providerId} = ${sql.raw(of)}.provider_id and ${occurrences.schoolId} = ${sql.raw(of)}.school_id
          and ${occurrences.date} = ${sql.raw(of)}.date and ${occurrences.deletedAt} is null
          and ${occurrences.isTimesheetRequired}
        order by ${sql.join([...order, sql`${occurrences.startTime}`, sql`${occurrences.id}`], sql`, `)} limit 1)`

/** The service of the first session, for a row that isn't stored. */
const firstService = sql`case when least_service_id = greatest_service_id then least_service_id
        else ${firstSession(occurrences.serviceId, 'sessions')} end`

/** The rate type of the first session that has one, of the row's service if possible. */
const firstRateType = sql`case
        when least_rate_type_id is null then null
        when least_rate_type_id = greatest_rate_type_id
          and (are_rate_types_set or least_service_id = service_id and greatest_service_id = service_id)
          then least_rate_type_id
        else ${firstSession(
          occurrences.rateTypeId,
          'turns',
          sql`${occurrences.serviceId} is distinct from turns.service_id`,
          sql`${occurrences.rateTypeId} is null`,
        )} end`

/** In the order of the day. */
const idsBehind = sql`array_agg(${occurrences.id} order by ${occurrences.startTime}, ${occurrences.id})`

/** Hours of a row that is rounded by itself, in hundredths: 5/3 of its whole minutes, which is never a half. */
const hundredthsOf = (minutes: SQL): SQL => sql`((${minutes} * 5 + 1) / 3)`

/**
 * One row per provider, school and day with a session that requires hours: the timesheet's row, or what the sessions
 * amount to while it isn't stored. Its service is the row's; its rate type that of the service's first session.
 */
const timesheetWork = (costs: Costs, behind: SQL): SQL => {
  const minutes = minutesBetween(
    sql`coalesce(stored_start, turns.start_time)`,
    sql`case when is_stored then stored_end else ${proposedEnd} end`,
  )
  const grouped = groupedSessions(costs, behind)
  const turns = costs.isApproved
    ? sql`select grouped.*, null::time as next_start from (${grouped}) as grouped`
    : proposedTurns(grouped, costs.schoolId)
  return sql`
    select provider_id, school_id, date, service_id, ${firstRateType} as rate_type_id, is_zero_hours, sessions,
      ${minutes}::int as minutes, is_approved, occurrence_ids
    from (${turns}) as turns`
}

/** The same with the times of the hours and of the sessions, and what tells whether these have one service and rate type. */
const groupedSessions = (costs: Costs, behind: SQL): SQL => sql`
    select sessions.*,
      case when ${timesheets.id} is null then ${firstService} else ${timesheets.serviceId} end as service_id,
      coalesce(${timesheets.isZeroHours}, false) as is_zero_hours, ${timesheets.id} is not null as is_stored,
      ${timesheets.startTime} as stored_start, ${timesheets.endTime} as stored_end, ${isDayApproved} as is_approved
    from (
      select ${occurrences.providerId} as provider_id, ${occurrences.schoolId} as school_id, ${occurrences.date} as date,
        count(*)::int as sessions, min(${occurrences.startTime}) as start_time, max(${occurrences.endTime}) as last_end,
        min(${occurrences.serviceId}) as least_service_id, max(${occurrences.serviceId}) as greatest_service_id,
        min(${occurrences.rateTypeId}) as least_rate_type_id, max(${occurrences.rateTypeId}) as greatest_rate_type_id,
        count(${occurrences.rateTypeId}) = count(*) as are_rate_types_set, ${behind} as occurrence_ids
      from ${occurrences} where ${isDue(costs)}
      group by 1, 2, 3
    ) as sessions ${joinDays(costs)}`

/**
 * The same without rates: a select of provider_id, school_id, date, service_id, is_zero_hours, sessions, minutes and
 * is_approved.
 */
export const timesheetHours = (costs: Omit<Costs, 'serviceIds' | 'studentIds'>): SQL =>
  timesheetWork(costs, sql`null::int[]`)

/** The same for some students: one row per provider, day, service and rate type, of their sessions alone. */
const studentWork = (costs: Costs, studentIds: readonly number[], behind: SQL): SQL => sql`
    select sessions.*, coalesce(${timesheets.isZeroHours}, false) as is_zero_hours, ${isDayApproved} as is_approved
    from (
      select ${occurrences.providerId} as provider_id, ${occurrences.schoolId} as school_id, ${occurrences.date} as date,
        ${occurrences.serviceId} as service_id, ${occurrences.rateTypeId} as rate_type_id, count(*)::int as sessions,
        sum(minutes)::int as minutes, sum(${hundredthsOf(sql`minutes`)})::int as hundredths, ${behind} as occurrence_ids
      from ${occurrences}, lateral (
        select ${minutesBetween(sql`${occurrences.startTime}`, sql`${occurrences.endTime}`)}::int as minutes) as timed
      where ${isDue(costs)}
        and exists (select from ${occurrenceStudents} as taking_part where taking_part.occurrence_id = ${occurrences.id}
          and taking_part.student_id = any(${sql.param(studentIds)}::int[]))
      group by 1, 2, 3, 4, 5
    ) as sessions ${joinDays(costs)}`

interface Work {
  /** Rows of a day each. */
  readonly rows: SQL
  /** The hours, in hundredths, of such a row if it is rounded by itself. */
  readonly hundredths: SQL
}

const work = (costs: Costs, withSessions: boolean): Work => {
  const { studentIds = [] } = costs
  const behind = withSessions ? idsBehind : sql`null::int[]`
  return studentIds.length === 0
    ? { rows: timesheetWork(costs, behind), hundredths: hundredthsOf(sql`minutes`) }
    : { rows: studentWork(costs, studentIds, behind), hundredths: sql`hundredths` }
}

const ofServices = ({ serviceIds = [] }: Costs): SQL =>
  serviceIds.length === 0 ? sql`` : sql`where work.service_id = any(${sql.param(serviceIds)}::int[])`

/** Whether a rate or fee, with starts_on and ends_before, is in force on a row's day. */
const inForce = (dated: 'rates' | 'fees', row: 'work' | 'untyped'): SQL =>
  sql.raw(`${row}.date >= ${dated}.starts_on and (${dated}.ends_before is null or ${row}.date < ${dated}.ends_before)`)

/** Half-months that were locked before minutes were added up: their rows stay rounded one by one. */
const roundedByRow = ({ startDate, endDate }: Period): SQL => sql`
    select ${lockOuts.startDate}, ${lockOuts.endDate} from ${lockOuts}
    where ${lockOuts.roundsEachRow} and ${lockOuts.unlockedAt} is null
      and ${lockOuts.startDate} <= ${endDate} and ${lockOuts.endDate} >= ${startDate}`

/** A select of the rows of `worked`, each of one day. */
const eachDay = ({ hundredths }: Work): SQL => sql`
      select provider_id, school_id, date, date as last_date, service_id, rate_type_id, is_zero_hours, is_approved,
        occurrence_ids, sessions, minutes, ${hundredths} as hundredths, 1 as days
      from worked`

/** The same summed over days between which no rate or fee changes, nor how hours are rounded, nor one of `periods`. */
const betweenChanges = ({ hundredths }: Work, periods: readonly [Period, ...Period[]]): SQL => sql`
      select provider_id, school_id, min(date) as date, max(date) as last_date, service_id, rate_type_id, is_zero_hours,
        is_approved, null::int[] as occurrence_ids, sum(sessions) as sessions, sum(minutes) as minutes,
        sum(${hundredths}) as hundredths, count(*) as days
      from worked, (
        select array_agg(distinct day order by day) as days from (
          select unnest(${sql.param(periods.map(({ startDate }) => startDate))}::date[]) as day
          union all select starts_on from rates union all select ends_before from rates
          union all select starts_on from fees union all select ends_before from fees
          union all select start_date from rounded_by_row union all select end_date + 1 from rounded_by_row
        ) as changes where day >= ${periods[0].startDate}
      ) as changes
      group by provider_id, school_id, service_id, rate_type_id, is_zero_hours, is_approved, width_bucket(date, changes.days)`

/**
 * The work with its rate. A session without a rate type has the only one that its school has for the service on that day;
 * with several, or none, the rate is null.
 *
 * Materialized, because the planner guesses that there is hardly any work, and would compute all rates again for each row.
 *
 * @param work a select from `worked`, `rates`, `fees` and `rounded_by_row`
 */
const priced = (costs: Costs, { rows }: Work, work: SQL): SQL => sql`
    with worked as materialized (${rows}),
    rates as materialized (${ratesWithin(costs.period, costs.schoolId)}),
    fees as materialized (${feesWithin(costs.period, costs.schoolId)}),
    rounded_by_row as materialized (${roundedByRow(costs.period)}),
    work as materialized (${work}),
    only_rates as materialized (
      select untyped.school_id, untyped.service_id, untyped.date, min(rates.rate_id) as rate_id,
        min(rates.rate_type_id) as rate_type_id, min(rates.rate) as rate
      from (select distinct school_id, service_id, date from work where rate_type_id is null) as untyped
      join rates on rates.school_id = untyped.school_id and rates.service_id = untyped.service_id
        and ${inForce('rates', 'untyped')}
      group by 1, 2, 3 having count(*) = 1
    )
    select work.provider_id, work.school_id, work.date, work.last_date, work.service_id,
      coalesce(work.rate_type_id, only_rates.rate_type_id) as rate_type_id,
      coalesce(rates.rate_id, only_rates.rate_id) as rate_id, coalesce(rates.rate, only_rates.rate) as rate,
      work.is_approved, work.occurrence_ids, coalesce(fees.percent::text, '') as fee_percent,
      case when work.is_zero_hours then 0 else work.minutes end as minutes,
      case when rounded_by_row.start_date is null then null when work.is_zero_hours then 0 else work.hundredths
        end as hundredths,
      case when work.is_zero_hours then 0 else work.sessions end as sessions,
      case when work.is_zero_hours then 0 else work.days end as days
    from work
    left join rates on rates.school_id = work.school_id and rates.service_id = work.service_id
      and rates.rate_type_id = work.rate_type_id and ${inForce('rates', 'work')}
    left join only_rates on work.rate_type_id is null and only_rates.school_id = work.school_id
      and only_rates.service_id = work.service_id and only_rates.date = work.date
    left join fees on fees.school_id = work.school_id and ${inForce('fees', 'work')}
    left join rounded_by_row on work.date between rounded_by_row.start_date and rounded_by_row.end_date
    ${ofServices(costs)}`

/**
 * The work with its rate, day by day.
 *
 * @param withSessions whether occurrence_ids is needed
 * @returns a select of `work`'s columns but is_zero_hours, with zero hours counted as nothing, and rate_id, rate and
 *   fee_percent; hundredths (of an hour) is null unless the row is rounded by itself
 */
export const chargedWork = (costs: Costs, withSessions = false): SQL => {
  const worked = work(costs, withSessions)
  return priced(costs, worked, eachDay(worked))
}

/** As `rowRoundingOf` in src/domain/hours.ts, of rows of `chargedWork`. */
export const rowRounding = (sum: (column: SQL) => SQL): SQL =>
  sql`coalesce(${sum(sql`hundredths * 3 - minutes * 5`)}, 0)::int`

interface ConsecutiveCosts extends Omit<Costs, 'period'> {
  /** In order, each beginning on the day after the one before. */
  readonly periods: readonly [Period, ...Period[]]
}

/**
 * The work of each period, summed by everything that decides about its amount. All in one query, because rates are looked
 * up once then; and summed as far as possible before rates are, because there are many days and few changes of rates.
 */
export const readChargeSumsOf = async (
  on: Executor,
  { periods, ...costs }: ConsecutiveCosts,
): Promise<ChargeSum[][]> => {
  const [{ startDate }] = periods
  const { endDate } = periods.at(-1) ?? periods[0]
  const starts = sql`${sql.param(periods.map((period) => period.startDate))}::date[]`
  const whole = { ...costs, period: { startDate, endDate } }
  const worked = work(whole, false)
  const { rows } = await on.execute<{ number: number } & ChargeSum & Record<string, unknown>>(sql`
    select width_bucket(date, ${starts}) as number,
      provider_id as "providerId", school_id as "schoolId", service_id as "serviceId",
      rate_type_id as "rateTypeId", rate, fee_percent as "feePercent", is_approved as "isApproved",
      -- Days with zero hours count only if there are no others.
      coalesce(min(date) filter (where days > 0), min(date)) as "from",
      coalesce(max(last_date) filter (where days > 0), max(last_date)) as "to",
      sum(minutes)::int as minutes, ${rowRounding((column) => sql`sum(${column})`)} as "rowRounding", sum(sessions)::int as sessions, sum(days)::int as days
    from (${priced(whole, worked, betweenChanges(worked, periods))}) as charged
    group by number, provider_id, school_id, service_id, rate_type_id, rate, fee_percent, is_approved
    order by school_id, provider_id, service_id, rate_type_id, "from"`)
  const byPeriod = grouped(rows, ({ number }) => number)
  return periods.map((_, index) => (byPeriod.get(index + 1) ?? []).map(({ number, ...sum }) => sum))
}

/** The work of a period, summed by everything that decides about its amount. */
export const readChargeSums = async (on: Executor, { period, ...costs }: Costs): Promise<ChargeSum[]> => {
  const [sums = []] = await readChargeSumsOf(on, { ...costs, periods: [period] })
  return sums
}

/** A row of the work, with the sessions behind it. */
export interface ChargedRow extends Omit<ChargeSum, 'from' | 'to' | 'rowRounding'> {
  readonly date: LocalDate
  /** Hours, if the row is rounded by itself. */
  readonly hundredths: number | null
  /** Refers to `school_service_rates`. */
  readonly rateId: number | null
  readonly occurrenceIds: readonly number[]
}

/** Sessions of one day with the same rate are one row, however they got it: a daily rate counts their day once. */
const merged = (rows: readonly ChargedRow[]): ChargedRow[] => {
  const same = (row: ChargedRow) =>
    [row.providerId, row.schoolId, row.date, row.serviceId, row.rateTypeId, row.rateId, row.days].join('/')
  return [...grouped(rows, same).values()].map((group) => ({
    ...group[0],
    minutes: sumOfMinutes(group),
    hundredths: group.reduce(
      (sum: number | null, row) => (row.hundredths === null ? null : (sum ?? 0) + row.hundredths),
      0,
    ),
    sessions: group.reduce((sum, { sessions }) => sum + sessions, 0),
    occurrenceIds: group.flatMap(({ occurrenceIds }) => occurrenceIds),
  }))
}

/** Row by row, in order of date. */
export const readChargedRows = async (on: Executor, costs: Costs): Promise<ChargedRow[]> => {
  const { rows } = await on.execute<ChargedRow & Record<string, unknown>>(sql`
    select provider_id as "providerId", school_id as "schoolId", date::text as date, service_id as "serviceId",
      rate_type_id as "rateTypeId", rate_id as "rateId", rate, fee_percent as "feePercent", is_approved as "isApproved",
      minutes, hundredths, sessions, days, occurrence_ids as "occurrenceIds"
    from (${chargedWork(costs, true)}) as charged
    order by date, provider_id, school_id, service_id, rate_type_id`)
  return merged(rows)
}

type PricedSum = ChargeSum & Charge

const isPriced = (sum: ChargeSum): sum is PricedSum =>
  sum.serviceId !== null && sum.rateTypeId !== null && sum.rate !== null

/** What has a price: the rest is shown as work without a rate. */
export const chargesOf = (sums: readonly ChargeSum[]): PricedSum[] => sums.filter(isPriced)

export const sumOfMinutes = (sums: readonly Pick<ChargeSum, 'minutes'>[]): number =>
  sums.reduce((sum, { minutes }) => sum + minutes, 0)

/** The lines of all schools' bills, without their days and order. */
const linesOf = (sums: readonly ChargeSum[]): PricedSum[] =>
  [...grouped(chargesOf(sums), (sum) => `${sum.schoolId}/${lineKey(sum)}`).values()].map((line) =>
    line.length === 1 ? line[0] : { ...line[0], ...workOf(line) },
  )

/** The amounts of bills: what `billOf` says in a fraction of its time, for pages with thousands of amounts. */
interface Pricing {
  /** What the schools owe for the work, before admin fees: the sum of their invoices' lines. */
  costOf: (sums: readonly ChargeSum[]) => Decimal
  /** With admin fees. @param sums of one school */
  totalOf: (sums: readonly ChargeSum[]) => Decimal
}

export const pricing = (currency: string): Pricing => {
  // A school's line is often one provider's, and then both have the same amount.
  const known = new Map<PricedSum, Decimal>()
  const priced = (line: PricedSum) => {
    const amount = known.get(line) ?? amountOf(line, currency)
    known.set(line, amount)
    return { feePercent: line.feePercent, amount }
  }
  const totalOf = (parts: readonly { readonly amount: Decimal }[]) =>
    roundedSum(
      parts.map(({ amount }) => amount),
      currency,
    )
  return {
    costOf: (sums) => totalOf(linesOf(sums).map(priced)),
    totalOf: (sums) => {
      const lines = linesOf(sums).map(priced)
      return totalOf([...lines, ...feesOn(lines, currency)])
    },
  }
}

/** What the schools owe for the work, before admin fees. */
export const costOf = (sums: readonly ChargeSum[], currency: string): Decimal => pricing(currency).costOf(sums)
