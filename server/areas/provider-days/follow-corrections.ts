/** Corrections follow their day: confirming its hours, changing them or sending them back moves the correction along. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { correctionStates, OPEN_CORRECTION_STATES } from '#domain/billing/corrections.ts'
import type { ProviderDayState } from '#domain/provider-day.ts'
import type { LocalDate } from '#domain/time.ts'
import { type DayCorrectionEvent, dayCorrectionMachine } from '#machines/billing/day-correction.machine.ts'
import type { Tx } from '#server/db/database.ts'
import { dayCorrections } from '#server/db/schema/locked-periods.ts'
import { logTransitions } from '#server/db/transition-log.ts'
import { askMachine } from '#server/lifecycle/lifecycle.ts'

interface Moved {
  readonly providerId: number
  readonly date: LocalDate
  readonly from: ProviderDayState
  readonly state: ProviderDayState
}

/** What the correction hears of the day's move; undefined if the correction itself caused it. */
const heard = ({ from, state }: Moved): DayCorrectionEvent | undefined => {
  if (from === 'correcting' && state === 'corrected') return { type: 'hours.confirm' }
  return from === 'corrected' && state === 'correcting' ? { type: 'hours.reopen' } : undefined
}

/** Call after days moved, with the days locked. */
export const followCorrections = async (
  tx: Tx,
  moved: readonly Moved[],
  by: { readonly userId: number; readonly now: Date },
): Promise<void> => {
  for (const day of moved) {
    const event = heard(day)
    if (event === undefined) continue
    const isOfDay = and(
      eq(dayCorrections.providerId, day.providerId),
      eq(dayCorrections.date, day.date),
      inArray(dayCorrections.state, OPEN_CORRECTION_STATES),
    )
    const [stored] = await tx
      .select({ id: dayCorrections.id, state: dayCorrections.state })
      .from(dayCorrections)
      .where(isOfDay)
    if (!stored) throw new Error(`No correction of ${day.providerId}/${day.date} is open`)
    const facts = { by: 'Administrators', unconfirmedRows: 0, waitingChanges: 0 } as const
    const move = askMachine(dayCorrectionMachine, correctionStates, stored.state, facts, event)
    if (!move.allowed) throw new Error(`The correction ${stored.id} is ${stored.state} and can't follow its day`)
    await tx
      .update(dayCorrections)
      .set({ state: move.to, version: sql`${dayCorrections.version} + 1` })
      .where(eq(dayCorrections.id, stored.id))
    const line = {
      machine: dayCorrectionMachine.id,
      entity: String(stored.id),
      from: move.from,
      event: event.type,
      to: move.to,
    }
    await logTransitions(tx, by.userId, by.now, [line])
  }
}
