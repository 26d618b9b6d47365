/** The administrators' screens of daily work. */
import { DEMO_ADMINISTRATOR } from '#server/seed/demo-accounts.ts'
import { everyScreen } from '#tests/support/every-screen.ts'

everyScreen({
  'administrators, daily work': {
    account: DEMO_ADMINISTRATOR,
    paths: [
      '/',
      '/schedule-event-viewer?provider=1',
      '/schedule-event-viewer?view=daily',
      '/schedule-viewer?school=1',
      '/schedule-event-creator',
      '/create-schedule',
      '/create-schedule/SERIES/OCCURRENCE',
      '/edit-schedule/SERIES',
      '/edit-schedule/SERIES/OCCURRENCE/true',
      '/pto-record',
      '/attendance',
      '/lockout',
      '/people',
      '/billing-history',
      '/provider/1',
      '/close-out',
      '/invoice-record',
      '/open-days',
      '/unconfirmed-providers',
      '/session-changes',
      '/students-behind',
      '/work-left',
      '/outgoing-mail',
      '/change-password',
    ],
  },
})
