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
  rateDetail: {
    title: 'Rate Details',
    path: '/report/rate',
    menu: [{ menu: 'administrators', group: 'Reports', label: 'Rate Details' }],
    access: access.administrators('RateDetailReport'),
  },
  providerDetail: {
    title: 'Provider Details',
    path: '/report/provider',
    menu: [
      { menu: 'administrators', group: 'Reports', label: 'Provider Details' },
      { menu: 'providers', group: 'Profile', label: 'Provider Details' },
    ],
    access: access.screens('ProviderDetailReport'),
  },
  pto: {
    title: 'PTO Report',
    path: '/report/pto',
    menu: [{ menu: 'administrators', group: 'Reports', label: 'PTO Report' }],
    access: access.administrators('PTOReport'),
  },
  payroll: {
    title: 'Payroll',
    path: '/report/payroll',
    menu: [{ menu: 'administrators', group: 'Reports', label: 'Payroll' }],
    access: access.administrators('PayrollChecklistReport'),
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

export type ReportName = keyof typeof reportPlaces
