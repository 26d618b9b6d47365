/** A school's billing details, and its admin fee by day (spec 3, sections 3 to 5). */
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { BodyOf } from '#contract/endpoint.ts'
import type { saveSchoolBillingProfile } from '#contract/schools.ts'
import { keptDaysMessages } from '#domain/billing/kept-days.ts'
import { halfMonthOf, type Period } from '#domain/billing/period.ts'
import { asDecimal } from '#domain/decimal.ts'
import { type SchoolBilling, schoolMessages } from '#domain/school-form.ts'
import { addDays, type LocalDate, localOf } from '#domain/time.ts'
import { changesOf, currentAndPlanned, endDated, withdrawDated } from '#server/areas/master-data/dated-rates.ts'
import { ALWAYS, readInForce } from '#server/areas/master-data/in-force.ts'
import { changedKeptDays, lastDayOf, readLockedPeriods } from '#server/areas/master-data/kept-days.ts'
import { datedFees } from '#server/areas/master-data/rates-in-force.ts'
import { requireRecord } from '#server/areas/master-data/stored-record.ts'
import { holdPeriods } from '#server/areas/provider-days/provider-days.ts'
import { bulkInsert } from '#server/db/bulk-insert.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { schoolAdminFees } from '#server/db/schema/rates.ts'
import { schoolBillingProfiles } from '#server/db/schema/schools.ts'
import { done, type HandlersOf } from '#server/http/handler.ts'
import { refuseField } from '#server/http/refusal.ts'
import { lockSchool, requireSchool } from './stored-school.ts'

/** Before anything is stored. */
const BLANK = { billingEmail: '', billingNote: '', annexStudents: null, version: 0 }

const readProfile = async (db: Pick<Db, 'select'>, schoolId: number) => {
  const [profile] = await db.select().from(schoolBillingProfiles).where(eq(schoolBillingProfiles.schoolId, schoolId))
  return profile ?? { schoolId, ...BLANK }
}

type Fee = typeof schoolAdminFees.$inferSelect

const isOf = (schoolId: number) => and(eq(schoolAdminFees.schoolId, schoolId), isNull(schoolAdminFees.deletedAt))

/** Oldest first, without those that never took effect. */
const readFees = (db: Pick<Db, 'select'>, schoolId: number): Promise<Fee[]> =>
  db
    .select()
    .from(schoolAdminFees)
    .where(isOf(schoolId))
    .orderBy(asc(schoolAdminFees.effectiveDate), asc(schoolAdminFees.id))

type SentBilling = SchoolBilling | BodyOf<typeof saveSchoolBillingProfile>

const profileOf = ({ billingEmail, billingNote, annexStudents }: SentBilling) => ({
  billingEmail,
  billingNote,
  ...(annexStudents !== undefined && { annexStudents }),
})

const feeRow = (schoolId: number, typed: string, effectiveDate: LocalDate, createdById: number) => {
  const adminFee = asDecimal(typed)
  if (adminFee === undefined) throw new RangeError(`The form accepted ${typed} as an admin fee`)
  return { schoolId, adminFee, effectiveDate, createdById }
}

const latest = (...dates: readonly (LocalDate | null)[]): LocalDate => {
  const [last] = dates.filter((date) => date !== null).sort((one, other) => (one < other ? 1 : -1))
  if (last === undefined) throw new RangeError('There is no date')
  return last
}

/** What a school's fees come to today, and on which days they can change. */
interface FeeState {
  /** In force, or else the first planned one; undefined if there is none, or it has ended. */
  readonly current: Fee | undefined
  /** The one that follows it. */
  readonly planned: Fee | undefined
  /** The day after the last locked one. */
  readonly earliest: LocalDate | undefined
  /** Proposals: the current half-month is charged as a whole, as far as it is not locked. */
  readonly from: LocalDate
  readonly lastDay: LocalDate
}

