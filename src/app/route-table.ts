/**
 * Every route as data, read by the router, the guard and the menus. Rows are in menu order (spec 1, section 2).
 */
import { reportPlaces } from '#contract/reports/report-places.ts'
import { ROLE_NAMES } from '#domain/roles.ts'
import { areas } from './areas.ts'
import { lazyScreen } from './lazy-screen.tsx'
import { reportRoute } from './report-route.ts'
import { ADMINISTRATORS, PROVIDERS, type Route } from './route.ts'

const storedSessionScreen = lazyScreen(
  () => import('#screens/schedule/session-form/stored-session-screen.tsx'),
  'StoredSessionScreen',
  areas.schedule,
)

const replacedSessionScreen = lazyScreen(
  () => import('#screens/schedule/session-form/replaced-session-screen.tsx'),
  'ReplacedSessionScreen',
  areas.schedule,
)

const schoolWizardScreen = lazyScreen(() => import('#screens/schools/school-wizard-screen.tsx'), 'SchoolWizardScreen')

const studentScreen = lazyScreen(() => import('#screens/students/student-screen.tsx'), 'StudentScreen')

/** Rows may share a path and differ in roles: the first one that the user's role may open is shown. */
export const ROUTES: readonly Route[] = [
  {
    path: '/login',
    title: 'Login',
    audience: 'signedOut',
    screen: lazyScreen(() => import('#screens/session/sign-in-screen.tsx'), 'SignInScreen'),
  },
  {
    path: '/reset-password/:token',
    title: 'Choose a New Password',
    audience: 'signedOut',
    screen: lazyScreen(() => import('#screens/session/recover-password-screen.tsx'), 'RecoverPasswordScreen'),
  },
  {
    path: '/change-password',
    title: 'Change Password',
    audience: 'signedIn',
    profileEntry: { label: 'Change Password' },
    screen: lazyScreen(() => import('#screens/session/change-password-screen.tsx'), 'ChangePasswordScreen'),
  },
  {
    path: '/security',
    title: 'Security',
    audience: 'signedIn',
    profileEntry: { label: 'Security', isForAll: true },
    screen: lazyScreen(() => import('#screens/session/security-screens.tsx'), 'DevicesScreen'),
  },
  {
    path: '/security/activity',
    title: 'Activity',
    audience: 'signedIn',
    screen: lazyScreen(() => import('#screens/session/security-screens.tsx'), 'ActivityScreen'),
  },
  {
    path: '/logout',
    title: 'Logout',
    audience: 'signedIn',
    screen: lazyScreen(() => import('#screens/session/logout-screen.tsx'), 'LogoutScreen'),
  },
  {
    path: '/',
    title: 'Home Page',
    audience: 'signedIn',
    roles: ADMINISTRATORS,
    menu: [{ menu: 'administrators', group: 'Home', label: 'Home Page' }],
    screen: lazyScreen(() => import('#screens/home/admin-home-screen.tsx'), 'AdminHomeScreen', areas.schedule),
  },
  {
    path: '/',
    title: 'Home Page',
    audience: 'signedIn',
    roles: PROVIDERS,
    menu: [{ menu: 'providers', group: 'Home', label: 'Home Page' }],
    screen: lazyScreen(() => import('#screens/home/provider-home-screen.tsx'), 'ProviderHomeScreen', areas.schedule),
  },
  {
    path: '/people',
    title: 'People',
    audience: 'signedIn',
    roles: ADMINISTRATORS,
    menu: [{ menu: 'administrators', group: 'Home', label: 'People' }],
    screen: lazyScreen(() => import('#screens/home/people/people-screen.tsx'), 'PeopleScreen', areas.schedule),
  },
  {
    path: '/open-days',
    title: 'Open Days',
    audience: 'signedIn',
    screen: lazyScreen(() => import('#screens/home/open-work-lists.tsx'), 'OpenDaysScreen'),
  },
  {
    path: '/unconfirmed-providers',
    title: 'Providers With Days to Confirm',
    audience: 'signedIn',
    roles: ADMINISTRATORS,
    screen: lazyScreen(() => import('#screens/home/open-work-lists.tsx'), 'UnconfirmedProvidersScreen'),
  },
  {
    path: '/session-changes',
    title: 'Session Changes',
    audience: 'signedIn',
    screen: lazyScreen(
      () => import('#screens/home/session-changes-screen.tsx'),
      'SessionChangesScreen',
      areas.schedule,
    ),
  },
  {
    path: '/students-behind',
    title: 'Students Behind',
    audience: 'signedIn',
    roles: ADMINISTRATORS,
    screenKey: 'Caseloads',
    screen: lazyScreen(() => import('#screens/home/open-work-lists.tsx'), 'StudentsBehindScreen'),
  },
  {
    path: '/workflows',
    title: 'Workflows',
    audience: 'signedIn',
    roles: ADMINISTRATORS,
    menu: [{ menu: 'administrators', group: 'Workflows', label: 'Workflows' }],
    screen: lazyScreen(() => import('#screens/workflows/workflows-screen.tsx'), 'WorkflowsScreen', areas.charts),
  },
  {
    path: '/pto-record',
    title: 'PTO Requests',
    audience: 'signedIn',
    roles: ADMINISTRATORS,
    screenKey: 'PTORequest',
    menu: [{ menu: 'administrators', group: 'Home', label: 'PTO Requests' }],
    screen: lazyScreen(() => import('#screens/time-off/pto-record-screen.tsx'), 'PtoRecordScreen', areas.timeOff),
  },
  reportRoute(reportPlaces.attendance, async () => (await import('#contract/reports/attendance.ts')).attendanceReport),
  {
    path: '/schools-account',
    title: 'School Accounts',
    audience: 'signedIn',
    screenKey: 'SchoolAccount',
    menu: [{ menu: 'administrators', group: 'Schools', label: 'School Accounts' }],
    screen: lazyScreen(() => import('#screens/schools/school-list-screen.tsx'), 'SchoolListScreen'),
  },
  {
    path: '/add-school',
    title: 'Add School',
    audience: 'signedIn',
    roles: ADMINISTRATORS,
    screenKey: 'SchoolAccount',
    screen: schoolWizardScreen,
  },
  {
    path: '/updateSchool/:id',
    title: 'Manage School',
    audience: 'signedIn',
    roles: ADMINISTRATORS,
    screenKey: 'SchoolAccount',
    screen: schoolWizardScreen,
  },
  {
    path: '/caseload-record',
    title: 'Caseload Record',
    audience: 'signedIn',
    // An administrator can grant this key to a provider's role, who then sees their own students (spec 3, section 6).
    roles: ROLE_NAMES,
    screenKey: 'Caseloads',
    menu: [
      { menu: 'administrators', group: 'Schools', label: 'Caseloads' },
      { menu: 'providers', group: 'Scheduling', label: 'Caseload Record' },
    ],
    screen: lazyScreen(() => import('#screens/caseloads/caseload-lists.tsx'), 'CaseloadListScreen', areas.filters),
  },
  {
    path: '/add-caseload',
    title: 'Add Student',
    audience: 'signedIn',
    screenKey: 'Caseloads',
    screen: lazyScreen(() => import('#screens/caseloads/caseload-form-screen.tsx'), 'CaseloadFormScreen'),
  },
  {
    path: '/edit-caseload/:id',
    title: 'Edit Student',
    audience: 'signedIn',
    screenKey: 'Caseloads',
    screen: lazyScreen(() => import('#screens/caseloads/caseload-form-screen.tsx'), 'CaseloadFormScreen'),
  },
  {
    path: '/student/:id',
    title: 'Student',
    audience: 'signedIn',
    roles: ADMINISTRATORS,
    screenKey: 'Caseloads',
    screen: studentScreen,
  },
  {
    path: '/student/:id',
    title: 'Student',
    audience: 'signedIn',
    roles: PROVIDERS,
    screenKey: 'ProviderCaseload',
    screen: studentScreen,
  },
  {
    path: '/service-record',
    title: 'Services',
    audience: 'signedIn',
    menu: [{ menu: 'administrators', group: 'Schools', label: 'Services' }],
    screen: lazyScreen(() => import('#screens/services/service-screens.tsx'), 'ServiceListScreen'),
  },
  {
    path: '/add-service',
    title: 'Add Service',
    audience: 'signedIn',
    roles: ADMINISTRATORS,
    screen: lazyScreen(() => import('#screens/services/service-screens.tsx'), 'ServiceFormScreen'),
  },
  {
    path: '/edit-service/:id',
    title: 'Edit Service',
    audience: 'signedIn',
    roles: ADMINISTRATORS,
    screen: lazyScreen(() => import('#screens/services/service-screens.tsx'), 'ServiceFormScreen'),
  },
  {
    path: '/tracking-label',
    title: 'Tracking Labels',
    audience: 'signedIn',
    menu: [{ menu: 'administrators', group: 'Schools', label: 'Tracking Labels' }],
    screen: lazyScreen(() => import('#screens/tracking-labels/tracking-label-screens.tsx'), 'TrackingLabelListScreen'),
  },
  {
    path: '/add-tracking-label',
    title: 'Add Tracking Label',
    audience: 'signedIn',
    roles: ADMINISTRATORS,
    screen: lazyScreen(() => import('#screens/tracking-labels/tracking-label-screens.tsx'), 'TrackingLabelFormScreen'),
  },
  {
    path: '/update-tracking/:id',
    title: 'Edit Tracking Label',
    audience: 'signedIn',
    roles: ADMINISTRATORS,
    screen: lazyScreen(() => import('#screens/tracking-labels/tracking-label-screens.tsx'), 'TrackingLabelFormScreen'),
  },
  {
    path: '/pto-balance-hours',
    title: 'PTO Available Hours',
    audience: 'signedIn',
    roles: ADMINISTRATORS,
    menu: [{ menu: 'administrators', group: 'Workforce Management', label: 'PTO Available Hours' }],
    screen: lazyScreen(() => import('#screens/time-off/available-hours-screen.tsx'), 'AvailableHoursScreen'),
  },
  {
    path: '/acl',
    title: 'Permissions',
    audience: 'signedIn',
    screenKey: 'Permissions',
    // Administrators can hand the key to another role (docs/decisions/who-may-change-permissions.md).
    menu: [
      { menu: 'administrators', group: 'Workforce Management', label: 'Permissions' },
      { menu: 'providers', group: 'Workforce Management', label: 'Permissions' },
    ],
    screen: lazyScreen(() => import('#screens/people/permissions-screen.tsx'), 'PermissionsScreen', areas.people),
  },
  {
    path: '/acl/users',
    title: 'Users',
    audience: 'signedIn',
    screenKey: 'Permissions',
    screen: lazyScreen(() => import('#screens/people/users-screen.tsx'), 'UsersScreen'),
  },
  {
    path: '/acl/sign-ins',
    title: 'Sign-Ins',
    audience: 'signedIn',
    screenKey: 'Permissions',
    screen: lazyScreen(() => import('#screens/people/sign-ins-screen.tsx'), 'SignInsScreen'),
  },
  {
    path: '/acl/changes',
    title: 'Change History',
    audience: 'signedIn',
    screenKey: 'Permissions',
    screen: lazyScreen(() => import('#screens/people/access-changes-screen.tsx'), 'AccessChangesScreen'),
  },
  {
    path: '/pto-requests',
    title: 'PTO Requests',
    audience: 'signedIn',
    roles: PROVIDERS,
    screenKey: 'ProfileInformationRequestPTO',
    menu: [{ menu: 'providers', group: 'Profile', label: 'PTO Requests' }],
    screen: lazyScreen(() => import('#screens/time-off/pto-requests-screen.tsx'), 'PtoRequestsScreen'),
  },
  {
    path: '/schedule-event-viewer',
    title: 'Manage Schedule',
    audience: 'signedIn',
    screenKey: 'ScheduleEventViewer',
    menu: [
      { menu: 'administrators', group: 'Scheduling', label: 'Manage Schedule' },
      { menu: 'providers', group: 'Scheduling', label: 'Manage Schedule' },
    ],
    screen: lazyScreen(
      () => import('#screens/schedule/manage-schedule-screen.tsx'),
      'ManageScheduleScreen',
      areas.schedule,
    ),
  },
  {
    path: '/provider-caseload',
    title: 'Caseload Listing Record',
    audience: 'signedIn',
    screenKey: 'ProviderCaseload',
    menu: [{ menu: 'providers', group: 'Scheduling', label: 'Caseload' }],
    screen: lazyScreen(() => import('#screens/caseloads/caseload-lists.tsx'), 'ProviderCaseloadScreen', areas.filters),
  },
  {
    path: '/schedule-viewer',
    title: 'Manage Schedules',
    audience: 'signedIn',
    screenKey: 'ScheduleEventViewer',
    screen: lazyScreen(
      () => import('#screens/schedule/schedule-viewer-screen.tsx'),
      'ScheduleViewerScreen',
      areas.schedule,
    ),
  },
  {
    path: '/schedule-event-creator',
    title: 'Manage Schedule',
    audience: 'signedIn',
    screenKey: 'ScheduleEventViewer',
    screen: lazyScreen(
      () => import('#screens/schedule/schedule-creator-screen.tsx'),
      'ScheduleCreatorScreen',
      areas.schedule,
    ),
  },
  {
    path: '/schedule-provider-event-viewer',
    title: 'Manage Schedule',
    audience: 'signedIn',
    roles: PROVIDERS,
    screenKey: 'ProviderScheduling',
    screen: lazyScreen(
      () => import('#screens/schedule/provider-schedule-screen.tsx'),
      'ProviderScheduleScreen',
      areas.schedule,
    ),
  },
  {
    path: '/create-schedule',
    title: 'Add Event',
    audience: 'signedIn',
    screenKey: 'Scheduling',
    screen: lazyScreen(
      () => import('#screens/schedule/session-form/session-form-screen.tsx'),
      'SessionFormScreen',
      areas.schedule,
    ),
  },
  {
    path: '/create-schedule-provider',
    title: 'Add Event',
    audience: 'signedIn',
    roles: PROVIDERS,
    screenKey: 'ProviderSchedulorCreator',
    screen: lazyScreen(
      () => import('#screens/schedule/session-form/session-form-screen.tsx'),
      'SessionFormScreen',
      areas.schedule,
    ),
  },
  // For a deleted occurrence: the session's id and the occurrence's id.
  {
    path: '/create-schedule/:scheduleEventId/:id',
    title: 'Add Event',
    audience: 'signedIn',
    screenKey: 'Scheduling',
    screen: replacedSessionScreen,
  },
  {
    path: '/create-schedule-provider/:scheduleEventId/:id',
    title: 'Add Event',
    audience: 'signedIn',
    roles: PROVIDERS,
    screenKey: 'ProviderSchedulorCreator',
    screen: replacedSessionScreen,
  },
  // A series by its session's id; an occurrence also by its own.
  {
    path: '/edit-schedule/:id',
    title: 'Edit Event',
    audience: 'signedIn',
    screenKey: 'Scheduling',
    screen: storedSessionScreen,
  },
  {
    path: '/edit-schedule/:id/:id1/:recurring',
    title: 'Edit Event',
    audience: 'signedIn',
    screenKey: 'Scheduling',
    screen: storedSessionScreen,
  },
  {
    path: '/edit-schedule-provider/:id',
    title: 'Edit Event',
    audience: 'signedIn',
    roles: PROVIDERS,
    screenKey: 'ProviderSchedulorCreator',
    screen: storedSessionScreen,
  },
  {
    path: '/edit-schedule-provider/:id/:id1',
    title: 'Edit Event',
    audience: 'signedIn',
    roles: PROVIDERS,
    screenKey: 'ProviderSchedulorCreator',
    screen: storedSessionScreen,
  },
  {
    path: '/view-schedule-provider/:id/:isView',
    title: 'View Event',
    audience: 'signedIn',
    roles: ['SpecialProvider'],
    screen: storedSessionScreen,
  },
]
