/** What is open in a half-month and its expected amounts (DESIGN, section 4), and the rate types that were missing. */
import { and, eq, sql } from 'drizzle-orm'
import type { CloseOut, DayToLookAt, LockOut, OpenPoint, Projection, UnratedWork } from '#contract/billing.ts'
import { COMPARED, closeOutMessages, OFFERED } from '#domain/billing/close-out.ts'
import { OPEN_CORRECTION_STATES } from '#domain/billing/corrections.ts'
import { chargeOf } from '#domain/billing/invoice-lines.ts'
import { freeDaysOf, lockStateOf, sumOfLeftOut } from '#domain/billing/lock-out.ts'
import {
  halfMonthBefore,
  halfMonthOf,
  isHalfMonth,
  isWithin,
  latestHalfMonths,
  type Period,
  sharesDays,
} from '#domain/billing/period.ts'
import { grouped } from '#domain/grouped.ts'
import type { Decimal } from '#domain/money.ts'
import { nameKey } from '#domain/name-key.ts'
import type { RateTypeId } from '#domain/rate-types.ts'
import { type LocalDate, localOf } from '#domain/time.ts'
import { OPEN_PTO_STATES } from '#domain/time-off.ts'
import {
  type ChargeSum,
  type Costs,
  chargedWork,
  costOf,
  pricing,
  readChargedRows,
  readChargeSums,
  readChargeSumsOf,
  sumOfMinutes,
} from '#server/areas/hours/charges.ts'
import { readOddHours } from '#server/areas/hours/hours-facts.ts'
import { readLockedPeriods } from '#server/areas/master-data/kept-days.ts'
import { ratesWithin } from '#server/areas/master-data/rates-in-force.ts'
import { openDays } from '#server/areas/provider-days/open-days.ts'
import { type DayKey, dayEntity, lockDays } from '#server/areas/provider-days/provider-days.ts'
import { rowKey } from '#server/areas/timesheet/timesheet-rows.ts'
import type { Executor } from '#server/db/bulk-insert.ts'
import type { Db, PooledDb, Tx } from '#server/db/database.ts'
import { organizationMoney } from '#server/db/organization.ts'
import { providerName } from '#server/db/providers.ts'
import { requireKey } from '#server/db/require-one.ts'
import { providerDays } from '#server/db/schema/days-and-hours.ts'
import { invoices } from '#server/db/schema/invoices.ts'
import { dayCorrections } from '#server/db/schema/locked-periods.ts'
import { providers } from '#server/db/schema/providers.ts'
import { occurrenceEdits, occurrences } from '#server/db/schema/schedule.ts'
import { schoolBillingProfiles, schools } from '#server/db/schema/schools.ts'
import { services } from '#server/db/schema/services.ts'
import { ptoRequests } from '#server/db/schema/time-off.ts'
import { logTransitions } from '#server/db/transition-log.ts'
import { type Caller, type Clock, done, type HandlersOf } from '#server/http/handler.ts'
import { Refusal, refuseField } from '#server/http/refusal.ts'
import { inBillingTurn, takeBillingTurn } from './billing-turn.ts'
import { changedPayDay, readKeptPay } from './kept-amounts.ts'
import { leftOutOf, readLockOutsOf } from './lock-outs.ts'

/** @throws Refusal 400 at the start date */
const halfMonthFrom = (startDate: string): Period => {
  const period = halfMonthOf(startDate)
  if (!isHalfMonth({ ...period, startDate })) throw refuseField('startDate', closeOutMessages.notHalfMonth)
  return period
}

const isBeingCorrected = sql`exists (select from ${dayCorrections} where ${dayCorrections.providerId} = days.provider_id
  and ${dayCorrections.date} = days.date and ${dayCorrections.state} in ${OPEN_CORRECTION_STATES})`

