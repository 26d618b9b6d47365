/**
 * The demo district's schools, services, providers and students. Ids are row numbers, so rows can reference each other.
 */

import { COUNTS_AS, type CountsAs, countsAsByName } from '#domain/label-counts.ts'
import { PROVIDER_STATUS_IDS } from '#domain/provider-form.ts'
import { RATE_TYPE_IDS } from '#domain/rate-types.ts'
import { requireValue } from '#domain/require-value.ts'
import { ROLE_IDS } from '#domain/roles.ts'
import { addDays, addMonths, type LocalDate } from '#domain/time.ts'
import type {
  providerEmergencyContacts,
  providerSchools,
  providerServices,
  providers,
} from '#server/db/schema/providers.ts'
import type { providerRates, schoolAdminFees, schoolServiceRates } from '#server/db/schema/rates.ts'
import type { trackingLabels } from '#server/db/schema/schedule.ts'
import type { schoolBillingProfiles, schoolContacts, schools } from '#server/db/schema/schools.ts'
import type { services } from '#server/db/schema/services.ts'
import type { caseloadFrequencies, students } from '#server/db/schema/students.ts'
import type { users } from '#server/db/schema/users.ts'
import {
  DEMO_ACCOUNTS,
  DEMO_PROVIDER,
  DEMO_SECOND_PROVIDER,
  DEMO_SPECIAL_PROVIDER,
  type DemoAccount,
} from './demo-accounts.ts'
import { LONGEST_NAME, type PersonName, pickName, SHARED_NAME } from './names.ts'
import type { Random } from './random.ts'
import { CITIES, DURATIONS, PROVIDER_TYPES, STATES } from './reference-data.ts'

type Row<Table extends { $inferInsert: object }> = Omit<Table['$inferInsert'], 'id'> & { id: number }

const PROVIDERS = 40
const STUDENTS_EACH = 15

const SCHOOLS: readonly (readonly [name: string, colour: string, address: string])[] = [
  ['Lincoln Elementary School', '#1F6FB2', '210 Lincoln Avenue'],
  ['Maple Grove Elementary', '#2E7D32', '48 Maple Grove Road'],
  ['Escuela Bilingüe César Chávez', '#B23A48', '1200 Mission Street'],
  ['Harriet Tubman Middle School', '#6A3FA0', '77 Freedom Way'],
  ['Riverside K–8 Academy', '#00796B', '9 River Bend'],
  ['Northgate High School', '#8D5A00', '3000 Northgate Boulevard'],
  ['Saint Brigid’s School', '#5D4037', '15 Chapel Lane'],
  [
    'Franklin D. Roosevelt Preparatory Academy for Science, Technology, Engineering and the Arts',
    '#37474F',
    '1 Campus Drive',
  ],
  ['Willow Creek Early Learning Center', '#AD5389', '62 Willow Creek'],
  ['Sequoyah Elementary', '#4E6E00', '401 Sequoyah Trail'],
  ['Ōtani Japanese Immersion School', '#C2410C', '88 Garden Street'],
  ['Oak Hill Therapeutic Day School', '#00668A', '5 Oak Hill Circle'],
]

/** A service for each type of provider, in the types' order, and two that every provider offers. */
const SERVICES: readonly (readonly [code: string, description: string])[] = [
  ['OT', 'Occupational Therapy'],
  ['PT', 'Physical Therapy'],
  ['SLT', 'Speech-Language Therapy'],
  ['COUN', 'Counseling'],
  ['PSY', 'Psychological Services'],
  ['EVAL', 'Evaluation'],
  ['MTG', 'IEP Meeting'],
]
export const SERVICE_IDS = { evaluation: 6, meeting: 7 } as const

const TRACKING_LABELS: readonly (readonly [label: string, description: string, countsAs?: CountsAs])[] = [
  ['PRE', 'Present, session held'],
  ['ABS', 'Student absent'],
  ['REF', 'Student refused'],
  ['PNA', 'Provider not available', COUNTS_AS.makeUpDue],
  ['MU', 'Make-up session'],
  ['TEST', 'Student in testing', COUNTS_AS.makeUpDue],
  ['TRIP', 'Field trip or assembly', COUNTS_AS.absent],
  ['TELE', 'Teletherapy'],
]

