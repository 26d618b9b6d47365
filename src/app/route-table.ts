/**
 * Every route as data, read by the router, the guard and the menus. Rows are in menu order (spec 1, section 2). Loads
 * after sign-in.
 */
import { areas } from './areas.ts'
import { lazyScreen } from './lazy-screen.tsx'
import { reportRoutes } from './report-routes.ts'
import { ADMINISTRATORS, EVERYONE, PROVIDERS, pages, type Route } from './route.ts'
import { scheduleRoutes } from './schedule-routes.ts'
import { SIGNED_OUT_ROUTES } from './signed-out-routes.ts'

const { billing, charts, documents, filters, notifications, people, schedule, timeOff } = areas

const schoolWizardScreen = lazyScreen(() => import('#screens/schools/school-wizard-screen.tsx'), 'SchoolWizardScreen')
const providerFormScreen = lazyScreen(() => import('#screens/providers/provider-form-screen.tsx'), 'ProviderFormScreen')
const studentScreen = lazyScreen(() => import('#screens/students/student-screen.tsx'), 'StudentScreen')
const caseloadFormScreen = lazyScreen(() => import('#screens/caseloads/caseload-form-screen.tsx'), 'CaseloadFormScreen')
const serviceFormScreen = lazyScreen(() => import('#screens/services/service-screens.tsx'), 'ServiceFormScreen')
const trackingLabelFormScreen = lazyScreen(
  () => import('#screens/tracking-labels/tracking-label-screens.tsx'),
  'TrackingLabelFormScreen',
)
const documentTypeFormScreen = lazyScreen(
  () => import('#screens/documents/document-type-screens.tsx'),
  'DocumentTypeFormScreen',
)

