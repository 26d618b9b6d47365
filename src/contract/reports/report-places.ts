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
  census: {
    title: 'Census Report',
    path: '/report/census',
    menu: [{ menu: 'administrators', group: 'Reports', label: 'Census Report' }],
    access: access.administrators('CennsusReport'),
  },
  hours: {
    title: 'Hours Report',
    path: '/report/hours',
    menu: [{ menu: 'providers', group: 'Profile', label: 'Hours Report' }],
    access: access.own('MyDocumentsHoursWorked'),
  },
  student: {
    title: 'Student Report',
    path: '/report/student',
    menu: [{ menu: 'providers', group: 'Profile', label: 'Student Report' }],
    access: access.own('ProfileInformationHistory'),
  },
} as const satisfies Record<string, ReportPlace>
