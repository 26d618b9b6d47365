/** The address, menu entries and access of each report. Separate from the definitions, which load with their screens. */
import type { MenuEntry } from '#domain/menu.ts'
import { access, type GuardedAccess } from '../endpoint.ts'

export interface ReportPlace {
  readonly title: string
  readonly path: string
  readonly menu: readonly MenuEntry[]
  readonly access: GuardedAccess
}

export const reportPlaces = {
  attendance: {
    title: 'Attendance',
    path: '/attendance',
    menu: [{ menu: 'administrators', group: 'Home', label: 'Attendance' }],
    access: access.roles('Administrators'),
  },
  school: {
    title: 'School Report',
    path: '/report/school/admin',
    menu: [{ menu: 'administrators', group: 'Reports', label: 'School Report' }],
    access: access.administrators('SchoolReport'),
  },
  trackingLabel: {
    title: 'Tracking Label Report',
    path: '/report/tracking/label',
    menu: [{ menu: 'administrators', group: 'Reports', label: 'Tracking Label Report' }],
    access: access.administrators('TrackingLabelReport'),
  },
  note: {
    title: 'Admin Note Report',
    path: '/report/note',
    menu: [{ menu: 'administrators', group: 'Reports', label: 'Admin Note Report' }],
    access: access.administrators('NoteReport'),
  },
  providerNote: {
    title: 'Note Report',
    path: '/report/provider-note',
    menu: [{ menu: 'providers', group: 'Profile', label: 'Note Report' }],
    access: access.own('ProfileInformationHistory'),
  },
} as const satisfies Record<string, ReportPlace>
