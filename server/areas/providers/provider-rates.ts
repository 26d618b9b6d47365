/** What a provider is paid: current and planned rates, and their history (spec 3, sections 3 to 5). */
import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import type { ProviderRates } from '#contract/provider-page.ts'
import type { Period } from '#domain/billing/period.ts'
import type { RateDays } from '#domain/dated-rates.ts'
import { asDecimal } from '#domain/decimal.ts'
import { type ProviderRateRow, providerMessages } from '#domain/provider-form.ts'
import { requireValue } from '#domain/require-value.ts'
import { addDays, type LocalDate } from '#domain/time.ts'
import {
  type AddedRate,
  PAID_MESSAGES,
  readSettled,
  requireKeptPay,
  requireKeptRates,
} from '#server/areas/billing/kept-amounts.ts'
import { datedPayRates } from '#server/areas/hours/pay-rates-in-force.ts'
import { changesOf, currentAndPlanned, giveWay } from '#server/areas/master-data/dated-rates.ts'
import { ALWAYS, readInForce } from '#server/areas/master-data/in-force.ts'
import { lastFixedDay, readPaidPeriods, readRateDays } from '#server/areas/master-data/kept-days.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { requireKey } from '#server/db/require-one.ts'
import { providerRates, rateTypes } from '#server/db/schema/rates.ts'
import type { HandlersOf } from '#server/http/handler.ts'
import { Refusal, refuseField } from '#server/http/refusal.ts'

/** Neither removed nor withdrawn. */
const isListed = and(isNull(providerRates.deletedAt), isNull(providerRates.endedOn))

interface Kind {
  readonly providerId: number
  readonly rateTypeId: number
}

const isOf = ({ providerId, rateTypeId }: Kind) =>
  and(eq(providerRates.providerId, providerId), eq(providerRates.rateTypeId, rateTypeId))

/** Listed rates by type, oldest first. */
const readListed = (db: Pick<Db, 'select'>, providerId: number) =>
  db
    .select()
    .from(providerRates)
    .where(and(eq(providerRates.providerId, providerId), isListed))
    .orderBy(asc(providerRates.rateTypeId), asc(providerRates.effectiveDate))

/** One row of the form per rate type. */
export const readRateRows = async (
  db: Pick<Db, 'select'>,
  providerId: number,
  today: LocalDate,
): Promise<ProviderRateRow[]> =>
  currentAndPlanned(await readListed(db, providerId), ({ rateTypeId }) => rateTypeId, today).map(
    ({ current, planned }) => ({
      id: current.id,
      providerRateTypeId: current.rateTypeId,
      oldRate: current.rate,
      newRate: planned?.rate ?? '',
      effectiveDate: planned?.effectiveDate ?? '',
      isDeleted: false,
      isEdit: false,
    }),
  )

const ratesOf = (providerId: number) => ({ dated: datedPayRates, which: eq(providerRates.providerId, providerId) })

/** As `InForce` calls it. */
const kindOf = ({ providerId, rateTypeId }: Kind): string => [providerId, rateTypeId].join('/')

/** On which days one more rate can begin, for each rate type that the provider has or had. */
export const readProviderRateDays = async (
  db: Db,
  providerId: number,
  today: LocalDate,
): Promise<(RateDays & { providerRateTypeId: number })[]> => {
  const days = await readRateDays(db, ratesOf(providerId), { kept: await readPaidPeriods(db), today })
  const types = await db.select().from(rateTypes).orderBy(asc(rateTypes.id))
  return types.flatMap(({ id: rateTypeId }) => {
    const ofType = days.get(kindOf({ providerId, rateTypeId }))
    return ofType ? { providerRateTypeId: rateTypeId, ...ofType } : []
  })
}

const rateOf = ({ rate, effectiveDate: since }: typeof providerRates.$inferSelect) => ({ rate, since })