const readOpenPoints = async (db: Executor, { startDate, endDate }: Period, clock: Clock): Promise<OpenPoint[]> => {
  const { rows } = await db.execute<OpenPoint & Record<string, unknown>>(sql`
    select case when ${isBeingCorrected} then 'correction'
        else (array['unconfirmed', 'rejected', 'unapproved'])[status] end as kind, provider_id as "providerId",
      case when status = 1 and not ${isBeingCorrected} then unconfirmed_school_ids else school_ids end as "schoolIds", date::text as date
    from (${openDays({ ...clock, providerIds: [], from: startDate, to: endDate })}) as days
    union all
    select 'change', ${occurrences.providerId}, array[${occurrences.schoolId}], ${occurrences.date}::text
    from ${occurrenceEdits} join ${occurrences} on ${occurrences.id} = ${occurrenceEdits.occurrenceId}
    where ${occurrences.deletedAt} is null and ${occurrences.date} between ${startDate} and ${endDate}
    union all
    select 'request', ${ptoRequests.providerId}, array[]::int[], ${ptoRequests.requestedDate}::text
    from ${ptoRequests}
    where ${ptoRequests.state} = any(${sql.param([...OPEN_PTO_STATES])}::text[])
      and ${ptoRequests.requestedDate} between ${startDate} and ${endDate}
    order by date, "providerId", kind`)
  return rows
}

/** Apart from the rest, which doesn't wait for the checks on hours. */
const readDaysWithOddHours = async (db: Db, period: Period): Promise<DayToLookAt[]> => {
  const odd = await readOddHours(db, { from: period.startDate, to: period.endDate })
  if (odd.length === 0) return []
  const { currency } = await organizationMoney(db)
  const charged = new Map((await readChargedRows(db, { period, days: odd })).map((row) => [rowKey(row), chargeOf(row)]))
  return [...grouped(odd, dayEntity).values()].map((rows) => {
    const [{ providerId, date }] = rows
    return {
      providerId,
      date,
      schoolIds: rows.map(({ schoolId }) => schoolId),
      amount: costOf(
        rows.flatMap((row) => charged.get(rowKey(row)) ?? []),
        currency,
      ),
      findings: rows.flatMap(({ schoolName, findings }) => findings.map(({ text }) => `${schoolName}: ${text}`)),
    }
  })
}

const readChoices = async (db: Executor, period: Period): Promise<Map<string, RateTypeId[]>> => {
  const { rows } = await db.execute<{ schoolId: number; serviceId: number; rateTypeId: RateTypeId }>(sql`
    select distinct school_id as "schoolId", service_id as "serviceId", rate_type_id as "rateTypeId"
    from (${ratesWithin(period)}) as rates order by 1, 2, 3`)
  const bySchool = grouped(rows, ({ schoolId, serviceId }) => `${schoolId}/${serviceId}`)
  return new Map([...bySchool].map(([key, rates]) => [key, rates.map(({ rateTypeId }) => rateTypeId)]))
}

/** Zero hours need no rate. */
const isUnrated = ({ rate, days }: ChargeSum): boolean => rate === null && days > 0

/** The first locked day of work without a rate for which its school has a current invoice, by the work. */
const readInvoicedDays = async (db: Executor, costs: Costs): Promise<Map<string, LocalDate>> => {
  const { rows } = await db.execute<Pick<ChargeSum, 'providerId' | 'schoolId' | 'serviceId'> & { date: LocalDate }>(sql`
    select provider_id as "providerId", school_id as "schoolId", service_id as "serviceId", min(date)::text as date
    from (${chargedWork(costs)}) as work
    where rate is null and days > 0
      and exists (select from ${providerDays} as day
        where day.provider_id = work.provider_id and day.date = work.date and day.state = 'locked')
      and exists (select from ${invoices} as invoice where invoice.school_id = work.school_id
        and invoice.superseded_by_id is null and work.date between invoice.start_date and invoice.end_date)
    group by 1, 2, 3`)
  return new Map(rows.map(({ date, ...work }) => [unratedKey(work), date]))
}

const unratedKey = ({ providerId, schoolId, serviceId }: Pick<ChargeSum, 'providerId' | 'schoolId' | 'serviceId'>) =>
  [providerId, schoolId, serviceId].join('/')