/** Contacts of the schools, in turn. */
const CONTACTS = ['Alma Reyes', 'Desmond Okoro', 'Kateřina Novotná', 'Bernadette O’Rourke', '渡辺 美咲'] as const

const DEMO_CITY =
  CITIES.find(({ name, stateId }) => name === 'Springfield' && STATES[stateId - 1]?.abbreviation === 'IL')?.id ?? 1

export interface DemoProvider {
  id: number
  userId: number
  serviceId: number
  /** One to three; most days are at the first. */
  schoolIds: number[]
}

export interface DemoStudent {
  id: number
  schoolId: number
  caseloadFrequencyId: number
}

export interface People {
  schools: Row<typeof schools>[]
  schoolContacts: Row<typeof schoolContacts>[]
  schoolBillingProfiles: (typeof schoolBillingProfiles.$inferInsert)[]
  schoolAdminFees: Row<typeof schoolAdminFees>[]
  services: Row<typeof services>[]
  schoolServiceRates: Row<typeof schoolServiceRates>[]
  trackingLabels: Row<typeof trackingLabels>[]
  providers: Row<typeof providers>[]
  users: Row<typeof users>[]
  providerSchools: (typeof providerSchools.$inferInsert)[]
  providerServices: (typeof providerServices.$inferInsert)[]
  providerRates: Row<typeof providerRates>[]
  providerEmergencyContacts: Row<typeof providerEmergencyContacts>[]
  students: Row<typeof students>[]
  caseloadFrequencies: Row<typeof caseloadFrequencies>[]
  /** The data that the timetable needs. */
  staff: DemoProvider[]
  caseloadOf: (providerId: number, schoolId: number) => readonly DemoStudent[]
}

const dollars = (cents: number) => (cents / 100).toFixed(2)

/**
 * Rates of every service at every school: one from before the year, a raise within it, and for half of them a future
 * one.
 */
const ratesOf = (random: Random, yearStart: LocalDate, today: LocalDate) => {
  const rows: Row<typeof schoolServiceRates>[] = []
  SCHOOLS.forEach((_, school) => {
    SERVICES.forEach((_service, service) => {
      const isTherapy = service < PROVIDER_TYPES.length
      const kinds = isTherapy
        ? [RATE_TYPE_IDS.hourly, RATE_TYPE_IDS.perSession]
        : [RATE_TYPE_IDS.perSession, RATE_TYPE_IDS.daily]
      for (const rateTypeId of kinds) {
        const base = { [RATE_TYPE_IDS.hourly]: 7800, [RATE_TYPE_IDS.perSession]: 5500, [RATE_TYPE_IDS.daily]: 42_000 }
        const cents = requireValue(base[rateTypeId], 'The rate') + random.int(0, 60) * 50 + service * 250
        const add = (effectiveDate: LocalDate, amount: number) =>
          rows.push({
            id: rows.length + 1,
            schoolId: school + 1,
            serviceId: service + 1,
            rateTypeId,
            rate: dollars(amount),
            effectiveDate,
          })
        add(addMonths(yearStart, -18), cents)
        if (random.chance(0.7)) add(addDays(today, -21), cents + 275)
        if (random.chance(0.5)) add(addDays(today, 45), cents + 625)
      }
    })
  })
  return rows
}

/** A student of a school on a provider's caseload, with the number and length of sessions. */
const frequencyOf = (random: Random) => ({
  serviceFrequencyId: random.pick([1, 1, 2, 2, 2, 3]),
  durationId: random.pick(DURATIONS.filter(({ minutes }) => minutes >= 30 && minutes <= 60).map(({ id }) => id)),
  eventFrequencyId: random.pick([1, 1, 1, 1, 2, 3]),
  sessionTypeId: random.pick([1, 2, 2, 3, 4]),
})

const STREETS = ['Elm Street', 'Walnut Avenue', 'Prairie Lane', 'Lakeshore Drive', 'South Grand Avenue East'] as const
const DEPARTMENTS = ['Related Services', 'Student Support', 'Special Education'] as const
const ON_LEAVE = 40

