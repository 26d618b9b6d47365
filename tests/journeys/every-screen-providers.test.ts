/** The screens of providers and special providers. */
import { DEMO_PROVIDER, DEMO_SPECIAL_PROVIDER } from '#server/seed/demo-accounts.ts'
import { everyScreen } from '#tests/support/every-screen.ts'
import { NOWHERE } from '#tests/support/visit.ts'

everyScreen({
  providers: {
    account: DEMO_PROVIDER,
    paths: [
      '/',
      '/profile',
      '/my-documents',
      '/pto-requests',
      '/open-days',
      '/session-changes',
      '/work-received',
      '/schedule-event-viewer',
      '/provider-caseload',
      '/schedule-provider-event-viewer',
      '/schedule-viewer',
      '/schedule-event-creator',
      '/create-schedule-provider',
      '/create-schedule',
      '/create-schedule-provider/SERIES/OCCURRENCE',
      '/edit-schedule-provider/SERIES',
      '/edit-schedule-provider/SERIES/OCCURRENCE',
    ],
  },
  'special providers': {
    account: DEMO_SPECIAL_PROVIDER,
    paths: [
      '/',
      '/schedule-provider-event-viewer',
      '/edit-schedule-provider/SERIES/OCCURRENCE',
      '/view-schedule-provider/SERIES/true',
      '/view-schedule-provider/SERIES/true?occurrence=OCCURRENCE',
      NOWHERE,
    ],
  },
})
