import { examples, TODAY } from '#machines/schedule/calendar.examples.ts'
import { calendarMachine } from '#machines/schedule/calendar.machine.ts'
import { type CalendarWorld, calendarInBrowser } from './calendar.browser.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests<typeof calendarMachine, CalendarWorld>({
  name: 'schedule/calendar',
  machine: calendarMachine,
  ...examples,
  // Where the calendar stands and what it shows decide nothing by themselves; what is chosen and can be chosen does.
  project: ({ filters, options: { providers } }) => ({ filters, hasProviders: providers.length > 0 }),
  states: {
    ready: ({ context: { data } }) => {
      if (!data?.events.length) throw new Error('there is nothing to show')
    },
    empty: ({ context: { data } }) => {
      if (data?.events.length !== 0) throw new Error('a calendar with sessions says that it has none')
    },
    failed: ({ context: { error } }) => {
      if (!error) throw new Error('nothing says what failed')
    },
  },
  browser: () => calendarInBrowser(TODAY, { paul: 7, sofia: 8 }),
})