/** The record of a provider, by id: without `random`, whose sequence the rest of the district depends on. */
const recordOf = (id: number, yearStart: LocalDate) => ({
  statusId: id === ON_LEAVE ? PROVIDER_STATUS_IDS.onLeave : PROVIDER_STATUS_IDS.active,
  genderId: ((id + 1) % 2) + 1,
  addressLine1: `${100 + id * 17} ${STREETS[id % STREETS.length]}`,
  addressLine2: id % 4 === 0 ? `Apt. ${id}` : '',
  cityId: DEMO_CITY,
  postalCode: String(62_701 + (id % 12)),
  mobileNumber: `217-555-${String(2000 + id)}`,
  homePhone: id % 3 === 0 ? `217-555-${String(3000 + id)}` : '',
  hireDate: addMonths(yearStart, -12 * (1 + (id % 9))),
  department: DEPARTMENTS[id % DEPARTMENTS.length] ?? '',
  division: id % 2 === 0 ? 'Elementary' : 'Secondary',
  jobClass: 'Certified',
})

const emergencyContactOf = (id: number) => ({
  id,
  providerId: id,
  name: CONTACTS[id % CONTACTS.length] ?? '',
  relationship: ['Spouse', 'Parent', 'Sibling'][id % 3] ?? '',
  number: `217-555-${String(4000 + id)}`,
})

/** Paid by the hour since before the year; a third gets a raise next month. */
const payOf = (id: number, { yearStart, today }: { yearStart: LocalDate; today: LocalDate }) => {
  const cents = 4200 + (id % 8) * 150
  const hourly = { providerId: id, rateTypeId: RATE_TYPE_IDS.hourly }
  return [
    { ...hourly, rate: dollars(cents), effectiveDate: addMonths(yearStart, -12) },
    ...(id % 3 === 1 ? [{ ...hourly, rate: dollars(cents + 200), effectiveDate: addDays(today, 30) }] : []),
  ]
}

const splitName = (displayName: string): PersonName => {
  const [given = '', ...family] = displayName.split(' ')
  return { given, family: family.join(' '), full: displayName }
}

/** Accounts of their own, by provider id. */
const knownProviders: readonly DemoAccount[] = [DEMO_PROVIDER, DEMO_SECOND_PROVIDER, DEMO_SPECIAL_PROVIDER]

