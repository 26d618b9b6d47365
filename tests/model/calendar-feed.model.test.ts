import { examples } from '#machines/schedule/calendar-feed.examples.ts'
import { calendarFeedMachine } from '#machines/schedule/calendar-feed.machine.ts'
import { type CalendarFeedWorld, calendarFeedInBrowser } from './calendar-feed.browser.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests<typeof calendarFeedMachine, CalendarFeedWorld>({
  name: 'schedule/calendar-feed',
  machine: calendarFeedMachine,
  ...examples,
  project: ({ providerId, feed, failure }) => ({ providerId, address: feed?.address, failure }),
  states: {
    private: ({ context: { feed } }) => {
      if (feed) throw new Error('the old address is still there')
    },
    shared: ({ context: { feed } }) => {
      if (!feed) throw new Error('there is no address to show')
    },
    failed: ({ context: { failure } }) => {
      if (!failure) throw new Error('no failure message')
    },
  },
  browser: calendarFeedInBrowser,
})
