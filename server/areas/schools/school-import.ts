/** Schools from a spreadsheet: profile, billing details, and a row for each contact and each rate. */

import { asc } from 'drizzle-orm'
import { z } from 'zod'
import { keptDaysMessages } from '#domain/billing/kept-days.ts'
import {
  BLANK_CONTACT,
  DEFAULT_COLOUR,
  type RateRow,
  type SchoolBilling,
  type SchoolProfile,
  schoolBillingSchema,
  schoolMessages,
  schoolProfileSchema,
  schoolRatesSchema,
} from '#domain/school-form.ts'
import { choicesSheet } from '#server/areas/imports/choices-sheet.ts'
import { dateOfText } from '#server/areas/imports/date-text.ts'
import type {
  FormOfRows,
  ImportDefinition,
  ImportLine,
  ReportProblem,
} from '#server/areas/imports/import-definition.ts'
import { importHandlersOf } from '#server/areas/imports/import-handlers.ts'
import { Named, oneCalled, serviceNames } from '#server/areas/imports/names.ts'
import { placeIn, placeNames, readPlaces, samplePlace } from '#server/areas/imports/places.ts'
import { lastDayOf, readLockedPeriods } from '#server/areas/master-data/kept-days.ts'
import { liveServices } from '#server/areas/services/service-handlers.ts'
import type { Queryable } from '#server/db/database.ts'
import { requireAt } from '#server/db/require-one.ts'
import { countries, states } from '#server/db/schema/address.ts'
import { rateTypes } from '#server/db/schema/rates.ts'
import { schools } from '#server/db/schema/schools.ts'
import { plainName } from '#server/documents/plain-name.ts'
import type { HandlersOf } from '#server/http/handler.ts'
import { addBilling } from './school-billing.ts'
import { addSchools } from './school-profile.ts'
import { addFirstRates } from './school-rates.ts'
import { isLive } from './stored-school.ts'

const columns = {
  name: { title: 'School Name', width: 28, fields: ['profile.name'] },
  colour: { title: 'School Color', width: 14, fields: ['profile.colourCode'], isOptional: true },
  addressLine1: { title: 'Address Line 1', width: 26, fields: ['profile.addressLine1'] },
  addressLine2: { title: 'Address Line 2', width: 18, fields: ['profile.addressLine2'], isOptional: true },
  country: { title: 'Country', width: 16, fields: ['profile.countryId'] },
  state: { title: 'State', width: 16, fields: ['profile.stateId'] },
  city: { title: 'City', width: 18, fields: ['profile.cityId'] },
  zipCode: { title: 'Zipcode', width: 10, fields: ['profile.zipCode'] },
  contactName: {
    title: 'Contact Name',
    width: 22,
    fields: ['profile.schoolContacts.*.personName', 'profile.schoolContacts'],
    isOptional: true,
  },
  phone: { title: 'Phone Number', width: 16, fields: ['profile.schoolContacts.*.phoneNumber'], isOptional: true },
  designation: { title: 'Designation', width: 18, fields: ['profile.schoolContacts.*.designation'], isOptional: true },
  email: { title: 'Email', width: 28, fields: ['profile.schoolContacts.*.emailAddress'], isOptional: true },
  fax: { title: 'Fax', width: 16, fields: ['profile.schoolContacts.*.fax'], isOptional: true },
  billingEmail: { title: 'Billing Email', width: 28, fields: ['billing.billingEmail'], isOptional: true },
  billingNote: { title: 'Billing Note', width: 24, fields: ['billing.billingNote'], isOptional: true },
  adminFee: {
    title: 'Admin Fee (percent)',
    width: 18,
    fields: ['billing.adminFee'],
    kind: 'percent',
    isOptional: true,
  },
  adminFeeFrom: {
    title: 'Admin Fee From',
    width: 16,
    fields: ['billing.adminFeeFrom'],
    kind: 'date',
    isOptional: true,
  },
  service: { title: 'Service', width: 16, fields: ['rates.*.serviceId', 'rates'], isOptional: true },
  rateType: { title: 'Rate Type', width: 14, fields: ['rates.*.rateTypeId'], isOptional: true },
  rate: { title: 'Rate', width: 10, fields: ['rates.*.rate'], kind: 'number', isOptional: true },
  effectiveDate: {
    title: 'Effective Date',
    width: 14,
    fields: ['rates.*.effectiveDate'],
    kind: 'date',
    isOptional: true,
  },
} as const

