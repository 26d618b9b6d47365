/** A school's rates: current, planned, and their history (spec 3, sections 2 to 5). */
import { and, asc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import { keptDaysMessages } from '#domain/billing/kept-days.ts'
import type { Period } from '#domain/billing/period.ts'
import { asDecimal } from '#domain/decimal.ts'
import { requireValue } from '#domain/require-value.ts'
import { type RateRow, schoolMessages } from '#domain/school-form.ts'
import { type LocalDate, localOf } from '#domain/time.ts'
import {
  type AddedRate,
  lostOnlyRates,
  readSettled,
  requireKeptPay,
  requireKeptRates,
  type Settled,
} from '#server/areas/billing/kept-amounts.ts'
import { changesOf, currentAndPlanned, giveWay } from '#server/areas/master-data/dated-rates.ts'
import { ALWAYS, readInForce } from '#server/areas/master-data/in-force.ts'
import { lastFixedDay, readLockedPeriods, readRateDays } from '#server/areas/master-data/kept-days.ts'
import { datedRates } from '#server/areas/master-data/rates-in-force.ts'
import { requireRecord } from '#server/areas/master-data/stored-record.ts'
import { holdPeriods } from '#server/areas/provider-days/provider-days.ts'
import { bulkInsert } from '#server/db/bulk-insert.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { rateTypes, schoolServiceRates } from '#server/db/schema/rates.ts'
import { schools } from '#server/db/schema/schools.ts'
import { services } from '#server/db/schema/services.ts'
import { done, type HandlersOf } from '#server/http/handler.ts'
import { Refusal, refuseField } from '#server/http/refusal.ts'
import { lockSchool, requireSchool } from './stored-school.ts'

type Rate = typeof schoolServiceRates.$inferSelect
type Key = Pick<Rate, 'schoolId' | 'serviceId' | 'rateTypeId'>

/** Listed for the school: neither removed nor withdrawn. */
const isListed = and(isNull(schoolServiceRates.deletedAt), isNull(schoolServiceRates.endedOn))

const isOf = ({ schoolId, serviceId, rateTypeId }: Key) =>
  and(
    eq(schoolServiceRates.schoolId, schoolId),
    eq(schoolServiceRates.serviceId, serviceId),
    eq(schoolServiceRates.rateTypeId, rateTypeId),
  )

/** The listed rates, per service and rate type, oldest first. */
const readListed = (db: Pick<Db, 'select'>, schoolId: number) =>
  db
    .select({ rate: schoolServiceRates })
    .from(schoolServiceRates)
    .innerJoin(services, eq(services.id, schoolServiceRates.serviceId))
    .where(and(eq(schoolServiceRates.schoolId, schoolId), isListed))
    .orderBy(
      asc(services.code),
      asc(schoolServiceRates.serviceId),
      asc(schoolServiceRates.rateTypeId),
      asc(schoolServiceRates.effectiveDate),
    )

/** One form row per service and rate type: the current rate (or the first planned one), and the next planned one. */
const rowsOf = (listed: readonly Rate[], today: LocalDate): RateRow[] =>
  currentAndPlanned(listed, ({ serviceId, rateTypeId }) => `${serviceId}/${rateTypeId}`, today).map(
    ({ current, planned }) => ({
      id: current.id,
      serviceId: current.serviceId,
      rateTypeId: current.rateTypeId,
      rate: current.rate,
      effectiveDate: current.effectiveDate,
      isDeleted: false,
      isServiceRateChanged: false,
      furtureServiceRate: planned?.rate ?? '',
      serviceRateEffectiveDate: planned?.effectiveDate ?? '',
    }),
  )

const ratesOf = (schoolId: number) => ({ dated: datedRates, which: eq(schoolServiceRates.schoolId, schoolId) })

/** As `InForce` calls it. */
const kindOf = ({ schoolId, serviceId, rateTypeId }: Key): string => [schoolId, serviceId, rateTypeId].join('/')

const keyOfKind = (kind: string): Key => {
  const [schoolId, serviceId, rateTypeId] = kind.split('/').map(Number)
  if (schoolId === undefined || serviceId === undefined || rateTypeId === undefined) {
    throw new RangeError(`${kind} is no kind of school rate`)
  }
  return { schoolId, serviceId, rateTypeId }
}

/** Withdraws the planned rates of a service and rate type that begin after a day. */
const withdrawPlanned = (tx: Tx, key: Key, { after, now }: { after: LocalDate; now: Date }) =>
  tx
    .update(schoolServiceRates)
    .set({ deletedAt: now })
    .where(and(isOf(key), isListed, gt(schoolServiceRates.effectiveDate, after)))

/** Ends the rate today; earlier sessions keep it. */
const endRates = async (tx: Tx, key: Key, clock: { today: LocalDate; now: Date }) => {
  await withdrawPlanned(tx, key, { ...clock, after: clock.today })
  await tx
    .update(schoolServiceRates)
    .set({ endedOn: clock.today })
    .where(and(isOf(key), isListed))
}

const refuseRepeated = (index: number): never => {
  throw new Refusal(400, schoolMessages.duplicateService, {
    errors: [
      { path: `${index}.serviceId`, message: schoolMessages.duplicateService },
      { path: `${index}.rateTypeId`, message: schoolMessages.duplicateRateType },
    ],
  })
}

/** A new row's service and rate type must exist and not be listed yet. */
const addRate = async (
  tx: Tx,
  schoolId: number,
  row: RateRow,
  { index, by, ...clock }: { index: number; by: number; kept: readonly Period[]; today: LocalDate; now: Date },
) => {
  const key = { schoolId, ...kindOfRow(row) }
  const [service] = await tx
    .select({ id: services.id })
    .from(services)
    .where(and(eq(services.id, key.serviceId), isNull(services.deletedAt)))
    .for('share')
  if (!service) refuseField(`${index}.serviceId`, 'Service ID is required.')
  const [rateType] = await tx.select().from(rateTypes).where(eq(rateTypes.id, key.rateTypeId))
  if (!rateType) refuseField(`${index}.rateTypeId`, 'Select Rate Type.')
  if ((await tx.$count(schoolServiceRates, and(isOf(key), isListed))) > 0) refuseRepeated(index)
  await giveWay(tx, schoolServiceRates, isOf(key), { ...clock, from: row.effectiveDate })
  await tx.insert(schoolServiceRates).values(rateRow(schoolId, row, by))
}

/** The form requires both. */
const kindOfRow = ({ serviceId, rateTypeId }: RateRow) => ({
  serviceId: requireValue(serviceId, 'The service'),
  rateTypeId: requireValue(rateTypeId, 'The rate type'),
})

const rateRow = (schoolId: number, row: RateRow, createdById: number) => ({
  schoolId,
  ...kindOfRow(row),
  rate: asDecimal(row.rate) ?? '',
  effectiveDate: row.effectiveDate,
  createdById,
})

const addedBy = (schoolId: number, rows: readonly RateRow[]): AddedRate[] =>
  rows.flatMap((row, index) => {
    const { id, isDeleted, serviceId, rateTypeId, isServiceRateChanged } = row
    if (isDeleted || serviceId === null || rateTypeId === null) return []
    const kind = kindOf({ schoolId, serviceId, rateTypeId })
    if (id === null) return { kind, from: row.effectiveDate, path: `${index}.effectiveDate` }
    if (!isServiceRateChanged) return []
    return { kind, from: row.serviceRateEffectiveDate, path: `${index}.serviceRateEffectiveDate` }
  })

/** Refuses a change that reaches into locked days: what they are billed and paid at stays. @throws Refusal 400 or 409 */
const requireSettled = async (tx: Tx, schoolId: number, settled: Settled): Promise<void> => {
  const change = await requireKeptRates(tx, settled)
  if (!settled.reached) return
  const lost = await lostOnlyRates(tx, { schoolId, from: settled.reached.startDate }, change)
  for (const { kind, from, path } of settled.added) {
    const day = lost.get(keyOfKind(kind).serviceId)
    if (day !== undefined && from <= day) refuseField(path, keptDaysMessages.onlyRate(day))
  }
  await requireKeptPay(tx, settled)
}

/**
 * Adds rates to schools that have none.
 *
 * @throws Refusal 409 if a service has just been deleted
 */
export const addFirstRates = async (
  tx: Tx,
  rates: readonly { schoolId: number; row: RateRow }[],
  by: number,
): Promise<void> => {
  const serviceIds = [...new Set(rates.map(({ row }) => kindOfRow(row).serviceId))]
  const live = await tx
    .select({ id: services.id })
    .from(services)
    .where(and(inArray(services.id, serviceIds), isNull(services.deletedAt)))
    .for('share')
  if (live.length < serviceIds.length) throw new Refusal(409, 'A service has been deleted.')
  await bulkInsert(
    tx,
    schoolServiceRates,
    rates.map(({ schoolId, row }) => rateRow(schoolId, row, by)),
  )
}

export const schoolRateHandlers: HandlersOf<
  'getSchoolServiceRates' | 'saveSchoolServiceRates' | 'getServiceRateHistory'
> = {
  getSchoolServiceRates: async ({ query: { schoolId }, db, now, timeZone }) => {
    const { ratesVersion } = await requireSchool(db, schoolId)
    const listed = (await readListed(db, schoolId)).map(({ rate }) => rate)
    const named = listed.map(({ serviceId }) => serviceId)
    const today = localOf(now, timeZone).date
    return {
      entityCacheKey: String(ratesVersion),
      rates: rowsOf(listed, today),
      services: await db
        .select({ id: services.id, name: services.description, code: services.code })
        .from(services)
        .where(or(isNull(services.deletedAt), inArray(services.id, named)))
        .orderBy(asc(services.code)),
      rateTypes: await db.select().from(rateTypes).orderBy(asc(rateTypes.id)),
      rateDays: [...(await readRateDays(db, ratesOf(schoolId), { kept: await readLockedPeriods(db), today }))].map(
        ([kind, days]) => {
          const { serviceId, rateTypeId } = keyOfKind(kind)
          return { serviceId, rateTypeId, ...days }
        },
      ),
    }
  },

  saveSchoolServiceRates: async ({ query, body, db, user, now, timeZone }) => {
    const { entityCacheKey } = query
    const today = localOf(now, timeZone).date
    const schoolId = query.schoolId ?? body[0]?.schoolId ?? refuseField('schoolId', 'School Is Required')
    const rows = body.map((row) => ({ ...row, effectiveDate: row.effectiveDate ?? today }))
    const clock = { today, now }
    await db.transaction(async (tx) => {
      await holdPeriods(tx)
      const { ratesVersion } = await lockSchool(tx, schoolId)
      requireRecord([{ version: ratesVersion }], 'school', entityCacheKey)
      const stored = new Map((await readListed(tx, schoolId)).map(({ rate }) => [rate.id, rate]))
      const keyOf = (id: number): Key => stored.get(id) ?? refuseMissing()
      const firstDays = new Map(
        currentAndPlanned([...stored.values()], kindOf, today).map(({ current }) => [
          kindOf(current),
          current.effectiveDate,
        ]),
      )
      const settled = await readSettled(tx, {
        ...ratesOf(schoolId),
        added: addedBy(schoolId, rows),
        kept: await readLockedPeriods(tx),
      })
      // Removals come first, so a removed rate can be added again.
      for (const { id, isDeleted } of rows) if (id !== null && isDeleted) await endRates(tx, keyOf(id), clock)
      for (const [index, row] of rows.entries()) {
        if (row.isDeleted) continue
        if (row.id === null) await addRate(tx, schoolId, row, { index, by: user.userId, kept: settled.kept, ...clock })
        else if (row.isServiceRateChanged) {
          if (row.serviceRateEffectiveDate <= today) {
            refuseField(`${index}.serviceRateEffectiveDate`, schoolMessages.notBeforeTomorrow)
          }
          const { serviceId, rateTypeId } = keyOf(row.id)
          const key = { schoolId, serviceId, rateTypeId }
          const first = firstDays.get(kindOf(key)) ?? refuseMissing()
          if (row.serviceRateEffectiveDate <= first) {
            refuseField(`${index}.serviceRateEffectiveDate`, schoolMessages.rateChangesAfter(first))
          }
          // Only one future change can be planned.
          await withdrawPlanned(tx, key, { now, after: lastFixedDay(settled.kept, { today, first }) })
          await tx.insert(schoolServiceRates).values({
            ...key,
            rate: asDecimal(row.furtureServiceRate) ?? '',
            effectiveDate: row.serviceRateEffectiveDate,
            createdById: user.userId,
          })
        }
      }
      await requireSettled(tx, schoolId, settled)
      await tx
        .update(schools)
        .set({ ratesVersion: sql`${schools.ratesVersion} + 1` })
        .where(eq(schools.id, schoolId))
    })
    return done(null, schoolMessages.saved)
  },

  getServiceRateHistory: async ({ query: { serviceRateId }, db }) => {
    const [requested] = await db
      .select()
      .from(schoolServiceRates)
      .where(and(eq(schoolServiceRates.id, serviceRateId), isNull(schoolServiceRates.deletedAt)))
    if (!requested) return refuseMissing()
    const rates = await readInForce(db, datedRates, ALWAYS, isOf(requested))
    return changesOf(rates).map(({ id, rate, before, effectiveDate }) => ({
      id,
      newServiceRate: rate,
      oldServiceRate: before,
      effectiveDate,
    }))
  },
}

const refuseMissing = (): never => {
  throw new Refusal(404, 'This rate no longer exists. Reload the page.')
}
