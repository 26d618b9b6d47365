/** Actors of the calendar feed dialog. */

import type { ApiClient } from '#contract/api-client.ts'
import { type CalendarFeed, createCalendarFeed, getCalendarFeed, revokeCalendarFeed } from '#contract/calendar-feed.ts'
import { fromCall } from '#machines/common/from-call.ts'
import type { FeedOf } from '#machines/schedule/calendar-feed.machine.ts'

export const calendarFeedActors = (client: ApiClient) => ({
  loadFeed: fromCall<CalendarFeed | null, FeedOf>((body, signal) => client.call(getCalendarFeed, { body }, { signal })),
  createFeed: fromCall<CalendarFeed, FeedOf>((body) => client.call(createCalendarFeed, { body })),
  revokeFeed: fromCall<null, FeedOf>((body) => client.call(revokeCalendarFeed, { body })),
})
