/** How the secret address of a provider's calendar ends. Call with the provider's row locked. */
import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '#server/db/database.ts'
import { calendarFeeds } from '#server/db/schema/schedule.ts'
import { logTransitions } from '#server/db/transition-log.ts'

export const liveFeedOf = (providerId: number) =>
  and(eq(calendarFeeds.providerId, providerId), isNull(calendarFeeds.revokedAt))

/** @returns whether there was one */
export const dropFeed = async (tx: Tx, providerId: number, now: Date): Promise<boolean> => {
  const ended = await tx
    .update(calendarFeeds)
    .set({ revokedAt: now })
    .where(liveFeedOf(providerId))
    .returning({ id: calendarFeeds.id })
  return ended.length > 0
}

/** @param by.userId null for the server itself */
export const logFeedMove = (
  tx: Tx,
  { userId, now }: { userId: number | null; now: Date },
  move: { providerId: number; event: 'feed.create' | 'feed.revoke'; wasShared: boolean },
): Promise<void> =>
  logTransitions(tx, userId, now, [
    {
      machine: 'calendarFeed',
      entity: String(move.providerId),
      from: move.wasShared ? 'shared' : 'private',
      event: move.event,
      to: move.event === 'feed.create' ? 'shared' : 'private',
    },
  ])

/** Ends it for good, if there is one: only a new address can follow. */
export const revokeFeed = async (
  tx: Tx,
  providerId: number,
  by: { userId: number | null; now: Date },
): Promise<void> => {
  const wasShared = await dropFeed(tx, providerId, by.now)
  if (wasShared) await logFeedMove(tx, by, { providerId, event: 'feed.revoke', wasShared })
}
