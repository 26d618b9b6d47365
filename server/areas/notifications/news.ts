/** Answers and decisions that are news to a provider: lately, and not dismissed. */
import { and, eq, sql } from 'drizzle-orm'
import { NEWS_DAYS, type NewsKey } from '#domain/open-work.ts'
import { addDays, instantOf, localOf } from '#domain/time.ts'
import type { Db } from '#server/db/database.ts'
import { dismissedNews } from '#server/db/schema/notifications.ts'
import type { HandlersOf } from '#server/http/handler.ts'

/** The start of the first day whose answers and decisions are still news. */
export const newsSince = (now: Date, timeZone: string): Date =>
  instantOf(addDays(localOf(now, timeZone).date, -NEWS_DAYS), '00:00', timeZone)

interface Reader {
  db: Pick<Db, 'select'>
  user: { readonly userId: number }
}

/** The time from which the user has dismissed nothing; undefined if they never dismissed any. */
export const shownSince = async ({ db, user }: Reader, key: NewsKey): Promise<Date | undefined> => {
  const [dismissed] = await db
    .select({ until: dismissedNews.until })
    .from(dismissedNews)
    .where(and(eq(dismissedNews.userId, user.userId), eq(dismissedNews.key, key)))
  return dismissed && new Date(dismissed.until.getTime() + 1)
}

/** The same, but not before news begins. */
export const undismissedSince = async (
  { now, timeZone, ...reader }: Reader & { now: Date; timeZone: string },
  key: NewsKey,
): Promise<Date> => {
  const since = newsSince(now, timeZone)
  const shown = await shownSince(reader, key)
  return shown && shown > since ? shown : since
}

export const newsHandlers: HandlersOf<'dismissNews'> = {
  dismissNews: async ({ body: { key, until: seen }, db, user, now }) => {
    const until = new Date(Math.min(Date.parse(seen), now.getTime()))
    await db.transaction((tx) =>
      tx
        .insert(dismissedNews)
        .values({ userId: user.userId, key, until })
        .onConflictDoUpdate({
          target: [dismissedNews.userId, dismissedNews.key],
          set: { until: sql`greatest(${dismissedNews.until}, excluded.until)` },
        }),
    )
    return null
  },
}
