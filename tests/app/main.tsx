import { lazyScreen } from '#app/lazy-screen.tsx'
import { mount } from '#app/mount.tsx'
import { reportRoute } from '#app/report-route.ts'
import { ADMINISTRATORS, type Route } from '#app/route.ts'
import { hoursReport } from './report/hours-report.ts'

/** The pages of the test app; add a page by adding a row. */
const routes: readonly Route[] = [
  {
    path: '/rooms',
    title: 'Rooms',
    audience: 'signedIn',
    roles: ADMINISTRATORS,
    menu: [{ menu: 'administrators', group: 'Schools', label: 'Rooms' }],
    screen: lazyScreen(() => import('./rooms/room-list.tsx'), 'RoomListScreen'),
  },
  ...['/add-room', '/edit-room/:id'].map((path) => ({
    path,
    title: 'Room',
    audience: 'signedIn' as const,
    roles: ADMINISTRATORS,
    screen: lazyScreen(() => import('./rooms/room-form.tsx'), 'RoomFormScreen'),
  })),
  reportRoute(hoursReport, async () => hoursReport),
]

mount({ signedOut: [], loadAll: async () => routes })