/** By rate type: the rate in force, and the next change. */
export const readRatesInForce = async (
  db: Pick<Db, 'select'>,
  providerId: number,
  today: LocalDate,
): Promise<ProviderRates> => {
  const rows = await db
    .select({ rate: providerRates, rateType: rateTypes.name })
    .from(providerRates)
    .innerJoin(rateTypes, eq(rateTypes.id, providerRates.rateTypeId))
    .where(and(eq(providerRates.providerId, providerId), isListed))
    .orderBy(asc(providerRates.rateTypeId), asc(providerRates.effectiveDate))
  const names = new Map(rows.map(({ rate, rateType }) => [rate.rateTypeId, rateType]))
  const rates = rows.map(({ rate }) => rate)
  return currentAndPlanned(rates, ({ rateTypeId }) => rateTypeId, today).map(({ current, planned }) => {
    const isInForce = current.effectiveDate <= today
    const next = isInForce ? planned : current
    return {
      rateType: requireKey(names, current.rateTypeId, 'The rate type'),
      inForce: isInForce ? rateOf(current) : null,
      next: next ? rateOf(next) : null,
    }
  })
}

interface Change {
  readonly today: LocalDate
  readonly now: Date
  /** Who makes it. */
  readonly by: number
}

const withdrawPlanned = (tx: Tx, kind: Kind, { after, now }: { readonly after: LocalDate; readonly now: Date }) =>
  tx
    .update(providerRates)
    .set({ deletedAt: now })
    .where(and(isOf(kind), isListed, gt(providerRates.effectiveDate, after)))

/** Ends the rate today; earlier work keeps it. */
const endRates = async (tx: Tx, kind: Kind, change: Change) => {
  await withdrawPlanned(tx, kind, { ...change, after: change.today })
  await tx
    .update(providerRates)
    .set({ endedOn: change.today })
    .where(and(isOf(kind), isListed))
}

const at = (index: number, field: string) => `providerRateChangeHistories.${index}.${field}`

/** @param from the first day of a row without a date */
const addRate = async (
  tx: Tx,
  providerId: number,
  row: ProviderRateRow,
  { index, from, kept, ...change }: { index: number; from: LocalDate; kept: readonly Period[] } & Change,
) => {
  const rateTypeId = requireValue(row.providerRateTypeId, 'The rate type')
  const [rateType] = await tx.select().from(rateTypes).where(eq(rateTypes.id, rateTypeId))
  if (!rateType) return refuseField(at(index, 'providerRateTypeId'), 'Provider Rate Type Is Required')
  const effectiveDate = row.effectiveDate === '' ? from : row.effectiveDate
  await giveWay(tx, providerRates, isOf({ providerId, rateTypeId }), { from: effectiveDate, kept, ...change })
  await tx.insert(providerRates).values({
    providerId,
    rateTypeId,
    rate: asDecimal(row.newRate) ?? '',
    effectiveDate,
    createdById: change.by,
  })
}

const addedBy = (providerId: number, rows: readonly ProviderRateRow[]): AddedRate[] =>
  rows.flatMap(({ id, isEdit, isDeleted, providerRateTypeId: rateTypeId, effectiveDate: from }, index) =>
    (id !== null && !isEdit) || isDeleted || rateTypeId === null
      ? []
      : { kind: kindOf({ providerId, rateTypeId }), from, path: at(index, 'effectiveDate') },
  )

/**
 * Changes the rates of a provider; call `holdPayroll` before. It leaves alone what days are paid at that are locked or exported. A rate begins tomorrow or later,
 * unless one of its type has ended or ends now: no day between the two has to be without a rate.
 *
 * @throws Refusal 400 at the first day of an added rate
 */
export const changeRates = async (
  tx: Tx,
  { providerId, rows }: { readonly providerId: number; readonly rows: readonly ProviderRateRow[] },
  change: Change,
): Promise<void> => {
  const { today } = change
  const settled = await readSettled(tx, {
    ...ratesOf(providerId),
    providerId,
    added: addedBy(providerId, rows),
    kept: await readPaidPeriods(tx),
  })
  for (const { kind, from, path } of settled.added) {
    const hadOne = settled.rates.some((rate) => rate.kind === kind && rate.startsOn <= today)
    if (from <= today && !hadOne) refuseField(path, providerMessages.notBeforeTomorrow(addDays(today, 1)))
  }
  await saveRates(tx, { providerId, rows, from: today, kept: settled.kept }, change)
  await requireKeptRates(tx, settled, PAID_MESSAGES)
  await requireKeptPay(tx, settled)
}

