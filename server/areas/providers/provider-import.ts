/** Providers from a spreadsheet: the form's fields, and a row for each rate and each emergency contact. */

import { asc, eq, inArray, sql } from 'drizzle-orm'
import { hasLeft } from '#domain/account.ts'
import {
  BLANK_EMERGENCY_CONTACT,
  BLANK_PROVIDER,
  BLANK_PROVIDER_RATE,
  isMaskedSsn,
  PROVIDER_STATUS_IDS,
  type ProviderForm,
  providerMessages,
  providerSchema,
} from '#domain/provider-form.ts'
import { eachPhone, PROVIDER_PHONES } from '#domain/provider-phones.ts'
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
import { liveServices } from '#server/areas/services/service-handlers.ts'
import type { Queryable } from '#server/db/database.ts'
import { ethnicities, genders, providerStatuses, providers, providerTypes } from '#server/db/schema/providers.ts'
import { rateTypes } from '#server/db/schema/rates.ts'
import { schools } from '#server/db/schema/schools.ts'
import { users } from '#server/db/schema/users.ts'
import type { CellToWrite } from '#server/documents/sheet.ts'
import type { HandlersOf } from '#server/http/handler.ts'
import type { Mail, MailServices } from '#server/mail/mail.ts'
import { insertProvider } from './add-provider.ts'
import { employmentOf } from './employment.ts'
import { inviteAdded, tellInvited } from './invitations.ts'
import type { SsnParts, SsnVault } from './ssn-vault.ts'

const CONTACT_FIELDS = 'providerEmergencyContacts'
const RATE_FIELDS = 'providerRateChangeHistories'

const columns = {
  firstName: { title: 'First Name', width: 16, fields: ['firstName'] },
  middleName: { title: 'Middle Name', width: 14, fields: ['middleName'], isOptional: true },
  lastName: { title: 'Last Name', width: 18, fields: ['lastName'] },
  email: { title: 'Email', width: 30, fields: ['emailId'] },
  type: { title: 'Provider Type', width: 24, fields: ['providerTypeId'] },
  status: { title: 'Status', width: 12, fields: ['statusId'], isOptional: true },
  schools: { title: 'Schools', width: 34, fields: ['schoolIds'] },
  services: { title: 'Services', width: 18, fields: ['serviceTypeIds'] },
  addressLine1: { title: 'Address Line 1', width: 26, fields: ['addressLine1'] },
  addressLine2: { title: 'Address Line 2', width: 18, fields: ['addressLine2'], isOptional: true },
  country: { title: 'Country', width: 16, fields: ['countryId'] },
  state: { title: 'State', width: 16, fields: ['stateId'] },
  city: { title: 'City', width: 18, fields: ['city'] },
  postalCode: { title: 'Postal Code', width: 12, fields: ['postalCode'] },
  ...eachPhone((phone) => ({ title: PROVIDER_PHONES[phone].label, width: 16, fields: [phone], isOptional: true })),
  gender: { title: 'Gender', width: 12, fields: ['genderId'], isOptional: true },
  birthDate: { title: 'Date of Birth', width: 14, fields: ['dob'], kind: 'date', isOptional: true },
  ethnicity: { title: 'Ethnicity', width: 18, fields: ['ethnicityId'], isOptional: true },
  ssn: { title: 'Social Security Number', width: 22, fields: ['ssn'], isOptional: true, isSecret: true },
  hireDate: { title: 'Hire Date', width: 14, fields: ['hireDate'], kind: 'date', isOptional: true },
  termDate: { title: 'Termination Date', width: 16, fields: ['termDate'], kind: 'date', isOptional: true },
  department: { title: 'Department', width: 16, fields: ['department'], isOptional: true },
  division: { title: 'Division', width: 16, fields: ['division'], isOptional: true },
  jobClass: { title: 'Job Class', width: 14, fields: ['jobClass'], isOptional: true },
  notes: { title: 'Notes', width: 26, fields: ['notes'], isOptional: true },
  contactName: {
    title: 'Emergency Contact Name',
    width: 24,
    fields: [`${CONTACT_FIELDS}.*.emergencyContactName`, CONTACT_FIELDS],
    isOptional: true,
  },
  relationship: {
    title: 'Emergency Contact Relationship',
    width: 28,
    fields: [`${CONTACT_FIELDS}.*.emergencyContactRelationship`],
    isOptional: true,
  },
  contactNumber: {
    title: 'Emergency Contact Number',
    width: 24,
    fields: [`${CONTACT_FIELDS}.*.emergencyContactNumber`],
    isOptional: true,
  },
  rateType: {
    title: 'Rate Type',
    width: 14,
    fields: [`${RATE_FIELDS}.*.providerRateTypeId`, RATE_FIELDS],
    isOptional: true,
  },
  rate: { title: 'Rate', width: 10, fields: [`${RATE_FIELDS}.*.newRate`], kind: 'number', isOptional: true },
} as const