/** Rows may share a path and differ in roles: the first one that the user's role may open is shown. */
export const ROUTES: readonly Route[] = [
  ...SIGNED_OUT_ROUTES,
  ...pages(EVERYONE, {
    '/change-password': {
      title: 'Change Password',
      profileEntry: { label: 'Change Password' },
      screen: lazyScreen(() => import('#screens/session/change-password-screen.tsx'), 'ChangePasswordScreen'),
    },
    '/security': {
      title: 'Security',
      profileEntry: { label: 'Security', isForAll: true },
      isOpenBeforeFactor: true,
      screen: lazyScreen(() => import('#screens/session/sign-in-methods-screen.tsx'), 'SignInMethodsScreen'),
    },
    '/security/devices': {
      title: 'Devices',
      screen: lazyScreen(() => import('#screens/session/security-screens.tsx'), 'DevicesScreen'),
    },
    '/security/activity': {
      title: 'Activity',
      screen: lazyScreen(() => import('#screens/session/security-screens.tsx'), 'ActivityScreen'),
    },
    '/notifications': {
      title: 'Notifications',
      screen: lazyScreen(
        () => import('#screens/notifications/notifications-screen.tsx'),
        'NotificationsScreen',
        notifications,
      ),
    },
    '/logout': {
      title: 'Logout',
      isOpenBeforeFactor: true,
      screen: lazyScreen(() => import('#screens/session/logout-screen.tsx'), 'LogoutScreen'),
    },
    '/open-days': {
      title: 'Open Days',
      screen: lazyScreen(() => import('#screens/home/open-work-lists.tsx'), 'OpenDaysScreen'),
    },
    '/session-changes': {
      title: 'Session Changes',
      screen: lazyScreen(() => import('#screens/home/session-changes-screen.tsx'), 'SessionChangesScreen', schedule),
    },
    '/provider-changes/:id': {
      title: "Provider's Change",
      screen: lazyScreen(
        () => import('#screens/schedule/provider-change-screen.tsx'),
        'ProviderChangeScreen',
        schedule,
      ),
    },
    '/your-reports/saved': {
      title: 'Saved Reports',
      screen: lazyScreen(() => import('#screens/report/saved-reports-screen.tsx'), 'SavedReportsScreen'),
    },
  }),
  ...pages(ADMINISTRATORS, {
    '/': {
      title: 'Home Page',
      menu: [{ menu: 'administrators', group: 'Home', label: 'Home Page' }],
      screen: lazyScreen(() => import('#screens/home/admin-home-screen.tsx'), 'AdminHomeScreen', schedule),
    },
    '/people': {
      title: 'People',
      menu: [{ menu: 'administrators', group: 'Home', label: 'People' }],
      screen: lazyScreen(() => import('#screens/home/people/people-screen.tsx'), 'PeopleScreen', schedule),
    },
    '/unconfirmed-providers': {
      title: 'Providers With Days to Confirm',
      screen: lazyScreen(() => import('#screens/home/open-work-lists.tsx'), 'UnconfirmedProvidersScreen'),
    },
    '/outgoing-mail': {
      title: 'Outgoing Mail',
      screen: lazyScreen(() => import('#screens/mail/outgoing-mail-screen.tsx'), 'OutgoingMailScreen'),
    },
    '/workflows': {
      title: 'Workflows',
      menu: [{ menu: 'administrators', group: 'Workflows', label: 'Workflows' }],
      screen: lazyScreen(() => import('#workflows/page/workflows-screen.tsx'), 'WorkflowsScreen', charts),
    },
  }),
  ...pages(ADMINISTRATORS, 'PTORequest', {
    '/pto-record': {
      title: 'PTO Requests',
      menu: [{ menu: 'administrators', group: 'Home', label: 'PTO Requests' }],
      screen: lazyScreen(() => import('#screens/time-off/pto-record-screen.tsx'), 'PtoRecordScreen', timeOff),
    },
  }),
  ...pages(PROVIDERS, {
    '/': {
      title: 'Home Page',
      menu: [{ menu: 'providers', group: 'Home', label: 'Home Page' }],
      screen: lazyScreen(() => import('#screens/home/provider-home-screen.tsx'), 'ProviderHomeScreen', schedule),
    },
    '/work-received': {
      title: 'Work Taken Over',
      screen: lazyScreen(() => import('#screens/home/open-work-lists.tsx'), 'WorkReceivedScreen'),
    },
  }),
  ...pages(PROVIDERS, 'ProfileInformation', {
    '/profile': {
      title: 'My Profile',
      menu: [{ menu: 'providers', group: 'Profile', label: 'My Profile' }],
      profileEntry: { label: 'My Profile' },
      screen: lazyScreen(() => import('#screens/providers/profile-screen.tsx'), 'ProfileScreen'),
    },
  }),
  ...pages(PROVIDERS, 'ProfileInformationRequestPTO', {
    '/pto-requests': {
      title: 'PTO Requests',
      menu: [{ menu: 'providers', group: 'Profile', label: 'PTO Requests' }],
      screen: lazyScreen(() => import('#screens/time-off/pto-requests-screen.tsx'), 'PtoRequestsScreen'),
    },
  }),
  ...pages(PROVIDERS, 'MyDocuments', {
    '/my-documents': {
      title: 'My Documents',
      menu: [{ menu: 'providers', group: 'Profile', label: 'My Documents' }],
      screen: lazyScreen(
        () => import('#screens/documents/provider-documents-screen.tsx'),
        'MyDocumentsScreen',
        documents,
      ),
    },
  }),
  ...reportRoutes,
  ...pages(EVERYONE, {
    '/your-reports': {
      title: 'Your Reports',
      menu: [
        { menu: 'administrators', group: 'Reports', label: 'Your Reports' },
        { menu: 'providers', group: 'Profile', label: 'Your Reports' },
      ],
      screen: lazyScreen(() => import('#screens/report/your-reports-screen.tsx'), 'YourReportsScreen'),
    },
  }),
  ...pages(ADMINISTRATORS, {
    '/close-out': {
      title: 'Close Out',
      menu: [{ menu: 'administrators', group: 'Billing', label: 'Close Out' }],
      screen: lazyScreen(() => import('#screens/billing/close-out-screen.tsx'), 'CloseOutScreen', billing),
    },
    '/lockout': {
      title: 'School Billing Period',
      menu: [{ menu: 'administrators', group: 'Billing', label: 'Lock Out' }],
      screen: lazyScreen(() => import('#screens/billing/lock-outs-screen.tsx'), 'LockOutsScreen', billing),
    },
    '/corrections': {
      title: 'Corrections',
      menu: [{ menu: 'administrators', group: 'Billing', label: 'Corrections' }],
      screen: lazyScreen(() => import('#screens/billing/corrections-screen.tsx'), 'CorrectionsScreen'),
    },
    '/correction/:id': {
      title: 'Correction',
      screen: lazyScreen(() => import('#screens/billing/correction-screen.tsx'), 'CorrectionScreen'),
    },
    '/invoice-record': {
      title: 'Generate Invoice',
      menu: [{ menu: 'administrators', group: 'Billing', label: 'Generate Invoice' }],
      screen: lazyScreen(
        () => import('#screens/billing/generate-invoice-screen.tsx'),
        'GenerateInvoiceScreen',
        billing,
      ),
    },
  }),
  ...pages(ADMINISTRATORS, 'BillingHistory', {
    '/billing-history': {
      title: 'Billing History',
      menu: [{ menu: 'administrators', group: 'Billing', label: 'Billing History' }],
      screen: lazyScreen(() => import('#screens/billing/history-screen.tsx'), 'HistoryScreen', billing),
    },
  }),
  ...scheduleRoutes,
  ...pages(ADMINISTRATORS, 'SchoolAccount', {
    '/schools-account': {
      title: 'School Accounts',
      menu: [{ menu: 'administrators', group: 'Schools', label: 'School Accounts' }],
      screen: lazyScreen(() => import('#screens/schools/school-list-screen.tsx'), 'SchoolListScreen'),
    },
    '/add-school': { title: 'Add School', screen: schoolWizardScreen },
    '/updateSchool/:id': { title: 'Manage School', screen: schoolWizardScreen },
  }),
  ...pages(EVERYONE, 'Caseloads', {
    '/caseload-record': {
      title: 'Caseload Record',
      // An administrator can grant this key to a provider's role, who then sees their own students (spec 3, section 6).
      roles: EVERYONE,
      menu: [
        { menu: 'administrators', group: 'Schools', label: 'Caseloads' },
        { menu: 'providers', group: 'Scheduling', label: 'Caseload Record' },
      ],
      screen: lazyScreen(() => import('#screens/caseloads/caseload-lists.tsx'), 'CaseloadListScreen', filters),
    },
    '/add-caseload': { title: 'Add Student', screen: caseloadFormScreen },
    '/edit-caseload/:id': { title: 'Edit Student', screen: caseloadFormScreen },
  }),
  ...pages(ADMINISTRATORS, 'Caseloads', {
    '/student/:id': { title: 'Student', screen: studentScreen },
    '/students-behind': {
      title: 'Students Behind',
      screen: lazyScreen(() => import('#screens/home/open-work-lists.tsx'), 'StudentsBehindScreen'),
    },
  }),
  ...pages(PROVIDERS, 'ProviderCaseload', {
    '/student/:id': { title: 'Student', screen: studentScreen },
  }),
  ...pages(EVERYONE, 'ProviderCaseload', {
    '/provider-caseload': {
      title: 'Caseload Listing Record',
      menu: [{ menu: 'providers', group: 'Scheduling', label: 'Caseload' }],
      screen: lazyScreen(() => import('#screens/caseloads/caseload-lists.tsx'), 'ProviderCaseloadScreen', filters),
    },
  }),
  ...pages(ADMINISTRATORS, {
    '/service-record': {
      title: 'Services',
      menu: [{ menu: 'administrators', group: 'Schools', label: 'Services' }],
      screen: lazyScreen(() => import('#screens/services/service-screens.tsx'), 'ServiceListScreen'),
    },
    '/add-service': { title: 'Add Service', screen: serviceFormScreen },
    '/edit-service/:id': { title: 'Edit Service', screen: serviceFormScreen },
    '/tracking-label': {
      title: 'Tracking Labels',
      menu: [{ menu: 'administrators', group: 'Schools', label: 'Tracking Labels' }],
      screen: lazyScreen(
        () => import('#screens/tracking-labels/tracking-label-screens.tsx'),
        'TrackingLabelListScreen',
      ),
    },
    '/add-tracking-label': { title: 'Add Tracking Label', screen: trackingLabelFormScreen },
    '/update-tracking/:id': { title: 'Edit Tracking Label', screen: trackingLabelFormScreen },
  }),
  ...pages(ADMINISTRATORS, 'ProviderProfileInformation', {
    '/manage-providers': {
      title: 'Manage Providers',
      menu: [{ menu: 'administrators', group: 'Workforce Management', label: 'Manage Providers' }],
      screen: lazyScreen(() => import('#screens/providers/provider-list-screen.tsx'), 'ProviderListScreen'),
    },
    '/provider/:id': {
      title: 'Provider',
      screen: lazyScreen(() => import('#screens/providers/provider-screen.tsx'), 'ProviderScreen'),
    },
    '/add-provider': { title: 'Add Provider', screen: providerFormScreen },
    '/edit-provider/:id': { title: 'Edit Provider', screen: providerFormScreen },
    '/edit-provider/:id/:view': { title: 'View Provider', screen: providerFormScreen },
    '/hand-over/:id': {
      title: 'Hand Over',
      screen: lazyScreen(() => import('#screens/providers/hand-over-screen.tsx'), 'HandOverScreen', people),
    },
    '/work-left': {
      title: 'Work to Hand Over',
      screen: lazyScreen(() => import('#screens/home/open-work-lists.tsx'), 'WorkLeftScreen'),
    },
  }),
  ...pages(ADMINISTRATORS, {
    '/pto-balance-hours': {
      title: 'PTO Available Hours',
      menu: [{ menu: 'administrators', group: 'Workforce Management', label: 'PTO Available Hours' }],
      screen: lazyScreen(() => import('#screens/time-off/available-hours-screen.tsx'), 'AvailableHoursScreen'),
    },
  }),
  ...pages(ADMINISTRATORS, 'ManageDocuments', {
    '/manage-documents': {
      title: 'Manage Documents',
      menu: [{ menu: 'administrators', group: 'Workforce Management', label: 'Manage Documents' }],
      screen: lazyScreen(
        () => import('#screens/documents/manage-documents-screen.tsx'),
        'ManageDocumentsScreen',
        documents,
      ),
    },
    '/provider-documents/:id': {
      title: 'Documents',
      screen: lazyScreen(
        () => import('#screens/documents/provider-documents-screen.tsx'),
        'ProviderDocumentsScreen',
        documents,
      ),
    },
    '/expiry-documents': {
      title: 'Expiring Documents',
      screen: lazyScreen(() => import('#screens/documents/expiry-documents-screen.tsx'), 'ExpiryDocumentsScreen'),
    },
    '/missing-documents': {
      title: 'Missing Documents',
      screen: lazyScreen(() => import('#screens/documents/missing-documents-screen.tsx'), 'MissingDocumentsScreen'),
    },
    '/document-types': {
      title: 'Document Types',
      screen: lazyScreen(() => import('#screens/documents/document-type-screens.tsx'), 'DocumentTypesScreen'),
    },
    '/add-document-type': { title: 'Add Document Type', screen: documentTypeFormScreen },
    '/edit-document-type/:id': { title: 'Edit Document Type', screen: documentTypeFormScreen },
  }),
  ...pages(EVERYONE, 'Permissions', {
    '/acl': {
      title: 'Permissions',
      // Administrators can hand the key to another role (docs/decisions/who-may-change-permissions.md).
      menu: [
        { menu: 'administrators', group: 'Workforce Management', label: 'Permissions' },
        { menu: 'providers', group: 'Workforce Management', label: 'Permissions' },
      ],
      screen: lazyScreen(() => import('#screens/people/permissions-screen.tsx'), 'PermissionsScreen', people),
    },
    '/acl/users': {
      title: 'Users',
      screen: lazyScreen(() => import('#screens/people/users-screen.tsx'), 'UsersScreen'),
    },
    '/acl/sign-ins': {
      title: 'Sign-Ins',
      screen: lazyScreen(() => import('#screens/people/sign-ins-screen.tsx'), 'SignInsScreen'),
    },
    '/acl/changes': {
      title: 'Change History',
      screen: lazyScreen(() => import('#screens/people/access-changes-screen.tsx'), 'AccessChangesScreen'),
    },
  }),
  ...pages(ADMINISTRATORS, {
    '/settings': {
      title: 'Organization Settings',
      menu: [{ menu: 'administrators', group: 'Workforce Management', label: 'Settings' }],
      screen: lazyScreen(() => import('#screens/organization/settings-screen.tsx'), 'SettingsScreen'),
    },
    '/settings/changes': {
      title: 'Change History',
      screen: lazyScreen(() => import('#screens/organization/settings-changes-screen.tsx'), 'SettingsChangesScreen'),
    },
  }),
]
