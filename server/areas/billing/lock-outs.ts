/** Locking billing periods (spec 2, sections 2.10, 4, 7 and 8). */
import { and, desc, eq, gte, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { LockOut } from '#contract/billing.ts'
import { correctionMessages, OPEN_CORRECTION_STATES } from '#domain/billing/corrections.ts'
import { freeDaysOf, type LeftOut, lockOutMessages, lockOutPeriodSchema } from '#domain/billing/lock-out.ts'
import { BILLING_PERIOD_STATES, type BillingPeriodState, isHalfMonth, type Period } from '#domain/billing/period.ts'
import { ownDayAddress } from '#domain/calendar-addresses.ts'
import { isReadOnlyDay } from '#domain/provider-day.ts'
import { formatDate, type LocalDate, localOf } from '#domain/time.ts'
import {
  type BillingPeriodEvent,
  type BillingPeriodFacts,
  billingPeriodMachine,
} from '#machines/billing/billing-period.machine.ts'
import { type ChargeSum, costOf, readChargeSums, sumOfMinutes } from '#server/areas/hours/charges.ts'
import {
  holdPayroll,
  type ReleasablePay,
  releasablePay,
  voidPayAdjustments,
} from '#server/areas/hours/pay-adjustments.ts'
import { ADMINISTRATORS, defineNotification, notice, notify } from '#server/areas/notifications/notify.ts'
import {
  askDay,
  type DayKey,
  type DayMove,
  dayEntity,
  holdAllDays,
  lockDays,
  storeMoves,
} from '#server/areas/provider-days/provider-days.ts'
import { noticesByProvider } from '#server/areas/schedule/day-notices.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { organizationMoney } from '#server/db/organization.ts'
import { rangeOf, replyPage } from '#server/db/page-range.ts'
import { providerName } from '#server/db/providers.ts'
import { requireOne } from '#server/db/require-one.ts'
import { providerDays } from '#server/db/schema/days-and-hours.ts'
import { invoices } from '#server/db/schema/invoices.ts'
import { dayCorrections, lockOuts } from '#server/db/schema/locked-periods.ts'
import { providers } from '#server/db/schema/providers.ts'
import { occurrences } from '#server/db/schema/schedule.ts'
import { users } from '#server/db/schema/users.ts'
import { logTransitions } from '#server/db/transition-log.ts'
import { NO_ACCESS } from '#server/http/access.ts'
import { parseFields } from '#server/http/field-errors.ts'
import { type Caller, done, type HandlersOf } from '#server/http/handler.ts'
import { Refusal, refuseField } from '#server/http/refusal.ts'
import { askMachine } from '#server/lifecycle/lifecycle.ts'
import { loggedDetail, reasonSaid } from '#server/lifecycle/logged-detail.ts'
import { inBillingTurn } from './billing-turn.ts'
import { countCorrections } from './open-corrections.ts'

const ONE = { limit: 1, offset: 0 }

const unlockedBy = alias(users, 'unlocked_by')

interface By {
  readonly user: Caller
  readonly now: Date
}

/** Whether a current invoice has any of the lock-out's days. */
const isInvoiced = sql<boolean>`exists (select from ${invoices} where ${invoices.supersededById} is null
  and ${invoices.startDate} <= ${lockOuts.endDate} and ${invoices.endDate} >= ${lockOuts.startDate})`

/** The late pay that keeps the lock-out from being unlocked, one line of text each. */
const finalPay = sql<string[]>`coalesce((select json_agg(format('%s, %s, in the payroll of %s', pay."providerName",
    pay.adjustment, to_char(pay."paidOn"::date, 'MM/DD/YYYY')) order by pay.id)
  from (${releasablePay({ startDate: sql`${lockOuts.startDate}`, endDate: sql`${lockOuts.endDate}` })}) as pay
  where pay."isFinal"), '[]'::json)`

/** A day of the lock-out that was corrected, or else the first one that is being corrected. */
const correctedDay = sql<CorrectedDay | null>`(
  select json_build_object('providerName', ${providerName}, 'date', ${dayCorrections.date},
    'isOpen', ${inArray(dayCorrections.state, OPEN_CORRECTION_STATES)})
  from ${dayCorrections} join ${providers} on ${providers.id} = ${dayCorrections.providerId}
  where ${dayCorrections.state} <> 'canceled'
    and ${dayCorrections.date} between ${lockOuts.startDate} and ${lockOuts.endDate}
  order by ${inArray(dayCorrections.state, OPEN_CORRECTION_STATES)}, ${dayCorrections.date}, ${dayCorrections.id}
  limit 1)`

interface CorrectedDay {
  readonly providerName: string
  readonly date: LocalDate
  readonly isOpen: boolean
}

interface Known {
  readonly isInvoiced: boolean
  readonly correctedDay: CorrectedDay | null
  readonly finalPay: readonly string[]
}

const unlockRefusalOf = ({ isInvoiced: invoiced, correctedDay: corrected, finalPay: pay }: Known): string | null => {
  if (invoiced) return lockOutMessages.invoiced
  if (corrected?.isOpen) return correctionMessages.openBlocksUnlock(corrected)
  if (corrected) return correctionMessages.blocksUnlock
  return pay.length === 0 ? null : lockOutMessages.paidLater(pay)
}

const readLockOuts = async (
  db: Pick<Db, 'select'>,
  which: SQL | undefined,
  range?: { limit: number; offset: number },
): Promise<LockOut[]> => {
  const query = db
    .select({
      lockOut: lockOuts,
      lockedBy: users.displayName,
      unlockedBy: unlockedBy.displayName,
      isInvoiced,
      finalPay,
      correctedDay,
    })
    .from(lockOuts)
    .innerJoin(users, eq(users.id, lockOuts.lockedById))
    .leftJoin(unlockedBy, eq(unlockedBy.id, lockOuts.unlockedById))
    .where(which)
    .orderBy(desc(lockOuts.startDate), desc(lockOuts.id))
  const rows = await (range ? query.limit(range.limit).offset(range.offset) : query)
  return rows.map(({ lockOut, lockedBy, unlockedBy, ...known }) => ({
    id: lockOut.id,
    startDate: lockOut.startDate,
    endDate: lockOut.endDate,
    createdOnUtc: lockOut.lockedAt.toISOString(),
    isForced: lockOut.isForced,
    lockedBy,
    leftOut: lockOut.leftOut,
    unlocked:
      lockOut.unlockedAt === null
        ? null
        : { onUtc: lockOut.unlockedAt.toISOString(), by: unlockedBy ?? '', reason: lockOut.unlockReason ?? '' },
    unlockRefusal: lockOut.unlockedAt === null ? unlockRefusalOf(known) : null,
  }))
}

const readLockOut = async (db: Pick<Db, 'select'>, id: number): Promise<LockOut> => {
  const [found] = await readLockOuts(db, eq(lockOuts.id, id), ONE)
  if (!found) throw new Refusal(404, lockOutMessages.notFound)
  return found
}

const touches = ({ startDate, endDate }: { startDate: string | null; endDate: string | null }): SQL | undefined =>
  and(startDate ? gte(lockOuts.endDate, startDate) : undefined, endDate ? lte(lockOuts.startDate, endDate) : undefined)

/** The lock-out that any day of the period is in. */
const readLockOutOf = async (db: Pick<Db, 'select'>, period: Period): Promise<LockOut | undefined> => {
  const [found] = await readLockOuts(db, and(touches(period), isNull(lockOuts.unlockedAt)), ONE)
  return found
}

/** Whether every day of the period is in a lock-out. */
export const isLocked = async (db: Pick<Db, 'select'>, period: Period): Promise<boolean> => {
  const found = await db
    .select({ startDate: lockOuts.startDate, endDate: lockOuts.endDate })
    .from(lockOuts)
    .where(and(touches(period), isNull(lockOuts.unlockedAt)))
  return freeDaysOf(period, found).length === 0
}

/** The lock-outs that any day of the period is in. */
export const readLockOutsOf = (db: Pick<Db, 'select'>, period: Period): Promise<LockOut[]> =>
  readLockOuts(db, and(touches(period), isNull(lockOuts.unlockedAt)))

const refuseOverlap = async (tx: Tx, period: Period): Promise<void> => {
  const locked = await readLockOutOf(tx, period)
  if (locked) throw new Refusal(409, lockOutMessages.overlaps(locked))
}

/** The period's days, with whether any session is on them. */
const readDaysOf = async (tx: Tx, { startDate, endDate }: Period) => {
  const { rows } = await tx.execute<{ providerId: number; date: string; hasSessions: boolean }>(sql`
    select provider_id as "providerId", date::text as date, bool_or(has_sessions) as "hasSessions" from (
      select ${occurrences.providerId} as provider_id, ${occurrences.date} as date, true as has_sessions
      from ${occurrences}
      where ${occurrences.date} between ${startDate} and ${endDate} and ${occurrences.deletedAt} is null
      union all
      select ${providerDays.providerId}, ${providerDays.date}, false
      from ${providerDays} where ${providerDays.date} between ${startDate} and ${endDate}
    ) as days group by 1, 2`)
  return rows
}

/** Current invoices for any day of the period. */
const countInvoices = (tx: Tx, { startDate, endDate }: Period): Promise<number> =>
  tx.$count(
    invoices,
    and(isNull(invoices.supersededById), lte(invoices.startDate, endDate), gte(invoices.endDate, startDate)),
  )

const askPeriod = (
  from: BillingPeriodState,
  event: BillingPeriodEvent,
  user: Caller,
  facts: Partial<BillingPeriodFacts>,
): BillingPeriodState | undefined => {
  const known = { by: user.role, unapprovedDays: 0, invoices: 0, finalLatePay: 0, corrections: 0, ...facts }
  const move = askMachine(billingPeriodMachine, BILLING_PERIOD_STATES, from, known, event)
  return move.allowed ? move.to : undefined
}

export const periodDetail = loggedDetail(z.object({ reason: z.string() }), ({ reason }) => reasonSaid(reason))

const logPeriod = async (
  tx: Tx,
  { user, now }: By,
  move: { id: number; from: BillingPeriodState; event: BillingPeriodEvent; to: BillingPeriodState },
): Promise<void> => {
  const { id, from, event, to } = move
  const detail = event.type === 'period.unlock' ? periodDetail.of({ reason: event.reason }) : {}
  const line = { machine: billingPeriodMachine.id, entity: String(id), from, event: event.type, to, ...detail }
  await logTransitions(tx, user.userId, now, [line])
}

const periodMoved = defineNotification({
  kind: 'period-locked-or-unlocked',
  lastsIn: 'always',
  replacesEarlier: true,
  audience: 'ADM',
  category: 'Billing',
  subject: billingPeriodMachine.id,
  words: (message: string) => message,
  inMail: (message) => message,
  href: () => '/lockout',
})

const tellAdministrators = (tx: Tx, { user, now }: By, { id, message }: { id: number; message: string }) =>
  notify(tx, { userId: user.userId, now }, [notice(periodMoved, ADMINISTRATORS, id, message)])

interface DaysLeftOut extends Period {
  readonly dates: readonly LocalDate[]
}

const leftOutInWords = ({ dates, ...period }: DaysLeftOut): string => {
  const [first = '', ...others] = dates
  const days =
    others.length === 0
      ? `Your hours on ${formatDate(first)} were not approved and are`
      : `Your hours on ${dates.length} days, the first ${formatDate(first)}, were not approved and are`
  return `${lockOutMessages.locked(period)} ${days} left out of billing and payroll.`
}

const daysLeftOut = defineNotification({
  kind: 'days-left-out',
  lastsIn: ['forced'],
  audience: 'PRV',
  category: 'Schedule',
  subject: billingPeriodMachine.id,
  words: leftOutInWords,
  inMail: leftOutInWords,
  href: ({ dates: [date = ''] }) => ownDayAddress(date),
})

/** Tells each provider of their days that were not approved. */
const tellProviders = (tx: Tx, { user, now }: By, id: number, period: Period, unapproved: readonly DayKey[]) => {
  const notices = noticesByProvider(unapproved, (providerId, dates) =>
    notice(daysLeftOut, { providerId }, id, { ...period, dates }),
  )
  return notify(tx, { userId: user.userId, now }, notices)
}

/**
 * What locking the period now would leave out of billing and payroll.
 *
 * @param days how many are not approved
 */
export const leftOutOf = (days: number, sums: readonly ChargeSum[], currency: string): LeftOut => {
  const left = sums.filter(({ isApproved }) => !isApproved)
  return { days, minutes: sumOfMinutes(left), amount: costOf(left, currency) }
}

/**
 * What to lock of a half-month. Periods begin and end on the boundary days of half-months, so its open days have no gap.
 *
 * @throws Refusal 400 if it is no half-month, 409 if all of it is locked
 */
const restOf = async (tx: Tx, period: Period): Promise<Period> => {
  if (!isHalfMonth(period)) throw refuseField('startDate', lockOutMessages.restOfHalfMonth)
  const [locked, ...more] = await readLockOutsOf(tx, period)
  if (!locked) return period
  const [rest] = freeDaysOf(period, [locked, ...more])
  if (!rest) throw new Refusal(409, lockOutMessages.overlaps(period))
  return rest
}

interface ToLock {
  readonly chosen: Period
  /** Only the days of the half-month that are not locked yet. */
  readonly isRest: boolean
  readonly isForced: boolean
}

/** @throws Refusal 404 without sessions, unless it is the rest of a half-month; 204 if some day is not approved and it is not forced, 409 for an overlap */
export const lockPeriod = async (tx: Tx, { chosen, isRest, isForced }: ToLock, by: By): Promise<LockOut> => {
  await holdAllDays(tx)
  const period = isRest ? await restOf(tx, chosen) : chosen
  await refuseOverlap(tx, period)
  const days = await readDaysOf(tx, period)
  const withSessions = new Set(days.filter(({ hasSessions }) => hasSessions).map(dayEntity))
  // Without its other days, a half-month would stay partly locked forever.
  const isOtherDays = period !== chosen
  if (withSessions.size === 0 && !isOtherDays) throw new Refusal(404, lockOutMessages.nothingToLock(period))
  const stored = [...(await lockDays(tx, days)).values()]
  const unapproved = stored.filter((day) => withSessions.has(dayEntity(day)) && !isReadOnlyDay(day.state))
  const { currency } = await organizationMoney(tx)
  const sums = unapproved.length === 0 ? [] : await readChargeSums(tx, { period })
  const leftOut = leftOutOf(unapproved.length, sums, currency)
  const event = { type: 'period.lock', isForced } as const
  const state = askPeriod('closing', event, by.user, { unapprovedDays: unapproved.length })
  if (state === undefined) throw new Refusal(204, lockOutMessages.confirmForce, { data: leftOut })
  const moves = stored.flatMap((day): DayMove[] => {
    // A day without sessions has nothing to approve.
    const dayEvent = { type: 'period.lock', isForced: isForced || !withSessions.has(dayEntity(day)) } as const
    const move = askDay(day, dayEvent, by.user, 0)
    return move ? [move] : []
  })
  await storeMoves(tx, moves, { userId: by.user.userId, now: by.now })
  const added = await tx
    .insert(lockOuts)
    .values({ ...period, isForced: state === 'forced', leftOut, lockedById: by.user.userId, lockedAt: by.now })
    .returning({ id: lockOuts.id })
  const { id } = requireOne(added, 'The lock-out')
  await logPeriod(tx, by, { id, from: 'closing', event, to: state })
  await tellAdministrators(tx, by, { id, message: lockOutMessages.locked(period) })
  await tellProviders(tx, by, id, period, unapproved)
  return readLockOut(tx, id)
}

/** @throws Refusal 404, or 409 if it is unlocked or invoiced */
const unlock = async (tx: Tx, { id, reason }: { id: number; reason: string }, by: By): Promise<LockOut> => {
  await holdAllDays(tx)
  await holdPayroll(tx)
  const { isForced, unlocked, unlockRefusal, ...period } = await readLockOut(tx, id)
  if (unlocked) throw new Refusal(409, lockOutMessages.unlockedAlready)
  const from = isForced ? 'forced' : 'locked'
  const event = { type: 'period.unlock', reason } as const
  const { rows: latePay } = await tx.execute<ReleasablePay>(releasablePay(period))
  const finalLatePay = latePay.filter(({ isFinal }) => isFinal).length
  const to = askPeriod(from, event, by.user, {
    invoices: await countInvoices(tx, period),
    finalLatePay,
    corrections: await countCorrections(tx, period),
  })
  if (to === undefined) {
    const instead = unlockRefusal && `${unlockRefusal} ${correctionMessages.insteadOfUnlocking}`
    throw new Refusal(409, instead ?? NO_ACCESS)
  }
  await voidPayAdjustments(
    tx,
    latePay.map(({ id: line }) => line),
    { userId: by.user.userId, now: by.now },
  )
  await tx
    .update(lockOuts)
    .set({ unlockedById: by.user.userId, unlockedAt: by.now, unlockReason: reason })
    .where(eq(lockOuts.id, id))
  const days = await lockDays(tx, await readDaysOf(tx, period))
  const moves = [...days.values()].flatMap((day) => askDay(day, event, by.user, 0) ?? [])
  await storeMoves(tx, moves, { userId: by.user.userId, now: by.now })
  await logPeriod(tx, by, { id, from, event, to })
  await tellAdministrators(tx, by, { id, message: lockOutMessages.unlocked(period) })
  return readLockOut(tx, id)
}

export const lockOutHandlers: HandlersOf<'searchLockOuts' | 'lockOutPeriod' | 'unlockPeriod'> = {
  searchLockOuts: async ({ body, db }) => {
    const which = touches({ startDate: body.startDate ?? null, endDate: body.endDate ?? null })
    const [rows, total] = await Promise.all([readLockOuts(db, which, rangeOf(body)), db.$count(lockOuts, which)])
    return replyPage(body, rows, total)
  },

  lockOutPeriod: async ({ body, db, user, now, timeZone }) => {
    const period = parseFields(lockOutPeriodSchema(localOf(now, timeZone).date), {
      startDate: body.startDate,
      endDate: body.endDate,
    })
    const lockOut = await inBillingTurn(db, (tx) =>
      lockPeriod(tx, { chosen: period, isRest: body.isRest, isForced: body.isForceFullLockOut }, { user, now }),
    )
    return done(lockOut, lockOutMessages.locked(lockOut))
  },

  unlockPeriod: async ({ body, db, user, now }) => {
    const lockOut = await inBillingTurn(db, (tx) => unlock(tx, body, { user, now }))
    return done(lockOut, lockOutMessages.unlocked(lockOut))
  },
}