type Name = keyof typeof columns
type Line = ImportLine<Name>

const CONTACT: readonly Name[] = ['contactName', 'relationship', 'contactNumber']
const RATE: readonly Name[] = ['rateType', 'rate']

const titleNames = ({ title }: { readonly title: string }) => [title]

const readChoices = async (db: Queryable) => ({
  types: await db.select().from(providerTypes).orderBy(asc(providerTypes.id)),
  statuses: await db.select().from(providerStatuses).orderBy(asc(providerStatuses.id)),
  genders: await db.select().from(genders).orderBy(asc(genders.id)),
  ethnicities: await db.select().from(ethnicities).orderBy(asc(ethnicities.id)),
  schools: await db
    .select({ id: schools.id, name: schools.name })
    .from(schools)
    .where(eq(schools.isActive, true))
    .orderBy(asc(schools.name)),
  services: await liveServices(db),
  rateTypes: await db.select().from(rateTypes).orderBy(asc(rateTypes.id)),
})

const emailKey = (email: string) => email.trim().toLowerCase()

const loadFacts = async (db: Queryable, lines: readonly Line[]) => {
  const choices = await readChoices(db)
  const emails = [...new Set(lines.map(({ texts }) => emailKey(texts.email)))]
  const taken = await db
    .select({ email: users.email })
    .from(users)
    .where(inArray(sql`lower(${users.email})`, emails))
  return {
    ...(await readPlaces(
      db,
      lines.map(({ texts }) => texts.city),
    )),
    type: new Named(choices.types, titleNames),
    status: new Named(choices.statuses, titleNames),
    gender: new Named(choices.genders, titleNames),
    ethnicity: new Named(choices.ethnicities, titleNames),
    school: new Named(choices.schools, placeNames),
    service: new Named(choices.services, serviceNames),
    rateType: new Named(choices.rateTypes, placeNames),
    /** Email addresses of existing users. */
    taken: new Set(taken.map(({ email }) => emailKey(email))),
  }
}

type Facts = Awaited<ReturnType<typeof loadFacts>>

/** 'Lincoln; Maple' */
const eachNamed = (
  choices: Named<{ readonly id: number }>,
  text: string,
  noun: string,
  report: (problem: string) => void,
): number[] =>
  text
    .split(/[;\n]/)
    .filter((part) => part.trim() !== '')
    .flatMap((part) => {
      const name = part.trim()
      return oneCalled(choices, name, noun, (problem) => report(`${problem}: ${name}`))?.id ?? []
    })

const rowsThatSay = (lines: readonly Line[], names: readonly Name[]) =>
  lines.flatMap(({ texts }, row) => (names.some((name) => texts[name].trim() !== '') ? [row] : []))

const toForm = (lines: readonly Line[], facts: Facts, report: ReportProblem<Name>): FormOfRows => {
  const [first] = lines
  if (!first) return { values: null }
  const { texts } = first
  const reportIn =
    (column: Name, row = 0) =>
    (problem: string) =>
      report(row, column, problem)
  const chosen = (column: 'type' | 'status' | 'gender' | 'ethnicity', noun: string) =>
    oneCalled<{ id: number }>(facts[column], texts[column], noun, reportIn(column))?.id ?? null
  const { cityId: city, ...place } = placeIn(facts, texts, (name, problem) => report(0, name, problem))
  const { firstName, middleName, lastName, addressLine1, addressLine2, postalCode } = texts
  const { department, division, jobClass, notes } = texts
  const ssn = texts.ssn.trim()
  // A form may leave a masked number as it is; a new provider has none yet.
  if (isMaskedSsn(ssn)) reportIn('ssn')(providerMessages.ssn)
  const contactRows = rowsThatSay(lines, CONTACT)
  const rateRows = rowsThatSay(lines, RATE)
  const at = <Value>(rows: readonly number[], make: (line: Line, row: number) => Value) =>
    rows.map((row) => make(lines[row] ?? first, row))
  const values: ProviderForm = {
    ...BLANK_PROVIDER,
    ...{ firstName, middleName, lastName, addressLine1, addressLine2, postalCode },
    ...eachPhone((phone) => texts[phone]),
    ...{ department, division, jobClass, notes, ssn, city },
    ...place,
    emailId: texts.email.trim(),
    providerTypeId: chosen('type', 'provider type'),
    statusId: texts.status.trim() === '' ? PROVIDER_STATUS_IDS.active : chosen('status', 'status'),
    genderId: chosen('gender', 'gender'),
    ethnicityId: chosen('ethnicity', 'ethnicity'),
    schoolIds: eachNamed(facts.school, texts.schools, 'school', reportIn('schools')),
    serviceTypeIds: eachNamed(facts.service, texts.services, 'service', reportIn('services')),
    dob: dateOfText(texts.birthDate, reportIn('birthDate')),
    hireDate: dateOfText(texts.hireDate, reportIn('hireDate')),
    termDate: dateOfText(texts.termDate, reportIn('termDate')),
    providerEmergencyContacts: at(contactRows, (line) => ({
      ...BLANK_EMERGENCY_CONTACT,
      emergencyContactName: line.texts.contactName,
      emergencyContactRelationship: line.texts.relationship,
      emergencyContactNumber: line.texts.contactNumber,
    })),
    providerRateChangeHistories: at(rateRows, (line, row) => ({
      ...BLANK_PROVIDER_RATE,
      providerRateTypeId:
        oneCalled(facts.rateType, line.texts.rateType, 'rate type', reportIn('rateType', row))?.id ?? null,
      newRate: line.texts.rate,
    })),
  }
  return { values, rowsOf: { [CONTACT_FIELDS]: contactRows, [RATE_FIELDS]: rateRows } }
}