const readUnrated = async (db: Db, period: Period, sums: readonly ChargeSum[]): Promise<UnratedWork[]> => {
  const unrated = [
    ...grouped(sums.filter(isUnrated), ({ providerId, schoolId, serviceId, rateTypeId }) =>
      [providerId, schoolId, serviceId, rateTypeId].join('/'),
    ).values(),
  ]
  if (unrated.length === 0) return []
  const names = new Map(
    (await db.select({ id: services.id, name: services.description }).from(services)).map(({ id, name }) => [id, name]),
  )
  const choices = await readChoices(db, period)
  const invoiced = await readInvoicedDays(db, { period })
  return unrated.map((group): UnratedWork => {
    const [{ providerId, schoolId, serviceId, rateTypeId }] = group
    const day = invoiced.get(unratedKey(group[0]))
    return {
      providerId,
      schoolId,
      serviceId,
      serviceName: serviceId === null ? '' : requireKey(names, serviceId, 'The service'),
      rateTypeId,
      from: group.map(({ from }) => from).reduce((one, other) => (one < other ? one : other)),
      to: group.map(({ to }) => to).reduce((one, other) => (one > other ? one : other)),
      minutes: sumOfMinutes(group),
      sessions: group.reduce((sum, { sessions }) => sum + sessions, 0),
      choices: choices.get(`${schoolId}/${serviceId}`) ?? [],
      choiceRefusal: day === undefined ? null : closeOutMessages.invoiced(day),
    }
  })
}

/** Whether only approved work counts, as on locked days; undefined if that differs from day to day. */
const isOnlyApproved = (period: Period, lockOuts: readonly LockOut[]): boolean | undefined => {
  const state = lockStateOf(period, lockOuts)
  return state === 'partly' ? undefined : state !== 'open'
}

/** What the totals of a period are made of that is locked in part: all work on open days, and what was approved on locked ones. */
const readPartlyLocked = async (db: Db, period: Period, lockOuts: readonly LockOut[]): Promise<ChargeSum[]> => {
  const [all, ...open] = await Promise.all(
    [period, ...freeDaysOf(period, lockOuts)].map((days) => readChargeSums(db, { period: days })),
  )
  return [...(all ?? []).filter((sum) => sum.isApproved), ...open.flat().filter((sum) => !sum.isApproved)]
}

/**
 * What the totals of periods in order are made of. A database with one connection reads them together, as far as the same
 * work counts; others read them at the same time.
 */
const readCountedOf = async (
  db: PooledDb,
  periods: readonly [Period, ...Period[]],
  lockOuts: readonly LockOut[],
): Promise<ChargeSum[][]> => {
  const hasOneConnection = db.$client.options.max === 1
  const runs: { isApproved: boolean | undefined; periods: [Period, ...Period[]] }[] = []
  for (const period of periods) {
    const isApproved = isOnlyApproved(period, lockOuts)
    const last = runs.at(-1)
    const isTogether = last && hasOneConnection && isApproved !== undefined && last.isApproved === isApproved
    if (isTogether) last.periods.push(period)
    else runs.push({ isApproved, periods: [period] })
  }
  const read = runs.map(({ isApproved, periods: [first, ...others] }) =>
    isApproved === undefined
      ? Promise.all([readPartlyLocked(db, first, lockOuts)])
      : readChargeSumsOf(db, { periods: [first, ...others], isApproved }),
  )
  return (await Promise.all(read)).flat()
}

type Named = readonly { readonly id: number; readonly name: string }[]

/** Those with open points, work in the period, or work earlier, in the order of `all`. */
const project = <One extends Named[number]>(
  all: readonly One[],
  {
    keyOf,
    amountOf,
    periods: [now = [], ...earlier],
    open,
  }: {
    keyOf: (sum: ChargeSum) => number
    amountOf: (sums: readonly ChargeSum[]) => Decimal
    /** The period, then those before. */
    periods: readonly (readonly ChargeSum[])[]
    open: ReadonlySet<number>
  },
): (One & Projection)[] => {
  const sumsOf = grouped(now, keyOf)
  const earlierOf = earlier.map((sums) => grouped(sums, keyOf))
  return all.flatMap((one) => {
    const sums = sumsOf.get(one.id)
    if (!sums && !open.has(one.id) && !earlierOf.some((sums) => sums.has(one.id))) return []
    return {
      ...one,
      minutes: sumOfMinutes(sums ?? []),
      amount: amountOf(sums ?? []),
      earlier: earlierOf.map((sums) => amountOf(sums.get(one.id) ?? [])),
    }
  })
}