type Name = keyof typeof columns
type Line = ImportLine<Name>

const CONTACT: readonly Name[] = ['contactName', 'phone', 'designation', 'email', 'fax']
const BILLING: readonly Name[] = ['billingEmail', 'billingNote', 'adminFee', 'adminFeeFrom']
const RATE: readonly Name[] = ['service', 'rateType', 'rate', 'effectiveDate']

const loadFacts = async (db: Queryable, lines: readonly Line[]) => {
  const taken = await db.select({ name: schools.name }).from(schools).where(isLive)
  return {
    ...(await readPlaces(
      db,
      lines.map(({ texts }) => texts.city),
    )),
    services: new Named(await liveServices(db), serviceNames),
    rateTypes: new Named(await db.select().from(rateTypes), placeNames),
    /** The last locked day. */
    lockedUntil: lastDayOf(await readLockedPeriods(db)),
    /** Names of existing schools. */
    taken: new Set(taken.map(({ name }) => plainName(name))),
  }
}

type Facts = Awaited<ReturnType<typeof loadFacts>>

const colourOf = (text: string) => {
  if (text === '') return DEFAULT_COLOUR
  return /^[\da-f]{6}$/i.test(text) ? `#${text}` : text
}

const saysAny = ({ texts }: Line, names: readonly Name[]) => names.some((name) => texts[name].trim() !== '')

const contactOf = ({ texts }: Line) => ({
  ...BLANK_CONTACT,
  personName: texts.contactName,
  phoneNumber: texts.phone,
  designation: texts.designation,
  emailAddress: texts.email.trim(),
  fax: texts.fax,
})

/** @param report of the day from which the admin fee applies */
const billingOf = ({ texts }: Line, report: (problem: string) => void): SchoolBilling => ({
  billingEmail: texts.billingEmail,
  billingNote: texts.billingNote,
  adminFeeApplied: texts.adminFee.trim() !== '',
  adminFee: texts.adminFee,
  adminFeeFrom: dateOfText(texts.adminFeeFrom, report),
  adminFeeLastDay: '',
  isAdminFeeCorrected: false,
  isAdminFeeChanged: false,
  furtureAdminFee: '',
  adminFeeEffectiveDate: '',
  annexStudents: null,
})

const rateOf = ({ texts }: Line, row: number, facts: Facts, report: ReportProblem<Name>): RateRow => {
  const reportIn = (column: Name) => (problem: string) => report(row, column, problem)
  const effectiveDate = dateOfText(texts.effectiveDate, reportIn('effectiveDate'))
  if (effectiveDate === '') reportIn('effectiveDate')('Effective Date is required.')
  return {
    id: null,
    serviceId: oneCalled(facts.services, texts.service, 'service', reportIn('service'), ': enter its code')?.id ?? null,
    rateTypeId: oneCalled(facts.rateTypes, texts.rateType, 'rate type', reportIn('rateType'))?.id ?? null,
    rate: texts.rate,
    effectiveDate,
    isDeleted: false,
    isServiceRateChanged: false,
    furtureServiceRate: '',
    serviceRateEffectiveDate: '',
  }
}

const rowsThatSay = (lines: readonly Line[], names: readonly Name[]) =>
  lines.flatMap((line, row) => (saysAny(line, names) ? [row] : []))

