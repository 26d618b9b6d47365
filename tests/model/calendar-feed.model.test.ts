import type { CalendarFeed } from '#contract/calendar-feed.ts'
import { ApiError } from '#contract/failures.ts'
import { calendarFeedMachine } from '#machines/schedule/calendar-feed.machine.ts'
import { type CalendarFeedWorld, calendarFeedInBrowser } from './calendar-feed.browser.ts'
import { commonFailures } from './harness/failures.ts'
import { modelTests } from './harness/model-tests.ts'

const feedAt = (name: string): CalendarFeed => ({
  address: `https://portal.example/calendar/${name}.ics`,
  webcalAddress: `webcal://portal.example/calendar/${name}.ics`,
  createdAtUtc: '2026-03-02T15:00:00Z',
  createdBy: 'Ana Ruiz',
})

const refused = { ...commonFailures, 'another provider': new ApiError(403, "You don't have access to this page") }

modelTests<typeof calendarFeedMachine, CalendarFeedWorld>({
  name: 'schedule/calendar-feed',
  machine: calendarFeedMachine,
  cases: {
    'feed.open': { 'a provider': { providerId: 7 } },
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
    createFeed: { done: { 'the first': feedAt('first') }, error: refused },
    replaceFeed: { done: { another: feedAt('second') }, error: refused },
    revokeFeed: { done: { ended: null }, error: refused },
  },
  project: ({ feed, failure }) => ({ address: feed?.address, failure }),
  states: {
    private: ({ context: { feed } }) => {
      if (feed) throw new Error('an address is left over')
    },
    shared: ({ context: { feed } }) => {
      if (!feed) throw new Error('there is no address to show')
    },
    failed: ({ context: { failure } }) => {
      if (!failure) throw new Error('nothing says what failed')
    },
  },
  ...(process.env.MODEL_RUN === 'machine' ? {} : { browser: calendarFeedInBrowser() }),
})
