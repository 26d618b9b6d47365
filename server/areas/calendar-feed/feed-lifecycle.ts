import { and, eq, isNull, sql } from 'drizzle-orm'
import { getCalendarFeed } from '#contract/calendar-feed.ts'
import { calendarFeedMachine } from '#machines/schedule/calendar-feed.machine.ts'
import { providerName } from '#server/db/providers.ts'
import { providers } from '#server/db/schema/providers.ts'
import { calendarFeeds } from '#server/db/schema/schedule.ts'
import { idOf, isRowId, none, ofProvider, param, type StoredLifecycle } from '#server/lifecycle/stored-lifecycle.ts'

const liveFeed = and(eq(calendarFeeds.providerId, providers.id), isNull(calendarFeeds.revokedAt))

/** A provider's calendar is private until someone creates its address; when that was not the case is not stored. */
export const feedLifecycle: StoredLifecycle = {
  name: 'schedule/calendar-feed',
  machine: calendarFeedMachine.id,
  states: ['private', 'shared'],
  shownBy: [getCalendarFeed],
  keepsLoops: true,
  finalStates: ['private', 'shared'],
  isEntity: isRowId,
  currentStates: (isBound) => sql`select ${providers.id}::text as entity,
      case when ${calendarFeeds.id} is null then 'private' else 'shared' end as state, ${none.date} as date,
      ${none.time} as start_time, ${none.instant} as due_at
    from ${providers} left join ${calendarFeeds} on ${liveFeed}
    where ${ofProvider(isBound, providers.id)}`,
  details: (keys) => sql`select keys.entity, 'Calendar feed' as label, ${providers.id} as provider_id,
      ${providerName} as provider_name, ${none.date} as date, ${none.time} as start_time, ${none.time} as end_time,
      ${none.id} as schedule_event_id, false as is_recurring,
      case when ${calendarFeeds.id} is null then 'private' else 'shared' end as state, ${none.instant} as begins_at
    from ${keys} as keys
    join ${providers} on ${providers.id} = ${idOf(sql`keys.entity`)}
    left join ${calendarFeeds} on ${liveFeed}`,
  beginsAt: () => none.instant,
  dueAt: () => none.instant,
  isOfProvider: (entity) => sql`${idOf(entity)} = ${param.scope}`,
}
