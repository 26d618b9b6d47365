/** What locked days are billed and paid at, for changes of rates that must leave it alone (docs/decisions/dated-rates.md). */
import { type SQL, sql } from 'drizzle-orm'
import { keptDaysMessages } from '#domain/billing/kept-days.ts'
import { isWithin, type Period } from '#domain/billing/period.ts'
import type { LocalDate } from '#domain/time.ts'
import { livePaidRows, paidRows } from '#server/areas/hours/payroll-segments.ts'
import { ALWAYS, type Dated, type InForce, readInForce } from '#server/areas/master-data/in-force.ts'
import { changedKeptDays, isLockedDay, lastDayOf, valueOn } from '#server/areas/master-data/kept-days.ts'
import type { Executor } from '#server/db/bulk-insert.ts'
import type { Tx } from '#server/db/database.ts'
import { timesheets } from '#server/db/schema/days-and-hours.ts'
import { occurrences } from '#server/db/schema/schedule.ts'
import { Refusal, refuseField } from '#server/http/refusal.ts'
import { asIfCanceled } from './as-if-canceled.ts'

interface Change {
  readonly before: readonly InForce[]
  readonly after: readonly InForce[]
}

interface UntypedDay {
  readonly schoolId: number
  readonly serviceId: number
  readonly date: LocalDate
}

const typesOn = (rows: readonly InForce[], { schoolId, serviceId, date }: UntypedDay): number =>
  new Set(
    rows
      .filter(({ kind }) => kind.startsWith(`${schoolId}/${serviceId}/`))
      .filter((row) => valueOn([row], date) !== undefined)
      .map(({ kind }) => kind),
  ).size

/**
 * The last locked day on which work without a rate type loses the only rate that its school has for the service, by
 * service. Kinds are those of `datedRates`.
 */
export const lostOnlyRates = async (
  tx: Tx,
  { schoolId, from }: { readonly schoolId: number; readonly from: LocalDate },
  { before, after }: Change,
): Promise<Map<number, LocalDate>> => {
  const untyped = sql`
    select distinct ${occurrences.schoolId} as "schoolId", service as "serviceId", ${occurrences.date}::text as date
    from ${occurrences}
    left join ${timesheets} on ${timesheets.providerId} = ${occurrences.providerId}
      and ${timesheets.schoolId} = ${occurrences.schoolId} and ${timesheets.date} = ${occurrences.date}
    cross join unnest(array[${occurrences.serviceId}, ${timesheets.serviceId}]) as service
    where ${occurrences.schoolId} = ${schoolId} and ${occurrences.date} >= ${from} and ${occurrences.rateTypeId} is null
      and ${occurrences.deletedAt} is null and ${occurrences.isTimesheetRequired} and service is not null
      and ${isLockedDay(occurrences.date)}
    order by date`
  const { rows } = await asIfCanceled(tx, { startDate: from, endDate: ALWAYS.endDate }, (on) =>
    on.execute<UntypedDay & Record<string, unknown>>(untyped),
  )
  const lost = rows.filter((day) => typesOn(before, day) === 1 && typesOn(after, day) !== 1)
  return new Map(lost.map(({ serviceId, date }) => [serviceId, date]))
}

/** What locked days are paid at, by work or time off. */
type KeptPay = ReadonlyMap<string, { readonly date: LocalDate; readonly pay: string }>

/** A row of a form that adds or plans a rate. */
export interface AddedRate {
  readonly kind: string
  readonly from: LocalDate
  /** The field of its first day. */
  readonly path: string
}

/** What is settled before a change of rates. */
export interface Settled {
  readonly dated: Dated
  /** Whose rates change. */
  readonly which: SQL
  readonly providerId: number | undefined
  readonly added: readonly AddedRate[]
  readonly kept: readonly Period[]
  readonly rates: readonly InForce[]
  /** The days from the first one that added rates apply to up to the last locked one; undefined if there are none. */
  readonly reached: (Period & { readonly pay: KeptPay }) | undefined
}

/**
 * What has no rate yet is left out. A corrected day is paid as it was before, and the difference later: neither that nor
 * what its hours are worth now may change.
 */