export const createPeople = (
  random: Random,
  span: { yearStart: LocalDate; today: LocalDate },
  passwordHash: string,
): People => {
  const people: People = {
    schools: SCHOOLS.map(([name, colourCode, addressLine1], index) => ({
      id: index + 1,
      name,
      colourCode,
      addressLine1,
      cityId: DEMO_CITY,
      zipCode: String(62_701 + index),
    })),
    schoolContacts: SCHOOLS.map(([name], index) => ({
      id: index + 1,
      schoolId: index + 1,
      personName: CONTACTS[index % CONTACTS.length] ?? name,
      phoneNumber: `217-555-01${String(index + 10)}`,
      designation: index % 3 === 0 ? 'Principal' : 'Office Manager',
      emailAddress: `office-${index + 1}@schools.example`,
    })),
    schoolBillingProfiles: SCHOOLS.map((_, index) => ({
      schoolId: index + 1,
      billingEmail: `billing-${index + 1}@schools.example`,
      billingNote: index % 4 === 0 ? 'Send two copies' : '',
    })),
    schoolAdminFees: SCHOOLS.flatMap((_, index) =>
      index % 2 === 0 ? [{ schoolId: index + 1, adminFee: '4.50', effectiveDate: addMonths(span.yearStart, -12) }] : [],
    ).map((fee, index) => ({ id: index + 1, ...fee })),
    services: SERVICES.map(([code, description], index) => ({ id: index + 1, code, description })),
    schoolServiceRates: ratesOf(random, span.yearStart, span.today),
    trackingLabels: TRACKING_LABELS.map(([trackingLabel, description, countsAs], index) => ({
      id: index + 1,
      trackingLabel,
      description,
      countsAs: countsAs ?? countsAsByName(trackingLabel, description),
    })),
    providers: [],
    users: [],
    providerSchools: [],
    providerServices: [],
    providerRates: [],
    providerEmergencyContacts: [],
    students: [],
    caseloadFrequencies: [],
    staff: [],
    caseloadOf: (providerId, schoolId) => caseloads.get(`${providerId}/${schoolId}`) ?? [],
  }
  const caseloads = new Map<string, DemoStudent[]>()

  const addUser = (email: string, displayName: string, roleId: number, providerId: number | null) => {
    const id = people.users.length + 1
    people.users.push({ id, email, displayName, roleId, providerId, passwordHash })
    return id
  }
  for (const { email, displayName, role } of DEMO_ACCOUNTS) {
    if (role === 'Administrators') addUser(email, displayName, ROLE_IDS.Administrators, null)
  }

  const namesInUse = new Set<string>([SHARED_NAME, LONGEST_NAME])
  const newName = (): PersonName => {
    const name = pickName(random)
    if (namesInUse.has(name.full)) return newName()
    namesInUse.add(name.full)
    return name
  }

  for (let id = 1; id <= PROVIDERS; id += 1) {
    const known = knownProviders[id - 1]
    const name = known ? splitName(known.displayName) : newName()
    const providerTypeId = ((id - 1) % PROVIDER_TYPES.length) + 1
    const email = known?.email ?? `provider-${String(id).padStart(2, '0')}@homeroom.example`
    people.providers.push({
      id,
      firstName: name.given,
      lastName: name.family,
      email,
      providerTypeId,
      ...recordOf(id, span.yearStart),
      birthDate: `${random.int(1962, 1999)}-${String(random.int(1, 12)).padStart(2, '0')}-${String(random.int(1, 28)).padStart(2, '0')}`,
    })
    const userId = addUser(email, name.full, ROLE_IDS[known?.role ?? 'Providers'], id)
    // Two schools for the first, so that their demo account shows a day with two timesheet rows.
    const others = known === DEMO_PROVIDER ? 1 : random.pick([0, 1, 1, 1, 2])
    const home = ((id - 1) * 5) % SCHOOLS.length
    const schoolIds = [0, 1, 2].slice(0, others + 1).map((step) => ((home + step * 3) % SCHOOLS.length) + 1)
    for (const schoolId of schoolIds) people.providerSchools.push({ providerId: id, schoolId })
    people.providerServices.push(
      { providerId: id, serviceId: providerTypeId },
      { providerId: id, serviceId: SERVICE_IDS.meeting },
    )
    people.providerEmergencyContacts.push(emergencyContactOf(id))
    for (const rate of payOf(id, span)) people.providerRates.push({ id: people.providerRates.length + 1, ...rate })
    people.staff.push({ id, userId, serviceId: providerTypeId, schoolIds })
  }

  for (const provider of people.staff) {
    for (let place = 0; place < STUDENTS_EACH; place += 1) {
      const id = people.students.length + 1
      const schoolId = provider.schoolIds[place % provider.schoolIds.length] ?? 1
      // The first provider's caseload includes the longest name and, at one school, two students with the same name.
      const special = provider.id === 1 ? [SHARED_NAME, LONGEST_NAME, SHARED_NAME][place] : undefined
      people.students.push({
        id,
        name: special ?? newName().full,
        gender: random.pick(['Female', 'Male', 'Female', 'Male', 'Others']),
        schoolId,
        providerId: provider.id,
      })
      const caseloadFrequencyId = people.caseloadFrequencies.length + 1
      people.caseloadFrequencies.push({
        id: caseloadFrequencyId,
        studentId: id,
        serviceId: provider.serviceId,
        ...frequencyOf(random),
      })
      if (random.chance(0.15)) {
        people.caseloadFrequencies.push({
          id: people.caseloadFrequencies.length + 1,
          studentId: id,
          serviceId: SERVICE_IDS.evaluation,
          ...frequencyOf(random),
          serviceFrequencyId: 1,
          eventFrequencyId: 4,
        })
      }
      const key = `${provider.id}/${schoolId}`
      caseloads.set(key, [...(caseloads.get(key) ?? []), { id, schoolId, caseloadFrequencyId }])
    }
  }
  return people
}
