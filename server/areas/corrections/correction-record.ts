/** Corrections as they are stored: reading, holding and moving one. */

import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { CorrectionRecord } from '#contract/corrections.ts'
import {
  correctionMessages,
  correctionStates,
  invoiceOutcomeInWords,
  invoiceOutcomeSchema,
  OPEN_CORRECTION_STATES,
} from '#domain/billing/corrections.ts'
import {
  type DayCorrectionEvent,
  type DayCorrectionFacts,
  dayCorrectionMachine,
} from '#machines/billing/day-correction.machine.ts'
import { takeBillingTurn } from '#server/areas/billing/billing-turn.ts'
import { isOfDay, type StoredCorrection } from '#server/areas/billing/earlier-corrections.ts'
import { type DayKey, dayEntity, lockDays, type StoredDay } from '#server/areas/provider-days/provider-days.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { providerName } from '#server/db/providers.ts'
import { dayCorrections } from '#server/db/schema/locked-periods.ts'
import { providers } from '#server/db/schema/providers.ts'
import { users } from '#server/db/schema/users.ts'
import { logTransitions } from '#server/db/transition-log.ts'
import type { Caller } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { askMachine } from '#server/lifecycle/lifecycle.ts'
import { loggedDetail, reasonSaid } from '#server/lifecycle/logged-detail.ts'

export interface By {
  readonly user: Caller
  readonly now: Date
  readonly timeZone: string
}

const endedBy = alias(users, 'ended_by')

/** With names, those under way first, and then the latest. */
export const readCorrections = async (
  on: Pick<Db, 'select'>,
  which: SQL | undefined,
  range: { limit: number; offset: number },
): Promise<CorrectionRecord[]> => {
  const rows = await on
    .select({ correction: dayCorrections, providerName, openedBy: users.displayName, endedBy: endedBy.displayName })
    .from(dayCorrections)
    .innerJoin(providers, eq(providers.id, dayCorrections.providerId))
    .innerJoin(users, eq(users.id, dayCorrections.openedById))
    .leftJoin(endedBy, eq(endedBy.id, dayCorrections.endedById))
    .where(which)
    .orderBy(sql`${dayCorrections.endedAt} is not null`, desc(dayCorrections.id))
    .limit(range.limit)
    .offset(range.offset)
  return rows.map(({ correction, providerName: name, openedBy, endedBy: by }) => ({
    id: correction.id,
    providerId: correction.providerId,
    providerName: name,
    date: correction.date,
    state: correction.state,
    reason: correction.reason,
    opened: { by: openedBy, onUtc: correction.openedAt.toISOString() },
    ended: correction.endedAt && by !== null ? { by, onUtc: correction.endedAt.toISOString() } : null,
    entityCacheKey: String(correction.version),
  }))
}

/** @throws Refusal 404 */
export const readCorrection = async (on: Pick<Db, 'select'>, id: number): Promise<CorrectionRecord> => {
  const [found] = await readCorrections(on, eq(dayCorrections.id, id), { limit: 1, offset: 0 })
  if (!found) throw new Refusal(404, correctionMessages.notFound)
  return found
}

/** @throws Refusal 404 */
export const readStored = async (on: Pick<Db, 'select'>, id: number): Promise<StoredCorrection> => {
  const [stored] = await on.select().from(dayCorrections).where(eq(dayCorrections.id, id))
  if (!stored) throw new Refusal(404, correctionMessages.notFound)
  return stored
}

/** The day's correction that is under way, and who opened it. */
export const readOpenCorrection = async (on: Pick<Db, 'select'>, day: DayKey) => {
  const [found] = await on
    .select({ id: dayCorrections.id, by: users.displayName })
    .from(dayCorrections)
    .innerJoin(users, eq(users.id, dayCorrections.openedById))
    .where(and(isOfDay(day), inArray(dayCorrections.state, OPEN_CORRECTION_STATES)))
  return found
}

/** Locks the correction's day and reads both. @throws Refusal 404, or 409 if it has ended or the caller saw another version */
export const holdCorrection = async (
  tx: Tx,
  { id, entityCacheKey }: { id: number; entityCacheKey: string },
): Promise<{ stored: StoredCorrection; day: StoredDay }> => {
  const { providerId, date } = await readStored(tx, id)
  await takeBillingTurn(tx)
  const key = { providerId, date }
  const day = (await lockDays(tx, [key])).get(dayEntity(key))
  const stored = await readStored(tx, id)
  if (!day) throw new Error(`The day ${dayEntity(key)} was not locked`)
  if (!OPEN_CORRECTION_STATES.includes(stored.state)) throw new Refusal(409, correctionMessages.ended)
  if (entityCacheKey !== String(stored.version)) throw new Refusal(409, correctionMessages.changed)
  return { stored, day }
}

/** The move, or undefined if the machine refuses it. */
export const askCorrection = (
  { state }: Pick<StoredCorrection, 'state'>,
  event: DayCorrectionEvent,
  user: Pick<Caller, 'role'>,
  facts: Partial<DayCorrectionFacts> = {},
) => {
  const known = { by: user.role, unconfirmedRows: 0, waitingChanges: 0, ...facts }
  const move = askMachine(dayCorrectionMachine, correctionStates, state, known, event)
  return move.allowed ? move : undefined
}

const correctionDetailSchema = z.object({
  reason: z.string().optional(),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
  outcome: z
    .looseObject({
      invoices: z.array(invoiceOutcomeSchema.pick({ invoiceNumber: true, replacedBy: true, creditNote: true }).loose()),
    })
    .optional(),
})

export const correctionDetail = loggedDetail(correctionDetailSchema, ({ reason, outcome }) => [
  ...reasonSaid(reason),
  ...(outcome?.invoices ?? []).flatMap(invoiceOutcomeInWords),
])

export const logCorrection = (
  tx: Tx,
  { user, now }: By,
  id: number,
  {
    from,
    event,
    to,
    detail,
  }: { from: string; event: string; to: string; detail?: z.output<typeof correctionDetailSchema> },
): Promise<void> =>
  logTransitions(tx, user.userId, now, [
    {
      machine: dayCorrectionMachine.id,
      entity: String(id),
      from,
      event,
      to,
      ...(detail && correctionDetail.of(detail)),
    },
  ])