/** From the first day of any to the last day of any. */
const spanOf = (periods: readonly [Period, ...Period[]]): Period =>
  periods.reduce((span, { startDate, endDate }) => ({
    startDate: startDate < span.startDate ? startDate : span.startDate,
    endDate: endDate > span.endDate ? endDate : span.endDate,
  }))

const halfMonthsAround = (period: Period, today: LocalDate): Period[] => {
  const offered = [halfMonthOf(today), ...latestHalfMonths(today, OFFERED)]
  const others = offered.filter(({ startDate }) => startDate !== period.startDate)
  return [period, ...others].sort((one, other) => (one.startDate < other.startDate ? 1 : -1))
}

/** With its number for each of those whose name others have. */
const toldApart = <One extends Named[number]>(all: readonly One[]): One[] => {
  const keyed = all.map((one) => ({ one, key: nameKey(one.name) }))
  const namesakes = grouped(keyed, ({ key }) => key)
  return keyed.map(({ one, key }) =>
    namesakes.get(key)?.length === 1 ? one : { ...one, name: `${one.name} (no. ${one.id})` },
  )
}

/** The half-months that a period is compared with, in order. */
const earlierThan = (period: Period): [Period, ...Period[]] => {
  const periods: [Period, ...Period[]] = [halfMonthBefore(period)]
  while (periods.length < COMPARED) periods.unshift(halfMonthBefore(periods[0]))
  return periods
}

const readProviders = (db: Db) =>
  db
    .select({ id: providers.id, name: providerName })
    .from(providers)
    .orderBy(providers.lastName, providers.firstName, providers.id)

const readSchools = (db: Db) =>
  db
    .select({
      id: schools.id,
      name: schools.name,
      hasBillingEmail: sql<boolean>`coalesce(${schoolBillingProfiles.billingEmail}, '') <> ''`,
    })
    .from(schools)
    .leftJoin(schoolBillingProfiles, eq(schoolBillingProfiles.schoolId, schools.id))
    .orderBy(schools.name, schools.id)

const readOpenState = async (db: PooledDb, period: Period, clock: Clock): Promise<CloseOut> => {
  const { date: today } = localOf(clock.now, clock.timeZone)
  const halfMonths = halfMonthsAround(period, today)
  const earlier = earlierThan(period)
  const [{ currency }, known] = await Promise.all([
    organizationMoney(db),
    readLockOutsOf(db, spanOf([period, ...halfMonths, ...earlier])),
  ])
  const [open, allProviders, allSchools, counted] = await Promise.all([
    readOpenPoints(db, period, clock),
    readProviders(db),
    readSchools(db),
    readCountedOf(db, [...earlier, period], known),
  ])
  const [sums = [], ...sumsBefore] = counted.toReversed()
  const lockOuts = known.filter((lockOut) => sharesDays(lockOut, period))
  const free = freeDaysOf(period, lockOuts)
  const periods = [sums, ...sumsBefore]
  const prices = pricing(currency)
  const unapproved = new Set(
    open.flatMap(({ kind, providerId, date }) =>
      kind === 'change' || kind === 'request' || !free.some((days) => isWithin(date, days))
        ? []
        : [`${providerId}/${date}`],
    ),
  )
  return {
    asOf: clock.now.toISOString(),
    lockOuts,
    halfMonths: halfMonths.map((each) => ({ ...each, state: lockStateOf(each, known) })),
    open,
    unrated: await readUnrated(db, period, sums),
    providers: project(toldApart(allProviders), {
      keyOf: ({ providerId }) => providerId,
      amountOf: prices.costOf,
      periods,
      open: new Set(open.map(({ providerId }) => providerId)),
    }),
    schools: project(toldApart(allSchools), {
      keyOf: ({ schoolId }) => schoolId,
      amountOf: prices.totalOf,
      periods,
      open: new Set(open.flatMap(({ schoolIds }) => schoolIds)),
    }),
    leftOut:
      free.length === 0
        ? sumOfLeftOut(
            lockOuts.map(({ leftOut }) => leftOut),
            currency,
          )
        : leftOutOf(unapproved.size, sums, currency),
  }
}