export const readKeptPay = async (
  on: Executor,
  {
    kept,
    providerId,
    ...period
  }: Period & { readonly kept: readonly Period[]; readonly providerId?: number | undefined },
): Promise<KeptPay> => {
  const { rows } = await on.execute<{ work: string; date: LocalDate; pay: string }>(sql`
    select concat_ws('/', 'paid', provider_id, date, school_id, request_id) as work, date::text as date,
      concat_ws('/', rate_type_id, rate, quantity) as pay
    from (${paidRows({ period, providerId })}) as paid where rate_id is not null
    union all
    select concat_ws('/', 'worth', provider_id, date, school_id), date::text, concat_ws('/', rate_type_id, rate, quantity)
    from (${livePaidRows({ period, providerId })}) as live where rate_id is not null`)
  const onKeptDays = rows.filter(({ date }) => kept.some((days) => isWithin(date, days)))
  return new Map(onKeptDays.map(({ work, ...row }) => [work, row]))
}

/** The last day that is paid otherwise than before; undefined if there is none. */
export const changedPayDay = (before: KeptPay, after: KeptPay): LocalDate | undefined =>
  [...before]
    .filter(([work, { pay }]) => after.get(work)?.pay !== pay)
    .map(([, { date }]) => date)
    .sort()
    .at(-1)

/** The same also of days that are being corrected, as they were before. */
const readPayIfCanceled = (tx: Tx, reached: Parameters<typeof readKeptPay>[1]): Promise<KeptPay> =>
  asIfCanceled(tx, reached, (on) => readKeptPay(on, reached))

/** Call `holdPeriods` before. */
export const readSettled = async (
  tx: Tx,
  { providerId, ...change }: Pick<Settled, 'dated' | 'which' | 'added' | 'kept'> & { readonly providerId?: number },
): Promise<Settled> => {
  const { kept } = change
  const [startDate] = change.added.map((rate) => rate.from).sort()
  const endDate = lastDayOf(kept)
  const reached =
    startDate === undefined || endDate === undefined || startDate > endDate ? undefined : { startDate, endDate }
  return {
    ...change,
    providerId,
    rates: await readInForce(tx, change.dated, ALWAYS, change.which),
    reached: reached && { ...reached, pay: await readPayIfCanceled(tx, { ...reached, kept, providerId }) },
  }
}

const LOCKED_MESSAGES = {
  startsTooEarly: keptDaysMessages.startsTooEarly,
  endsTooEarly: keptDaysMessages.endsOnLockedDay,
} as const

/** For what providers are paid. */
export const PAID_MESSAGES = {
  startsTooEarly: keptDaysMessages.paidTooEarly,
  endsTooEarly: keptDaysMessages.endsOnPaidDay,
} as const

/**
 * Refuses a change of what was in force on locked days. A rate can begin on them where there was none, so that work
 * without a rate can still get one.
 *
 * @returns what is in force before and after the change
 * @throws Refusal 400 at the first day of an added rate, 409 for a rate that is removed
 */
export const requireKeptRates = async (
  tx: Tx,
  { dated, which, providerId, added, kept, rates: before }: Settled,
  messages: Readonly<Record<'startsTooEarly' | 'endsTooEarly', (day: LocalDate) => string>> = LOCKED_MESSAGES,
): Promise<Change> => {
  const after = await readInForce(tx, dated, ALWAYS, which)
  // Pay is added up by the row that pays it: two rows of the same rate would round it twice.
  const keepsRows = providerId !== undefined
  for (const [kind, day] of changedKeptDays(kept, { before, after }, { mayBegin: true, keepsRows })) {
    const rate = added.find((each) => each.kind === kind)
    if (!rate) throw new Refusal(409, messages.endsTooEarly(day))
    refuseField(rate.path, messages.startsTooEarly(day))
  }
  return { before, after }
}

/**
 * Refuses a rate because of which locked work or time off that was paid would be paid otherwise.
 *
 * @throws Refusal 400 at its first day
 */
export const requireKeptPay = async (tx: Tx, { reached, providerId, added, kept }: Settled): Promise<void> => {
  if (!reached) return
  const { pay, ...days } = reached
  const day = changedPayDay(pay, await readPayIfCanceled(tx, { ...days, kept, providerId }))
  const rate = added.find(({ from }) => day !== undefined && from <= day)
  if (rate && day !== undefined) refuseField(rate.path, keptDaysMessages.changesPay(day))
}
