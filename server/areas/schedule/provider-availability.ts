/** Whether sessions can be planned for a provider (docs/decisions/provider-statuses.md). */
import { eq } from 'drizzle-orm'
import { PROVIDER_STATUS_IDS } from '#domain/provider-form.ts'
import { formatDate, type LocalDate } from '#domain/time.ts'
import { providerName } from '#server/db/providers.ts'
import { providers } from '#server/db/schema/providers.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { ChangeContext } from './occurrence-moves.ts'
import { datesInWords } from './session-checks.ts'

const { onLeave, terminated } = PROVIDER_STATUS_IDS

/** @param texts about someone else, and about the caller */
const refuse = ({ user }: Pick<ChangeContext, 'user'>, providerId: number, texts: readonly [string, string]): never => {
  const [message, own] = texts
  const isOwn = user.providerId === providerId
  const error = isOwn ? { path: 'date', message: own } : { path: 'providerId', message }
  throw new Refusal(409, error.message, { errors: [error] })
}

/**
 * Call it with every date that gets a session of the provider.
 *
 * @param of.isMove the sessions are theirs already, on other dates: during a leave, too
 * @throws Refusal 409 that names the provider, or the dates after the last day at work
 */
export const requireAvailable = async (
  change: Pick<ChangeContext, 'tx' | 'user' | 'isPreview'>,
  { providerId, dates, isMove = false }: { providerId: number; dates: readonly LocalDate[]; isMove?: boolean },
): Promise<void> => {
  if (dates.length === 0) return
  const query = change.tx
    .select({ name: providerName, statusId: providers.statusId, termDate: providers.termDate })
    .from(providers)
    .where(eq(providers.id, providerId))
  // A change of the status waits for these sessions, or these for it. A preview only reads.
  const [provider] = change.isPreview ? await query : await query.for('key share')
  if (!provider) return
  const { name, statusId, termDate } = provider
  if (statusId === onLeave && !isMove) {
    refuse(change, providerId, [
      `${name} is on leave, so no new sessions can be planned for them.`,
      'You are on leave, so no new sessions can be planned for you.',
    ])
  }
  const late = termDate === null ? [] : dates.filter((date) => date > termDate)
  if (late.length > 0 && termDate !== null) {
    const after = `so no session can be planned on ${datesInWords(late)}.`
    refuse(change, providerId, [
      `The last day of ${name} is ${formatDate(termDate)}, ${after}`,
      `Your last day is ${formatDate(termDate)}, ${after}`,
    ])
  }
  // Also days before the last one: people who have left can't confirm them anymore.
  if (statusId === terminated) {
    const message = `${name} is terminated, so no sessions can be planned for them.`
    refuse(change, providerId, [message, message])
  }
}