interface Choice {
  readonly providerId: number
  readonly schoolId: number
  readonly serviceId: number
  readonly rateTypeId: RateTypeId
}

/**
 * Includes work on locked days, as long as the school is not invoiced for them and the provider is paid the same.
 *
 * @throws Refusal 400 if the school has no such rate, 404 if there are none anymore, 409 if a day's invoice or pay says no
 */
const chooseRateType = async (
  tx: Tx,
  period: Period,
  { providerId, schoolId, serviceId, rateTypeId }: Choice,
  { user, now }: { user: Caller; now: Date },
): Promise<number> => {
  await takeBillingTurn(tx)
  const choices = await readChoices(tx, period)
  if (!choices.get(`${schoolId}/${serviceId}`)?.includes(rateTypeId)) {
    throw refuseField('rateTypeId', closeOutMessages.noRateOfType)
  }
  const { rows } = await tx.execute<DayKey & Record<string, unknown>>(sql`
    select provider_id as "providerId", date::text as date
    from (${chargedWork({ period, schoolId })}) as charged
    where provider_id = ${providerId} and service_id = ${serviceId} and rate is null and days > 0`)
  await lockDays(tx, rows)
  const invoiced = (await readInvoicedDays(tx, { period, schoolId })).get(
    unratedKey({ providerId, schoolId, serviceId }),
  )
  if (invoiced !== undefined) throw new Refusal(409, closeOutMessages.invoiced(invoiced))
  const locked = { ...period, providerId, kept: await readLockedPeriods(tx) }
  const pay = await readKeptPay(tx, locked)
  const dates = sql.param(rows.map(({ date }) => date))
  const ofRow = and(eq(occurrences.providerId, providerId), eq(occurrences.schoolId, schoolId))
  const changed = await tx.execute<{ id: number }>(sql`
    update ${occurrences} set rate_type_id = ${rateTypeId}, version = ${occurrences.version} + 1
    where ${ofRow} and ${occurrences.date} = any(${dates}::date[]) and ${occurrences.deletedAt} is null
      and ${occurrences.isTimesheetRequired}
      -- The hours may name another service than any of the day's sessions.
      and (${occurrences.serviceId} = ${serviceId} or not exists (
        select from ${occurrences} as other where other.provider_id = ${providerId} and other.school_id = ${schoolId}
          and other.date = ${occurrences.date} and other.deleted_at is null and other.is_timesheet_required
          and other.service_id = ${serviceId}))
    returning id`)
  if (changed.rows.length === 0) throw new Refusal(404, closeOutMessages.nothingToRate)
  const paidOtherwise = changedPayDay(pay, await readKeptPay(tx, locked))
  if (paidOtherwise !== undefined) throw new Refusal(409, closeOutMessages.changesPay(paidOtherwise))
  await logTransitions(
    tx,
    user.userId,
    now,
    changed.rows.map(({ id }) => ({
      machine: 'session-rate-type',
      entity: String(id),
      from: 'withoutRate',
      event: 'rateType.choose',
      to: 'withRate',
      detail: { rateTypeId },
    })),
  )
  return changed.rows.length
}

export const closeOutHandlers: HandlersOf<'readCloseOut' | 'readDaysToLookAt' | 'setRateType'> = {
  readCloseOut: ({ body, db, now, timeZone }) => readOpenState(db, halfMonthFrom(body.startDate), { now, timeZone }),

  readDaysToLookAt: ({ body, db }) => readDaysWithOddHours(db, halfMonthFrom(body.startDate)),

  setRateType: async ({ body, db, user, now }) => {
    const period = halfMonthFrom(body.startDate)
    const sessions = await inBillingTurn(db, (tx) => chooseRateType(tx, period, body, { user, now }))
    return done({ sessions }, closeOutMessages.rateTypeChosen)
  },
}
