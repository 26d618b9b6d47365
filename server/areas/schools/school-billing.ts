/** A school's billing details, and its admin fee by day (spec 3, sections 3 to 5). */
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { BodyOf } from '#contract/endpoint.ts'
import type { saveSchoolBillingProfile } from '#contract/schools.ts'
import { asDecimal } from '#domain/decimal.ts'
import { type SchoolBilling, schoolMessages } from '#domain/school-form.ts'
import { type LocalDate, localOf } from '#domain/time.ts'
import { bulkInsert } from '#server/db/bulk-insert.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { schoolAdminFees, schoolBillingProfiles } from '#server/db/schema.ts'
import { done, type HandlersOf } from '#server/http/handler.ts'
import { refuseField } from '#server/http/refusal.ts'
import { requireRecord } from '../master-data/stored-record.ts'
import { lockSchool, requireSchool } from './stored-school.ts'

/** Before anything is stored. */
const BLANK = { billingEmail: '', billingNote: '', adminFeeApplied: false, annexStudents: null, version: 0 }

const readProfile = async (db: Pick<Db, 'select'>, schoolId: number) => {
  const [profile] = await db.select().from(schoolBillingProfiles).where(eq(schoolBillingProfiles.schoolId, schoolId))
  return profile ?? { schoolId, ...BLANK }
}

/** Oldest first. */
const readFees = (db: Pick<Db, 'select'>, schoolId: number) =>
  db
    .select()
    .from(schoolAdminFees)
    .where(eq(schoolAdminFees.schoolId, schoolId))
    .orderBy(asc(schoolAdminFees.effectiveDate))

type SentBilling = SchoolBilling | BodyOf<typeof saveSchoolBillingProfile>

const profileOf = ({ billingEmail, billingNote, adminFeeApplied, annexStudents }: SentBilling) => ({
  billingEmail,
  billingNote,
  adminFeeApplied,
  ...(annexStudents !== undefined && { annexStudents }),
})

const feeRow = (schoolId: number, typed: string, effectiveDate: LocalDate, createdById: number) => ({
  schoolId,
  adminFee: asDecimal(typed) ?? '',
  effectiveDate,
  createdById,
})

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
  const withFee = entries.filter(({ billing }) => billing.adminFeeApplied)
  await bulkInsert(
    tx,
    schoolAdminFees,
    withFee.map(({ schoolId, billing }) => feeRow(schoolId, billing.adminFee, today, userId)),
  )
}

export const schoolBillingHandlers: HandlersOf<
  'getSchoolBillingProfile' | 'saveSchoolBillingProfile' | 'getAdminFeeHistory'
> = {
  getSchoolBillingProfile: async ({ query: { schoolId }, db, now, timeZone }) => {
    await requireSchool(db, schoolId)
    const today = localOf(now, timeZone).date
    const { billingEmail, billingNote, adminFeeApplied, annexStudents, version } = await readProfile(db, schoolId)
    const fees = await readFees(db, schoolId)
    const planned = fees.find(({ effectiveDate }) => effectiveDate > today)
    return {
      billingEmail,
      billingNote,
      adminFeeApplied,
      adminFee: fees.findLast(({ effectiveDate }) => effectiveDate <= today)?.adminFee ?? '',
      isAdminFeeChanged: false,
      furtureAdminFee: planned?.adminFee ?? '',
      adminFeeEffectiveDate: planned?.effectiveDate ?? '',
      annexStudents,
      isFeeLocked: adminFeeApplied && fees.length > 0,
      entityCacheKey: String(version),
    }
  },

  saveSchoolBillingProfile: async ({ body, db, user, now, timeZone }) => {
    const today = localOf(now, timeZone).date
    const { schoolId, adminFeeApplied } = body
    if (body.isAdminFeeChanged && body.adminFeeEffectiveDate <= today) {
      refuseField('adminFeeEffectiveDate', schoolMessages.notBeforeTomorrow)
    }
    await db.transaction(async (tx) => {
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
      const addFee = (typed: string, effectiveDate: string) =>
        tx.insert(schoolAdminFees).values(feeRow(schoolId, typed, effectiveDate, user.userId))
      const fees = await readFees(tx, schoolId)
      // The first fee applies at once; a stored fee changes only on a later day.
      if (adminFeeApplied && !fees.some(({ effectiveDate }) => effectiveDate <= today)) {
        await addFee(body.adminFee, today)
      }
      if (body.isAdminFeeChanged) {
        // Only one future change can be planned.
        await tx
          .delete(schoolAdminFees)
          .where(and(eq(schoolAdminFees.schoolId, schoolId), gt(schoolAdminFees.effectiveDate, today)))
        await addFee(body.furtureAdminFee, body.adminFeeEffectiveDate)
      }
    })
    return done(null, schoolMessages.billingSaved)
  },

  getAdminFeeHistory: async ({ query: { schoolId }, db }) => {
    await requireSchool(db, schoolId)
    const fees = await readFees(db, schoolId)
    return fees
      .map(({ id, adminFee, effectiveDate }, index) => ({
        id,
        newAdminFee: adminFee,
        oldAdminFee: fees[index - 1]?.adminFee ?? null,
        effectiveDate,
      }))
      .reverse()
  },
}