const stateOf = (fees: readonly Fee[], locked: readonly Period[], today: LocalDate): FeeState => {
  const live = fees.filter(({ endedOn }) => endedOn === null || endedOn > today)
  const [state] = currentAndPlanned(live, () => 'fee', today)
  const { startDate } = halfMonthOf(today)
  const lockedUntil = lastDayOf(locked) ?? null
  const earliest = lockedUntil === null ? null : addDays(lockedUntil, 1)
  return {
    current: state?.current,
    planned: state?.planned,
    earliest: earliest ?? undefined,
    from: latest(startDate, earliest, ...fees.map(({ endedOn }) => endedOn)),
    lastDay: latest(addDays(startDate, -1), lockedUntil),
  }
}

/** Adds billing details, with a first admin fee where given, to schools that have none. */
export const addBilling = async (
  tx: Tx,
  entries: readonly { schoolId: number; billing: SchoolBilling }[],
  { today, userId }: { today: LocalDate; userId: number },
): Promise<void> => {
  await bulkInsert(
    tx,
    schoolBillingProfiles,
    entries.map(({ schoolId, billing }) => ({ schoolId, ...profileOf(billing) })),
  )
  const { from } = stateOf([], await readLockedPeriods(tx), today)
  const withFee = entries.filter(({ billing }) => billing.adminFeeApplied)
  await bulkInsert(
    tx,
    schoolAdminFees,
    withFee.map(({ schoolId, billing }) =>
      feeRow(schoolId, billing.adminFee, billing.adminFeeFrom === '' ? from : billing.adminFeeFrom, userId),
    ),
  )
}

interface Change {
  readonly state: FeeState
  readonly today: LocalDate
  readonly now: Date
  readonly userId: number
}

type Body = BodyOf<typeof saveSchoolBillingProfile>

const addFee = (tx: Tx, { schoolId }: Body, typed: string, from: LocalDate, { userId }: Change) =>
  tx.insert(schoolAdminFees).values(feeRow(schoolId, typed, from, userId))

/** Stores the fee that the school has from a day on, and the one that is planned. */
const applyFee = async (tx: Tx, body: Body, change: Change): Promise<void> => {
  const { schoolId, adminFee } = body
  const { state, today, now } = change
  const { current } = state
  // It does not end after all.
  await tx
    .update(schoolAdminFees)
    .set({ endedOn: null })
    .where(and(isOf(schoolId), gt(schoolAdminFees.endedOn, today)))
  const isStored = current === undefined || body.isAdminFeeCorrected
  const proposed = current?.effectiveDate ?? state.from
  const from = isStored && body.adminFeeFrom !== '' ? body.adminFeeFrom : proposed
  if (isStored) {
    // A fee that has ended gives way from the first day of this one.
    await endDated(tx, schoolAdminFees, and(isOf(schoolId), gt(schoolAdminFees.endedOn, from)), { on: from, now })
    if (current !== undefined) await withdrawDated(tx, schoolAdminFees, eq(schoolAdminFees.id, current.id), now)
    await addFee(tx, body, adminFee, from, change)
  }
  if (!body.isAdminFeeChanged) return
  if (body.adminFeeEffectiveDate <= from) refuseField('adminFeeEffectiveDate', schoolMessages.feeChangesAfter(from))
  // Only one future change can be planned.
  const isPlanned = and(isOf(schoolId), gt(schoolAdminFees.effectiveDate, latest(today, from)))
  await withdrawDated(tx, schoolAdminFees, isPlanned, now)
  await addFee(tx, body, body.furtureAdminFee, body.adminFeeEffectiveDate, change)
}

/** Ends the fee with its last day; a later one does not take effect. */
const takeFeeOff = async (tx: Tx, { schoolId, adminFeeLastDay }: Body, { state, today, now }: Change) => {
  const { current } = state
  if (current === undefined || (adminFeeLastDay === '' && current.endedOn !== null)) return
  const on = addDays(adminFeeLastDay === '' ? state.lastDay : adminFeeLastDay, 1)
  const isLive = sql`(${schoolAdminFees.endedOn} is null or ${schoolAdminFees.endedOn} > ${today})`
  await endDated(tx, schoolAdminFees, and(isOf(schoolId), isLive), { on, now })
}