interface Parts {
  /** Undefined if the server stores no Social Security numbers. */
  readonly ssnVault: SsnVault | undefined
  /** Undefined if the server sends no email. */
  readonly mail: Mail | undefined
}

const definitionOf = ({ ssnVault, mail }: Parts): ImportDefinition<Name, Facts, ProviderForm> => ({
  noun: 'provider',
  columns,
  table: providers,
  recordOf: ({ texts }) => emailKey(texts.email) || undefined,
  loadFacts,
  toForm,
  schema: ({ today }) => providerSchema('add', today),
  check: ({ emailId, ssn }, { taken }, report) => {
    if (taken.has(emailKey(emailId))) report(0, 'email', providerMessages.sameEmail)
    if (ssn !== '' && !ssnVault) report(0, 'ssn', providerMessages.noSsnKeys)
  },
  identity: { column: 'email', of: ({ emailId }) => emailKey(emailId) },
  canInvite: (form, { today }) => mail !== undefined && !hasLeft(employmentOf(form, today), today),
  write: async (tx, forms, { user, invitations, ...writing }) => {
    const adding = { ...writing, ssnVault, mail, byUserId: user.userId }
    const invited: number[] = []
    for (const form of forms) {
      const id = await insertProvider(tx, form, adding)
      if (invitations === 'now' && (await inviteAdded(tx, id, adding)) === 'sent') invited.push(id)
    }
    await tellInvited(tx, adding, invited)
  },
  sample: async (db, { today }) => {
    const choices = await readChoices(db)
    const email = 'sample.provider@district.example'
    const [title = '', school = '', service = ''] = [
      choices.types[0]?.title,
      choices.schools[0]?.name,
      choices.services[0]?.code,
    ]
    const [country, state, city] = await samplePlace(db)
    const cells: Partial<Record<Name, CellToWrite>> = {
      ...{ firstName: 'Sample', lastName: 'Provider', email, type: title, status: 'Active' },
      ...{ schools: school, services: service },
      ...{ addressLine1: '1 Main Street', country, state, city, postalCode: '04101' },
      ...{ mobileNumber: '207-555-0101', hireDate: { date: today } },
      ...{ contactName: 'Rosa Delgado', relationship: 'Sister', contactNumber: '207-555-0102' },
      ...(choices.rateTypes[0] && { rateType: choices.rateTypes[0].name, rate: 52.5 }),
    }
    return {
      name: 'Providers',
      rows: [(Object.keys(columns) as Name[]).map((name) => cells[name] ?? '')],
      more: [
        choicesSheet({
          'Provider Type': choices.types.map((type) => type.title),
          Status: choices.statuses.map((status) => status.title),
          Schools: choices.schools.map(({ name }) => name),
          Services: choices.services.map(({ code }) => code),
          Gender: choices.genders.map((gender) => gender.title),
          Ethnicity: choices.ethnicities.map((ethnicity) => ethnicity.title),
          'Rate Type': choices.rateTypes.map(({ name }) => name),
        }),
      ],
    }
  },
})

export const createProviderImportHandlers = ({
  ssnVault,
  auth: { mail },
}: { readonly auth: Pick<MailServices, 'mail'> } & SsnParts): HandlersOf<
  'getProviderImportSample' | 'importProviders' | 'getProviderImportProblems'
> => {
  const { sample, run, problems } = importHandlersOf(definitionOf({ ssnVault, mail }))
  return { getProviderImportSample: sample, importProviders: run, getProviderImportProblems: problems }
}