const toForm = (lines: readonly Line[], facts: Facts, report: ReportProblem<Name>): FormOfRows => {
  const [first] = lines
  if (!first) return { values: null }
  const contactRows = rowsThatSay(lines, CONTACT)
  const rateRows = rowsThatSay(lines, RATE)
  const at = <Value>(rows: readonly number[], make: (line: Line, row: number) => Value) =>
    rows.flatMap((row) => {
      const line = lines[row]
      return line ? [make(line, row)] : []
    })
  const { name, addressLine1, addressLine2, zipCode, colour } = first.texts
  const profile: SchoolProfile = {
    name,
    addressLine1,
    addressLine2,
    zipCode,
    colourCode: colourOf(colour.trim()),
    ...placeIn(facts, first.texts, (name, problem) => report(0, name, problem)),
    schoolContacts: at(contactRows, contactOf),
  }
  return {
    values: {
      profile,
      billing: saysAny(first, BILLING) ? billingOf(first, (problem) => report(0, 'adminFeeFrom', problem)) : null,
      rates: at(rateRows, (line, row) => rateOf(line, row, facts, report)),
    },
    rowsOf: { 'profile.schoolContacts': contactRows, rates: rateRows },
  }
}

interface NewSchool {
  readonly profile: SchoolProfile
  readonly billing: SchoolBilling | null
  readonly rates: readonly RateRow[]
}

const definition: ImportDefinition<Name, Facts, NewSchool> = {
  noun: 'school',
  columns,
  table: schools,
  recordOf: ({ texts }) => plainName(texts.name) || undefined,
  loadFacts,
  toForm,
  schema: ({ today }) =>
    z.object({
      profile: schoolProfileSchema,
      billing: schoolBillingSchema(today).nullable(),
      rates: schoolRatesSchema(today),
    }),
  check: ({ profile, billing }, { taken, lockedUntil }, report) => {
    const from = billing?.adminFeeFrom ?? ''
    if (from !== '' && lockedUntil !== undefined && from <= lockedUntil) {
      report(0, 'adminFeeFrom', keptDaysMessages.startsTooEarly(lockedUntil))
    }
    if (taken.has(plainName(profile.name))) report(0, 'name', schoolMessages.sameName)
  },
  identity: { column: 'name', of: ({ profile }) => plainName(profile.name) },
  write: async (tx, forms, { today, user }) => {
    const ids = await addSchools(
      tx,
      forms.map(({ profile }) => profile),
    )
    const added = forms.map((form, index) => ({ ...form, schoolId: requireAt(ids, index) }))
    await addBilling(
      tx,
      added.flatMap(({ schoolId, billing }) => (billing ? [{ schoolId, billing }] : [])),
      { today, userId: user.userId },
    )
    await addFirstRates(
      tx,
      added.flatMap(({ schoolId, rates }) => rates.map((row) => ({ schoolId, row }))),
      user.userId,
    )
  },
  sample: async (db, { today }) => {
    const allStates = await db.select().from(states).orderBy(asc(states.name))
    const allServices = await liveServices(db)
    const types = await db.select().from(rateTypes).orderBy(asc(rateTypes.id))
    const place = await samplePlace(db)
    const rate = (index: number) => {
      const service = allServices[index]?.code
      return service === undefined || !types[0] ? [] : [service, types[0].name, 85.5, { date: today }]
    }
    const none = (count: number) => Array.from({ length: count }, () => '')
    return {
      name: 'Schools',
      rows: [
        [
          ...['Sample School', '#1F6FB2', '1 Main Street', '', ...place, '04101'],
          ...['Rosa Delgado', '(207) 555-0101', 'Principal', 'rosa@sample-school.example', ''],
          ...['billing@sample-school.example', '', 5, { date: today }],
          ...rate(0),
        ],
        [
          ...['Sample School', ...none(7)],
          ...['Desmond Okoro', '(207) 555-0102', 'Secretary', 'desmond@sample-school.example', ''],
          ...none(4),
          ...rate(1),
        ],
      ],
      more: [
        choicesSheet({
          Country: (await db.select().from(countries).orderBy(asc(countries.name))).map(({ name }) => name),
          State: allStates.map(({ name }) => name),
          Service: allServices.map(({ code }) => code),
          'Rate Type': types.map(({ name }) => name),
        }),
      ],
    }
  },
}

const { sample, run, problems } = importHandlersOf(definition)

export const schoolImportHandlers: HandlersOf<'getSchoolImportSample' | 'importSchools' | 'getSchoolImportProblems'> = {
  getSchoolImportSample: sample,
  importSchools: run,
  getSchoolImportProblems: problems,
}
