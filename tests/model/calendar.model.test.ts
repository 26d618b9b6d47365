import { examples, TODAY } from '#machines/schedule/calendar.examples.ts'
import { calendarMachine } from '#machines/schedule/calendar.machine.ts'
import { type CalendarWorld, calendarInBrowser } from './calendar.browser.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests<typeof calendarMachine, CalendarWorld>({
  name: 'schedule/calendar',
  machine: calendarMachine,
  ...examples,
  // No guard depends on the date or the sessions shown, only on the filters and their options.
  project: ({ filters, options: { providers } }) => ({ filters, hasProviders: providers.length > 0 }),
  states: {
    ready: ({ context: { data } }) => {
      if (!data?.events.length) throw new Error('there is nothing to show')
    },
    empty: ({ context: { data } }) => {
      if (data?.events.length !== 0) throw new Error('a calendar with sessions is shown as empty')
    },
    failed: ({ context: { error } }) => {
      if (!error) throw new Error('no error message')
    },
  },
  browser: () => calendarInBrowser(TODAY, { paul: 7, sofia: 8 }),
})
