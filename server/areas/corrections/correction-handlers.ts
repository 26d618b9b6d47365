/** Corrections over HTTP (docs/decisions/corrections.md). */
import { and, eq } from 'drizzle-orm'
import type { CorrectionDetails } from '#contract/corrections.ts'
import {
  type CorrectionOutcome,
  correctionMessages,
  correctionStateOf,
  OPEN_CORRECTION_STATES,
} from '#domain/billing/corrections.ts'
import { inBillingTurn } from '#server/areas/billing/billing-turn.ts'
import { readDay } from '#server/areas/provider-days/provider-days.ts'
import type { Db } from '#server/db/database.ts'
import { organizationMoney } from '#server/db/organization.ts'
import { rangeOf, replyPage } from '#server/db/page-range.ts'
import { rolledBack } from '#server/db/rolled-back.ts'
import { dayCorrections } from '#server/db/schema/locked-periods.ts'
import { done, type HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { firstPayDay } from './book-difference.ts'
import { cancelCorrection } from './cancel-correction.ts'
import { completeCorrection, hoursKeyOf, obstaclesOf, seenKeyOf } from './complete-correction.ts'
import { type By, holdCorrection, readCorrection, readCorrections, readStored } from './correction-record.ts'
import { readDayFigures } from './day-figures.ts'
import { openCorrection, readInvoicesOf, readNamedDay, requireLocked } from './open-correction.ts'

/** What approving the correction now would do: it is done, and rolled back (docs/decisions/preview-is-the-change.md). */
const previewOutcome = (
  db: Db,
  correction: { id: number; entityCacheKey: string },
  by: By,
): Promise<{ outcome: CorrectionOutcome; hoursKey: string }> =>
  rolledBack(db, async (tx) => {
    const held = await holdCorrection(tx, correction)
    const completed = await completeCorrection(tx, held, by)
    return { outcome: completed.outcome, hoursKey: await seenKeyOf(tx, held.day, completed) }
  })

const readDetails = async (db: Db, id: number, by: By): Promise<CorrectionDetails> => {
  const record = await readCorrection(db, id)
  const stored = await readStored(db, id)
  const money = await organizationMoney(db)
  const known = { ...record, money, before: stored.before }
  if (!OPEN_CORRECTION_STATES.includes(stored.state)) {
    const now = stored.after ?? stored.before
    return { ...known, now, outcome: stored.outcome, hoursKey: '', obstacles: [] }
  }
  const { unconfirmed, waiting, unrated } = await obstaclesOf(db, stored)
  const obstacles = [...unconfirmed, ...waiting, ...unrated]
  const now = await readDayFigures(db, stored, money.currency)
  if (obstacles.length > 0) return { ...known, now, outcome: null, hoursKey: await hoursKeyOf(db, stored), obstacles }
  try {
    return { ...known, now, ...(await previewOutcome(db, record, by)), obstacles }
  } catch (error) {
    // What can't be approved says why before anyone tries.
    if (!(error instanceof Refusal)) throw error
    return { ...known, now, outcome: null, hoursKey: await hoursKeyOf(db, stored), obstacles: [error.message] }
  }
}

export const correctionHandlers: HandlersOf<
  'planCorrection' | 'getCorrections' | 'getCorrection' | 'openCorrection' | 'approveCorrection' | 'cancelCorrection'
> = {
  planCorrection: async ({ body: { providerId, date }, db }) => {
    const key = { providerId, date }
    const named = await readNamedDay(db, key)
    await requireLocked(db, named, await readDay(db, key))
    const money = await organizationMoney(db)
    return {
      ...named,
      money,
      figures: await readDayFigures(db, key, money.currency),
      invoices: await readInvoicesOf(db, key),
      paidOn: await firstPayDay(db, key),
    }
  },

  getCorrections: async ({ body, db }) => {
    const state = body.stateId === undefined ? undefined : correctionStateOf(body.stateId)
    const which = and(
      body.providerId === undefined ? undefined : eq(dayCorrections.providerId, body.providerId),
      state === undefined ? undefined : eq(dayCorrections.state, state),
    )
    const rows = await readCorrections(db, which, rangeOf(body))
    return replyPage(body, rows, await db.$count(dayCorrections, which))
  },

  getCorrection: ({ body: { id }, db, user, now, timeZone }) => readDetails(db, id, { user, now, timeZone }),

  openCorrection: async ({ body: { providerId, date, reason }, db, user, now, timeZone }) => {
    const id = await inBillingTurn(db, (tx) =>
      openCorrection(tx, { providerId, date }, reason, { user, now, timeZone }),
    )
    return done(await readCorrection(db, id), correctionMessages.opened({ date }))
  },

  approveCorrection: async ({ body: { hoursKey, ...body }, db, user, now, timeZone }) => {
    await inBillingTurn(db, async (tx) => {
      const held = await holdCorrection(tx, body)
      const completed = await completeCorrection(tx, held, { user, now, timeZone })
      if ((await seenKeyOf(tx, held.day, completed)) !== hoursKey) throw new Refusal(409, correctionMessages.changed)
    })
    const record = await readCorrection(db, body.id)
    return done(record, correctionMessages.completed(record))
  },

  cancelCorrection: async ({ body, db, user, now, timeZone }) => {
    await inBillingTurn(db, async (tx) => cancelCorrection(tx, await holdCorrection(tx, body), { user, now, timeZone }))
    const record = await readCorrection(db, body.id)
    return done(record, correctionMessages.canceled(record))
  },
}
