/** Calendar feeds: showing, creating and revoking a provider's secret address, and what calendar apps read from it. */
import { randomUUID } from 'node:crypto'
import { and, eq, isNull, not, or } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { CalendarFeed } from '#contract/calendar-feed.ts'
import { localOf } from '#domain/time.ts'
import type { Db } from '#server/db/database.ts'
import { providerName } from '#server/db/providers.ts'
import { providers } from '#server/db/schema/providers.ts'
import { calendarFeeds } from '#server/db/schema/schedule.ts'
import { users } from '#server/db/schema/users.ts'
import { maySignIn } from '#server/db/users.ts'
import { NO_ACCESS, providerScope } from '#server/http/access.ts'
import { tagOf } from '#server/http/file-reply.ts'
import { type Caller, FileReply, type HandlersOf } from '#server/http/handler.ts'
import { Refusal, refuseField } from '#server/http/refusal.ts'
import { toCalendarText } from './calendar-text.ts'
import { dropFeed, liveFeedOf, logFeedMove, revokeFeed } from './end-feed.ts'
import type { FeedAddresses } from './feed-addresses.ts'
import { readFeedContents, readFeedState } from './feed-contents.ts'
import type { FeedReadings } from './feed-limits.ts'

/** Unknown, revoked and forged addresses get the same answer. */
const noSuchFeed = () => new Refusal(404, 'There is no calendar at this address.')

/** About 400 bytes each. */
const MAX_REMEMBERED = 10_000

/** Whose feed: a provider's own, or the provider an administrator names. */
const providerOf = (user: Caller, requested: number | undefined): number => {
  const scope = providerScope(user)
  if (scope !== undefined && requested !== undefined && requested !== scope) throw new Refusal(403, NO_ACCESS)
  return scope ?? requested ?? user.providerId ?? refuseField('providerId', 'Provider Name Is Required')
}

/**
 * 404 for an unknown provider. Locks the provider in a transaction, so concurrent requests to create a feed take turns.
 */
const requireProvider = async (db: Pick<Db, 'select'>, providerId: number, hold = false): Promise<void> => {
  const query = db.select({ id: providers.id }).from(providers).where(eq(providers.id, providerId))
  const [provider] = hold ? await query.for('update') : await query
  if (!provider) throw new Refusal(404, 'Provider not found.')
}

export interface FeedParts {
  readonly feeds: { readonly addresses: FeedAddresses; readonly readings: FeedReadings }
}

export const createCalendarFeedHandlers = ({
  feeds: { addresses, readings },
}: FeedParts): HandlersOf<'getCalendarFeed' | 'createCalendarFeed' | 'revokeCalendarFeed' | 'readCalendarFeed'> => {
  const shown = (feed: { id: string; createdAt: Date; createdBy: string }, origin: string): CalendarFeed => {
    const address = `${origin}${addresses.pathOf(feed.id)}`
    return {
      address,
      webcalAddress: address.replace(/^https?:/, 'webcal:'),
      createdAtUtc: feed.createdAt.toISOString(),
      createdBy: feed.createdBy,
    }
  }

  const readFeed = async (db: Pick<Db, 'select'>, providerId: number, origin: string): Promise<CalendarFeed | null> => {
    const [feed] = await db
      .select({ id: calendarFeeds.id, createdAt: calendarFeeds.createdAt, createdBy: users.displayName })
      .from(calendarFeeds)
      .innerJoin(users, eq(users.id, calendarFeeds.createdById))
      .where(liveFeedOf(providerId))
    return feed ? shown(feed, origin) : null
  }

  /** What each feed's text was made from, and its tag: apps poll feeds that rarely change. */
  const lastSent = new LRUCache<string, { readonly state: string; readonly tag: string }>({ max: MAX_REMEMBERED })

  return {
    getCalendarFeed: async ({ body, db, user, origin }) => {
      const providerId = providerOf(user, body.providerId)
      await requireProvider(db, providerId)
      return readFeed(db, providerId, origin())
    },

    createCalendarFeed: async ({ body, db, user, now, origin }) => {
      const providerId = providerOf(user, body.providerId)
      return db.transaction(async (tx) => {
        await requireProvider(tx, providerId, true)
        const wasShared = await dropFeed(tx, providerId, now)
        await tx
          .insert(calendarFeeds)
          .values({ id: randomUUID(), providerId, createdById: user.userId, createdAt: now })
        await logFeedMove(tx, { userId: user.userId, now }, { providerId, event: 'feed.create', wasShared })
        const feed = await readFeed(tx, providerId, origin())
        if (!feed) throw new RangeError('The feed was inserted but not returned')
        return feed
      })
    },

    revokeCalendarFeed: async ({ body, db, user, now }) => {
      const providerId = providerOf(user, body.providerId)
      await db.transaction(async (tx) => {
        await requireProvider(tx, providerId, true)
        await revokeFeed(tx, providerId, { userId: user.userId, now })
      })
      return null
    },

    readCalendarFeed: async ({ params, db, now, address, timeZone }) => {
      const feedId = addresses.feedIn(params.file)
      if (feedId === undefined) {
        await readings.countMiss(address)
        throw noSuchFeed()
      }
      await readings.count(feedId)
      const [feed] = await db
        .select({ providerId: calendarFeeds.providerId, name: providerName })
        .from(calendarFeeds)
        .innerJoin(providers, eq(providers.id, calendarFeeds.providerId))
        .where(and(eq(calendarFeeds.id, feedId), isNull(calendarFeeds.revokedAt)))
      if (!feed) throw noSuchFeed()
      const { providerId, name } = feed
      // A feed ends when its provider, or the user who created it, can no longer sign in.
      const [deactivated] = await db
        .select({ id: users.id })
        .from(users)
        .leftJoin(calendarFeeds, and(eq(calendarFeeds.createdById, users.id), eq(calendarFeeds.id, feedId)))
        .where(and(not(maySignIn(now)), or(eq(users.providerId, providerId), eq(calendarFeeds.id, feedId))))
      if (deactivated) throw noSuchFeed()
      const today = localOf(now, timeZone).date
      const make = async () => {
        const contents = await readFeedContents(db, providerId, today)
        return toCalendarText(contents, { name: `Homeroom: ${name}`, timeZone, namespace: addresses.namespace })
      }
      // Read before the contents: a change in between makes the next reading compare with an older state.
      const state = [name, timeZone, await readFeedState(db, providerId, today)].join('\n')
      const sent = lastSent.get(feedId)
      if (sent?.state === state) return new FileReply({ tag: sent.tag, make })
      const text = await make()
      const tag = tagOf(text)
      lastSent.set(feedId, { state, tag })
      return new FileReply({ tag, make: async () => text })
    },
  }
}