/** Where a change that reaches into locked days is refused. */
const refuseLocked = ({ adminFeeApplied, isAdminFeeCorrected }: Body, { current }: FeeState, day: LocalDate): never => {
  if (!adminFeeApplied) return refuseField('adminFeeLastDay', keptDaysMessages.endsTooEarly(day))
  if (isAdminFeeCorrected && current !== undefined && current.effectiveDate <= day) {
    return refuseField('adminFee', schoolMessages.feeNotCorrectable)
  }
  return refuseField('adminFeeFrom', keptDaysMessages.startsTooEarly(day))
}

const saveFee = async (tx: Tx, body: Body, clock: { today: LocalDate; now: Date; userId: number }): Promise<void> => {
  const { schoolId } = body
  const locked = await readLockedPeriods(tx)
  const ofSchool = eq(schoolAdminFees.schoolId, schoolId)
  const before = await readInForce(tx, datedFees, ALWAYS, ofSchool)
  const change = { ...clock, state: stateOf(await readFees(tx, schoolId), locked, clock.today) }
  await (body.adminFeeApplied ? applyFee(tx, body, change) : takeFeeOff(tx, body, change))
  const after = await readInForce(tx, datedFees, ALWAYS, ofSchool)
  for (const day of changedKeptDays(locked, { before, after }, { mayBegin: false }).values()) {
    refuseLocked(body, change.state, day)
  }
}

export const schoolBillingHandlers: HandlersOf<
  'getSchoolBillingProfile' | 'saveSchoolBillingProfile' | 'getAdminFeeHistory'
> = {
  getSchoolBillingProfile: async ({ query: { schoolId }, db, now, timeZone }) => {
    await requireSchool(db, schoolId)
    const { billingEmail, billingNote, annexStudents, version } = await readProfile(db, schoolId)
    const today = localOf(now, timeZone).date
    const state = stateOf(await readFees(db, schoolId), await readLockedPeriods(db), today)
    const { current, planned, earliest } = state
    const endedOn = current?.endedOn ?? null
    return {
      billingEmail,
      billingNote,
      adminFeeApplied: current !== undefined && endedOn === null,
      adminFee: current?.adminFee ?? '',
      adminFeeFrom: current?.effectiveDate ?? state.from,
      adminFeeLastDay: endedOn === null ? '' : addDays(endedOn, -1),
      isAdminFeeCorrected: false,
      isAdminFeeChanged: false,
      furtureAdminFee: planned?.adminFee ?? '',
      adminFeeEffectiveDate: planned?.effectiveDate ?? '',
      annexStudents,
      isFeeLocked: current !== undefined,
      isFeeCorrectable: current !== undefined && (earliest === undefined || current.effectiveDate >= earliest),
      feeEarliest: earliest ?? '',
      feeFrom: state.from,
      feeLastDay: state.lastDay,
      entityCacheKey: String(version),
    }
  },

  saveSchoolBillingProfile: async ({ body, db, user, now, timeZone }) => {
    const today = localOf(now, timeZone).date
    const { schoolId } = body
    if (body.isAdminFeeChanged && body.adminFeeEffectiveDate <= today) {
      refuseField('adminFeeEffectiveDate', schoolMessages.notBeforeTomorrow)
    }
    await db.transaction(async (tx) => {
      await holdPeriods(tx)
      await lockSchool(tx, schoolId)
      const { version } = await readProfile(tx, schoolId)
      requireRecord([{ version }], 'school', body.entityCacheKey)
      const profile = profileOf(body)
      await tx
        .insert(schoolBillingProfiles)
        .values({ schoolId, ...profile })
        .onConflictDoUpdate({
          target: schoolBillingProfiles.schoolId,
          set: { ...profile, version: sql`${schoolBillingProfiles.version} + 1` },
        })
      await saveFee(tx, body, { today, now, userId: user.userId })
    })
    return done(null, schoolMessages.billingSaved)
  },

  getAdminFeeHistory: async ({ query: { schoolId }, db }) => {
    await requireSchool(db, schoolId)
    return changesOf(await readInForce(db, datedFees, ALWAYS, eq(schoolAdminFees.schoolId, schoolId))).map(
      ({ id, rate, before, effectiveDate }) => ({ id, newAdminFee: rate, oldAdminFee: before, effectiveDate }),
    )
  },
}
