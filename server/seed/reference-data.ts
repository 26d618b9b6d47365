/**
 * What every installation needs before anyone can sign in: roles with their screens and the lists that forms choose
 * from. Ids are fixed, since the wire refers to some of them. It may be applied any number of times: existing rows stay
 * as they are, since an administrator may have changed them.
 */
import { count, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { ROLE_IDS, ROLE_NAMES, type RoleName } from '#domain/roles.ts'
import type { ScreenKey } from '#domain/screen-keys.ts'
import { bulkInsert, continueIds } from '#server/db/bulk-insert.ts'
import type { Db } from '#server/db/database.ts'
import { cities, countries, states } from '#server/db/schema/address.ts'
import { organisation } from '#server/db/schema/organization.ts'
import { ethnicities, genders, providerStatuses, providerTypes } from '#server/db/schema/providers.ts'
import { rateTypes } from '#server/db/schema/rates.ts'
import { colours } from '#server/db/schema/schedule.ts'
import { durations, eventFrequencies, serviceFrequencies, sessionTypes } from '#server/db/schema/students.ts'
import { permissions, rolePermissions, roles } from '#server/db/schema/users.ts'
import { US_PLACES } from './us-places.ts'

/** Every screen with its menu area, its title, and the roles that have access at first (spec 1, section 2). */
const SCREENS: Record<ScreenKey, { module: string; name: string; roles: readonly RoleName[] }> = {
  ProviderScheduling: { module: 'Scheduling', name: 'Provider Calendar', roles: ['Providers', 'SpecialProvider'] },
  ProviderSchedulorCreator: { module: 'Scheduling', name: 'Add/Edit Event', roles: ['Providers', 'SpecialProvider'] },
  Scheduling: { module: 'Scheduling', name: 'Scheduling', roles: ['Administrators'] },
  ScheduleEventViewer: { module: 'Scheduling', name: 'Manage Schedule', roles: ROLE_NAMES },
  RateDetailReport: { module: 'Reports', name: 'Rate Detail Report', roles: ['Administrators'] },
  SchoolReport: { module: 'Reports', name: 'School Report', roles: ['Administrators'] },
  PTOReport: { module: 'Reports', name: 'PTO Report', roles: ['Administrators'] },
  ProviderDetailReport: { module: 'Reports', name: 'Provider Detail Report', roles: ['Administrators'] },
  TrackingLabelReport: { module: 'Reports', name: 'Tracking Label Report', roles: ['Administrators'] },
  NoteReport: { module: 'Reports', name: 'Note Report', roles: ['Administrators'] },
  CennsusReport: { module: 'Reports', name: 'Census Report', roles: ['Administrators'] },
  PayrollChecklistReport: { module: 'Reports', name: 'Payroll Checklist Report', roles: ['Administrators'] },
  SchoolAccount: { module: 'Schools', name: 'School Accounts', roles: ['Administrators'] },
  Caseloads: { module: 'Schools', name: 'Caseloads', roles: ['Administrators'] },
  ProviderProfileInformation: { module: 'Workforce Management', name: 'Providers', roles: ['Administrators'] },
  ManageDocuments: { module: 'Workforce Management', name: 'Manage Documents', roles: ['Administrators'] },
  PTORequest: { module: 'Home', name: 'PTO Requests', roles: ['Administrators'] },
  BillingHistory: { module: 'Billing', name: 'Billing History', roles: ['Administrators'] },
  ProfileInformation: { module: 'Profile', name: 'My Profile', roles: ['Providers', 'SpecialProvider'] },
  ProfileInformationRequestPTO: { module: 'Profile', name: 'Request PTO', roles: ['Providers', 'SpecialProvider'] },
  ProfileInformationHistory: { module: 'Profile', name: 'History', roles: ['Providers', 'SpecialProvider'] },
  MyDocumentsHoursWorked: { module: 'Profile', name: 'Hours Worked', roles: ['Providers', 'SpecialProvider'] },
  MyDocuments: { module: 'My Documents', name: 'My Documents', roles: ['Providers', 'SpecialProvider'] },
  ProviderCaseload: { module: 'Scheduling', name: 'My Caseload', roles: ['Providers', 'SpecialProvider'] },
  Permissions: { module: 'Workforce Management', name: 'Permissions', roles: ['Administrators'] },
}

const numbered = <Key extends string>(key: Key, values: readonly string[]) =>
  values.map((value, index) => ({ id: index + 1, [key]: value }) as { id: number } & Record<Key, string>)

export const PROVIDER_TYPES = numbered('title', [
  'Occupational Therapist',
  'Physical Therapist',
  'Speech-Language Pathologist',
  'School Counselor',
  'School Psychologist',
])

export const GENDERS = numbered('title', ['Female', 'Male', 'Nonbinary', 'Prefer not to say'])

/** As the U.S. Office of Management and Budget groups them. */
export const ETHNICITIES = numbered('title', [
  'American Indian or Alaska Native',
  'Asian',
  'Black or African American',
  'Hispanic or Latino',
  'Middle Eastern or North African',
  'Native Hawaiian or Pacific Islander',
  'White',
  'Two or more',
  'Prefer not to say',
])

/** Their ids are `RATE_TYPE_IDS`. */
export const RATE_TYPES = numbered('name', ['Hourly', 'Per Session', 'Daily'])

export const DURATIONS = [15, 20, 30, 45, 60, 90].map((minutes, index) => ({
  id: index + 1,
  duration: `${minutes} minutes`,
  minutes,
}))

export const SERVICE_FREQUENCIES = numbered('serviceFrequency', [
  '1 time',
  '2 times',
  '3 times',
  '4 times',
  '5 times',
]).map((row) => ({ ...row, times: row.id }))

/** Each with its number of school weeks (docs/decisions/mandated-minutes.md). */
export const EVENT_FREQUENCIES = (
  [
    ['Weekly', 1],
    ['Every two weeks', 2],
    ['Monthly', 4],
    ['Yearly', 40],
  ] as const
).map(([eventFrequency, everyWeeks], index) => ({ id: index + 1, eventFrequency, everyWeeks }))
export const SESSION_TYPES = numbered('name', ['Individual', 'Group', 'Consultation', 'Push-in'])

export const COLOURS = [
  ['Light Green', '#90EE90'],
  ['Sky Blue', '#87CEEB'],
  ['Plum', '#DDA0DD'],
  ['Khaki', '#F0E68C'],
  ['Light Salmon', '#FFA07A'],
  ['Light Steel Blue', '#B0C4DE'],
  ['Pale Turquoise', '#AFEEEE'],
  ['Thistle', '#D8BFD8'],
  ['Wheat', '#F5DEB3'],
  ['Aquamarine', '#7FFFD4'],
].map(([name = '', code = ''], index) => ({ id: index + 1, name, code }))

const screens = Object.entries(SCREENS).map(([screen, { module, name, roles }], index) => ({
  row: { id: index + 1, module, screen, name },
  roles,
}))

/** One country so far; addresses of schools and people are in cities of its states. */
const COUNTRY = { id: 1, name: 'United States' }
export const STATES = US_PLACES.map(([abbreviation, name], index) => ({
  id: index + 1,
  countryId: COUNTRY.id,
  name,
  abbreviation,
}))
/** Explicit ids, so that the demo district can refer to them; cities added later get higher ids. */
export const CITIES = US_PLACES.flatMap(([, , names], index) =>
  names.split('|').map((name) => ({ stateId: index + 1, name })),
).map((city, index) => ({ id: index + 1, ...city }))

const lists: readonly (readonly [PgTable, readonly Record<string, unknown>[]])[] = [
  [roles, ROLE_NAMES.map((name) => ({ id: ROLE_IDS[name], name }))],
  [permissions, screens.map(({ row }) => row)],
  [providerTypes, PROVIDER_TYPES],
  [providerStatuses, numbered('title', ['Active', 'On Leave', 'Terminated'])],
  [genders, GENDERS],
  [ethnicities, ETHNICITIES],
  [rateTypes, RATE_TYPES],
  [durations, DURATIONS],
  [serviceFrequencies, SERVICE_FREQUENCIES],
  [eventFrequencies, EVENT_FREQUENCIES],
  [sessionTypes, SESSION_TYPES],
  [colours, COLOURS],
]

/** Countries, states and cities: many rows, so they are inserted once, into the database that a build prepares. */
export const applyPlaces = async (db: Db): Promise<void> => {
  if ((await db.$count(cities)) > 0) return
  await bulkInsert(db, countries, [COUNTRY], { keepExisting: true })
  await bulkInsert(db, states, STATES, { keepExisting: true })
  await bulkInsert(db, cities, CITIES)
  await continueIds(db, cities)
}

export interface Organisation {
  name: string
  /** IANA name. */
  timeZone: string
}

/**
 * Adds what is missing. The organization's name and time zone are stored at the first start and stay, since stored
 * dates and times depend on them.
 */
export const applyReferenceData = (db: Db, { name, timeZone }: Organisation): Promise<void> =>
  db.transaction(async (tx) => {
    // Servers that start at the same time take turns; any lock number that nothing else uses.
    await tx.execute(sql`select pg_advisory_xact_lock(46637667)`)
    const [stored] = await tx.select({ roles: count() }).from(roles)
    for (const [table, rows] of lists) await bulkInsert(tx, table, rows, { keepExisting: true })
    await applyPlaces(tx)
    if (stored?.roles === 0) {
      const grants = screens.flatMap(({ row, roles: names }) =>
        names.map((role) => ({ roleId: ROLE_IDS[role], permissionId: row.id })),
      )
      await bulkInsert(tx, rolePermissions, grants)
    }
    await tx.insert(organisation).values({ name, timeZone }).onConflictDoNothing()
  })