/**
 * Stores the form's rows, which have been checked.
 *
 * @param from the first day of the rates of a new provider
 */
export async function saveRates(
  tx: Tx,
  {
    providerId,
    rows,
    from,
    kept,
  }: {
    readonly providerId: number
    readonly rows: readonly ProviderRateRow[]
    readonly from: LocalDate
    /** Days that stay as they are. */
    readonly kept: readonly Period[]
  },
  change: Change,
): Promise<void> {
  const all = await readListed(tx, providerId)
  const stored = new Map(all.map((rate) => [rate.id, rate]))
  const currentOf = new Map(
    currentAndPlanned(all, ({ rateTypeId }) => rateTypeId, change.today).map(({ current }) => [
      current.rateTypeId,
      current,
    ]),
  )
  const typeOf = (id: number): number => stored.get(id)?.rateTypeId ?? refuseMissing()
  // Removals come first, so that a removed type can be added again.
  for (const { id, isDeleted } of rows) {
    if (id !== null && isDeleted) await endRates(tx, { providerId, rateTypeId: typeOf(id) }, change)
  }
  const removed = new Set(rows.flatMap(({ id, isDeleted }) => (id !== null && isDeleted ? [typeOf(id)] : [])))
  const listed = new Set([...stored.values()].map(({ rateTypeId }) => rateTypeId).filter((id) => !removed.has(id)))
  for (const [index, row] of rows.entries()) {
    if (row.isDeleted) continue
    const { id, providerRateTypeId: chosenId } = row
    const path = at(index, 'providerRateTypeId')
    if (id === null) {
      // A stored type changes by its own row: the form may not have shown it, or shown another type.
      if (chosenId !== null && listed.has(chosenId)) refuseField(path, providerMessages.sameRateType, 409)
      await addRate(tx, providerId, row, { index, from, kept, ...change })
      continue
    }
    const rateTypeId = stored.get(id)?.rateTypeId
    if (rateTypeId !== undefined && rateTypeId !== chosenId) refuseField(path, providerMessages.otherRateType)
    if (!row.isEdit) continue
    if (rateTypeId === undefined || removed.has(rateTypeId)) return refuseMissing()
    const kind = { providerId, rateTypeId }
    const current = currentOf.get(rateTypeId) ?? refuseMissing()
    if (row.effectiveDate <= current.effectiveDate) {
      refuseField(at(index, 'effectiveDate'), providerMessages.changesAfter(current.effectiveDate))
    }
    // Only one change can be planned.
    const after = lastFixedDay(kept, { today: change.today, first: current.effectiveDate })
    await withdrawPlanned(tx, kind, { ...change, after })
    await tx.insert(providerRates).values({
      ...kind,
      rate: asDecimal(row.newRate) ?? '',
      effectiveDate: row.effectiveDate,
      createdById: change.by,
    })
  }
}

export const providerRateHandlers: HandlersOf<'getProviderRateTypes' | 'getProviderRateHistory'> = {
  getProviderRateTypes: ({ db }) => db.select().from(rateTypes).orderBy(asc(rateTypes.id)),

  getProviderRateHistory: async ({ body: { id }, db }) => {
    const [asked] = await db
      .select({ rate: providerRates, type: rateTypes })
      .from(providerRates)
      .innerJoin(rateTypes, eq(rateTypes.id, providerRates.rateTypeId))
      .where(and(eq(providerRates.id, id), isNull(providerRates.deletedAt)))
    if (!asked) return refuseMissing()
    const { rate, type } = asked
    const rates = await readInForce(db, datedPayRates, ALWAYS, isOf(rate))
    return changesOf(rates).map((change) => ({
      id: change.id,
      providerRateTypeId: type.id,
      providerRateTypeName: type.name,
      newRate: change.rate,
      oldRate: change.before,
      effectiveDate: change.effectiveDate,
    }))
  },
}

const refuseMissing = (): never => {
  throw new Refusal(404, 'This rate no longer exists. Reload the page.')
}
