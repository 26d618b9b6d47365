/** Calendars and the session form, which have addresses of their own for providers. */
import { areas } from './areas.ts'
import { lazyScreen } from './lazy-screen.tsx'
import { EVERYONE, PROVIDERS, pages, type Route } from './route.ts'

const { schedule } = areas

const storedSessionScreen = lazyScreen(
  () => import('#screens/schedule/session-form/stored-session-screen.tsx'),
  'StoredSessionScreen',
  schedule,
)
const replacedSessionScreen = lazyScreen(
  () => import('#screens/schedule/session-form/replaced-session-screen.tsx'),
  'ReplacedSessionScreen',
  schedule,
)
const sessionFormScreen = lazyScreen(
  () => import('#screens/schedule/session-form/session-form-screen.tsx'),
  'SessionFormScreen',
  schedule,
)

export const scheduleRoutes: readonly Route[] = [
  ...pages(EVERYONE, 'ScheduleEventViewer', {
    '/schedule-event-viewer': {
      title: 'Manage Schedule',
      menu: [
        { menu: 'administrators', group: 'Scheduling', label: 'Manage Schedule' },
        { menu: 'providers', group: 'Scheduling', label: 'Manage Schedule' },
      ],
      screen: lazyScreen(
        () => import('#screens/schedule/manage-schedule-screen.tsx'),
        'ManageScheduleScreen',
        schedule,
      ),
    },
    '/schedule-viewer': {
      title: 'Manage Schedules',
      screen: lazyScreen(
        () => import('#screens/schedule/schedule-viewer-screen.tsx'),
        'ScheduleViewerScreen',
        schedule,
      ),
    },
    '/schedule-event-creator': {
      title: 'Manage Schedule',
      screen: lazyScreen(
        () => import('#screens/schedule/schedule-creator-screen.tsx'),
        'ScheduleCreatorScreen',
        schedule,
      ),
    },
  }),
  ...pages(PROVIDERS, 'ProviderScheduling', {
    '/schedule-provider-event-viewer': {
      title: 'Manage Schedule',
      screen: lazyScreen(
        () => import('#screens/schedule/provider-schedule-screen.tsx'),
        'ProviderScheduleScreen',
        schedule,
      ),
    },
  }),
  ...pages(EVERYONE, 'Scheduling', {
    '/create-schedule': { title: 'Add Event', screen: sessionFormScreen },
    // For a deleted occurrence: the session's id and the occurrence's id.
    '/create-schedule/:scheduleEventId/:id': { title: 'Add Event', screen: replacedSessionScreen },
    // A series by its session's id; an occurrence also by its own.
    '/edit-schedule/:id': { title: 'Edit Event', screen: storedSessionScreen },
    '/edit-schedule/:id/:id1/:recurring': { title: 'Edit Event', screen: storedSessionScreen },
  }),
  ...pages(PROVIDERS, 'ProviderSchedulorCreator', {
    '/create-schedule-provider': { title: 'Add Event', screen: sessionFormScreen },
    '/create-schedule-provider/:scheduleEventId/:id': { title: 'Add Event', screen: replacedSessionScreen },
    '/edit-schedule-provider/:id': { title: 'Edit Event', screen: storedSessionScreen },
    '/edit-schedule-provider/:id/:id1': { title: 'Edit Event', screen: storedSessionScreen },
  }),
  ...pages(['SpecialProvider'], {
    '/view-schedule-provider/:id/:isView': { title: 'View Event', screen: storedSessionScreen },
  }),
]
