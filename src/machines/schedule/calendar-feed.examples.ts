import type { CalendarFeed } from '#contract/calendar-feed.ts'
import { ApiError } from '#contract/failures.ts'
import { commonFailures } from '#machines/common/common-failures.ts'
import type { Examples } from '#machines/definition/examples.ts'
import type { calendarFeedMachine } from './calendar-feed.machine.ts'

const feedAt = (name: string): CalendarFeed => ({
  address: `https://portal.example/calendar/${name}.ics`,
  webcalAddress: `webcal://portal.example/calendar/${name}.ics`,
  createdAtUtc: '2026-03-02T15:00:00Z',
  createdBy: 'Ana Ruiz',
})

const refused = { ...commonFailures, 'another provider': new ApiError(403, "You don't have access to this page") }
const stale = { ...refused, 'changed meanwhile': new ApiError(409, 'The feed changed in the meantime.') }

export const examples = {
  cases: {
    'feed.open': { 'a provider': { providerId: 7 }, 'another provider': { providerId: 8 } },
    'feed.retry': 'bare',
    'feed.create': 'bare',
    'feed.replace': 'bare',
    'feed.revoke': 'bare',
    'question.confirm': 'bare',
    'question.cancel': 'bare',
    'dialog.close': 'bare',
    'failure.dismiss': 'bare',
  },
  outcomes: {
    loadFeed: { done: { 'an address': feedAt('first'), none: null }, error: refused },
    createFeed: { done: { 'the first': feedAt('first') }, error: stale },
    replaceFeed: { done: { another: feedAt('second') }, error: stale },
    revokeFeed: { done: { ended: null }, error: stale },
  },
} satisfies Examples<typeof calendarFeedMachine>
