/** Students with their frequencies from a spreadsheet, in the same layout as the download: a row for each frequency. */

import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { SentFrequency } from '#contract/caseloads.ts'
import {
  BLANK_FREQUENCY,
  caseloadFormSchema,
  FREQUENCY_CHOICES,
  type FrequencyChoice,
  GENDERS,
} from '#domain/caseload-form.ts'
import type { LocalDate } from '#domain/time.ts'
import { inWords } from '#domain/words.ts'
import { choicesSheet } from '#server/areas/imports/choices-sheet.ts'
import type {
  FormOfRows,
  ImportDefinition,
  ImportLine,
  Occasion,
  ReportProblem,
} from '#server/areas/imports/import-definition.ts'
import { importHandlersOf } from '#server/areas/imports/import-handlers.ts'
import { Named, oneCalled, serviceNames } from '#server/areas/imports/names.ts'
import { liveServices } from '#server/areas/services/service-handlers.ts'
import type { Queryable } from '#server/db/database.ts'
import { isEmployed } from '#server/db/providers.ts'
import { providerSchools, providers } from '#server/db/schema/providers.ts'
import { schools } from '#server/db/schema/schools.ts'
import { durations, eventFrequencies, serviceFrequencies, sessionTypes, students } from '#server/db/schema/students.ts'
import { plainName } from '#server/documents/plain-name.ts'
import type { HandlersOf } from '#server/http/handler.ts'
import { addStudents, worksElsewhere } from './caseload-form.ts'
import { NUMBER_COLUMN, SHEET_COLUMNS } from './caseload-list.ts'

const ofFrequency = <Choice extends FrequencyChoice>(name: Choice) => [`caseloadFrequencies.*.${name}` as const]

const columns = {
  school: { ...SHEET_COLUMNS.school, fields: ['schoolId'] },
  student: { ...SHEET_COLUMNS.student, fields: ['studentName'] },
  gender: { ...SHEET_COLUMNS.gender, fields: ['gender'], isOptional: true },
  therapist: { ...SHEET_COLUMNS.therapist, fields: ['therapistId'], isOptional: true },
  serviceTypeId: {
    ...SHEET_COLUMNS.serviceTypeId,
    fields: [...ofFrequency('serviceTypeId'), 'caseloadFrequencies'],
    isOptional: true,
  },
  serviceFrequencyId: {
    ...SHEET_COLUMNS.serviceFrequencyId,
    fields: ofFrequency('serviceFrequencyId'),
    isOptional: true,
  },
  durationId: { ...SHEET_COLUMNS.durationId, fields: ofFrequency('durationId'), isOptional: true },
  eventFrequencyId: { ...SHEET_COLUMNS.eventFrequencyId, fields: ofFrequency('eventFrequencyId'), isOptional: true },
  sessionTypeId: { ...SHEET_COLUMNS.sessionTypeId, fields: ofFrequency('sessionTypeId'), isOptional: true },
  status: { ...SHEET_COLUMNS.status, fields: ['isActive'], isOptional: true },
} as const

type Name = keyof typeof columns
type Line = ImportLine<Name>

/** What to call each choice in messages. */
const NOUNS: Readonly<Record<FrequencyChoice, string>> = {
  serviceTypeId: 'service',
  serviceFrequencyId: 'frequency',
  durationId: 'duration',
  eventFrequencyId: 'event frequency',
  sessionTypeId: 'session type',
}

interface Person {
  readonly firstName: string
  readonly middleName: string
  readonly lastName: string
  readonly email: string
}

/** First and last name with and without the middle name, last name first, and email address. */
const personNames = ({ firstName, middleName, lastName, email }: Person) => [
  [firstName, middleName, lastName].filter(Boolean).join(' '),
  `${firstName} ${lastName}`,
  `${lastName}, ${firstName}`,
  email,
]

/** 0:45, 00:45, with and without seconds */
const clockNames = (minutes: number) => {
  const clock = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
  return [clock, `0${clock}`].flatMap((name) => [name, `${name}:00`])
}

const keyOf = (schoolId: number, student: string) => `${schoolId} ${plainName(student)}`

const readChoices = async (db: Queryable, today: LocalDate) => ({
  schools: await db
    .select({ id: schools.id, name: schools.name })
    .from(schools)
    .where(eq(schools.isActive, true))
    .orderBy(asc(schools.name)),
  providers: await db
    .select({
      id: providers.id,
      firstName: providers.firstName,
      middleName: providers.middleName,
      lastName: providers.lastName,
      email: providers.email,
    })
    .from(providers)
    .where(isEmployed(today))
    .orderBy(asc(providers.lastName), asc(providers.firstName)),
  services: await liveServices(db),
  frequencies: await db.select().from(serviceFrequencies).orderBy(asc(serviceFrequencies.id)),
  durations: await db.select().from(durations).orderBy(asc(durations.minutes)),
  eventFrequencies: await db.select().from(eventFrequencies).orderBy(asc(eventFrequencies.id)),
  sessionTypes: await db.select().from(sessionTypes).orderBy(asc(sessionTypes.id)),
})

const loadFacts = async (db: Queryable, lines: readonly Line[], { today }: Occasion) => {
  const choices = await readChoices(db, today)
  const named = new Set(lines.map(({ texts }) => plainName(texts.school)))
  const ids = choices.schools.flatMap(({ id, name }) => (named.has(plainName(name)) ? [id] : []))
  const known = await db
    .select({ name: students.name, schoolId: students.schoolId })
    .from(students)
    .where(and(isNull(students.deletedAt), inArray(students.schoolId, ids)))
  const places = await db.select().from(providerSchools).where(inArray(providerSchools.schoolId, ids))
  return {
    schools: new Named(choices.schools, ({ name }) => [name]),
    schoolNames: new Map(choices.schools.map(({ id, name }) => [id, name])),
    providers: new Named(choices.providers, personNames),
    places: new Set(places.map(({ providerId, schoolId }) => `${providerId} ${schoolId}`)),
    of: {
      serviceTypeId: new Named(choices.services, serviceNames),
      serviceFrequencyId: new Named(choices.frequencies, ({ serviceFrequency }) => [serviceFrequency]),
      durationId: new Named(choices.durations, ({ duration, minutes }) => [
        duration,
        String(minutes),
        `${minutes} min`,
        // As a cell with a time or a duration shows it.
        ...clockNames(minutes),
      ]),
      eventFrequencyId: new Named(choices.eventFrequencies, ({ eventFrequency }) => [eventFrequency]),
      sessionTypeId: new Named(choices.sessionTypes, ({ name }) => [name]),
    } satisfies Record<FrequencyChoice, unknown>,
    known: new Set(known.map(({ schoolId, name }) => keyOf(schoolId, name))),
  }
}

type Facts = Awaited<ReturnType<typeof loadFacts>>

const frequencyOf = ({ texts }: Line, row: number, { of }: Facts, report: ReportProblem<Name>) => {
  const chosen = (name: FrequencyChoice) =>
    oneCalled<{ id: number }>(
      of[name],
      texts[name],
      NOUNS[name],
      (problem) => report(row, name, problem),
      name === 'serviceTypeId' ? ': enter its code' : '',
    )?.id ?? null
  return {
    ...BLANK_FREQUENCY,
    serviceTypeId: chosen('serviceTypeId'),
    serviceFrequencyId: chosen('serviceFrequencyId'),
    durationId: chosen('durationId'),
    eventFrequencyId: chosen('eventFrequencyId'),
    sessionTypeId: chosen('sessionTypeId'),
  }
}

const genderOf = (text: string, report: (problem: string) => void) => {
  if (plainName(text) === '') return ''
  const gender = GENDERS.find((known) => plainName(known) === plainName(text))
  if (gender === undefined) report(`Must be one of ${inWords(GENDERS)}`)
  return gender ?? ''
}

const toForm = (lines: readonly Line[], facts: Facts, report: ReportProblem<Name>): FormOfRows => {
  const [first] = lines
  if (!first) return { values: null }
  const { school, student, gender, therapist, status } = first.texts
  const reportIn = (column: Name) => (problem: string) => report(0, column, problem)
  if (!['', 'active'].includes(plainName(status))) {
    reportIn('status')('Students are added as active: leave this empty or enter Active')
  }
  const rows = lines.flatMap(({ texts }, row) =>
    FREQUENCY_CHOICES.some((name) => plainName(texts[name]) !== '') ? [row] : [],
  )
  return {
    values: {
      schoolId: oneCalled(facts.schools, school, 'school', reportIn('school'))?.id ?? null,
      studentName: student,
      gender: genderOf(gender, reportIn('gender')),
      therapistId:
        oneCalled(facts.providers, therapist, 'provider', reportIn('therapist'), ': enter the email address')?.id ??
        null,
      caseloadFrequencies: rows.map((row) => frequencyOf(lines[row] ?? first, row, facts, report)),
    },
    rowsOf: { caseloadFrequencies: rows },
  }
}

type NewCaseload = z.output<typeof caseloadFormSchema>

/** Optional fields left empty are omitted from the request. */
const asSent = (row: NewCaseload['caseloadFrequencies'][number]): SentFrequency => ({
  id: undefined,
  serviceTypeId: row.serviceTypeId ?? undefined,
  serviceFrequencyId: row.serviceFrequencyId ?? undefined,
  durationId: row.durationId ?? undefined,
  eventFrequencyId: row.eventFrequencyId ?? undefined,
  sessionTypeId: row.sessionTypeId ?? undefined,
  isDeleted: false,
})

const definition: ImportDefinition<Name, Facts, NewCaseload> = {
  noun: 'caseload',
  columns,
  ignored: [NUMBER_COLUMN.title],
  table: students,
  recordOf: ({ texts }) => {
    const [school, student] = [plainName(texts.school), plainName(texts.student)]
    return school === '' || student === '' ? undefined : `${school}\n${student}`
  },
  loadFacts,
  toForm,
  schema: () => caseloadFormSchema,
  check: ({ schoolId, studentName, therapistId }, { schoolNames, places, known }, report) => {
    const school = schoolNames.get(schoolId) ?? ''
    if (therapistId !== null && !places.has(`${therapistId} ${schoolId}`))
      report(0, 'therapist', worksElsewhere(school))
    if (known.has(keyOf(schoolId, studentName))) {
      report(0, 'student', `${school} already has a student with this name`)
    }
  },
  identity: { column: 'student', of: ({ schoolId, studentName }) => keyOf(schoolId, studentName) },
  write: async (tx, forms) => {
    await addStudents(
      tx,
      forms.map(({ studentName: name, gender, schoolId, therapistId: providerId, caseloadFrequencies }) => ({
        name,
        gender,
        schoolId,
        providerId,
        frequencies: caseloadFrequencies.map(asSent),
      })),
    )
  },
  sample: async (db, { today }) => {
    const choices = await readChoices(db, today)
    const placed = new Map((await db.select().from(providerSchools)).map((row) => [row.schoolId, row.providerId]))
    const school = choices.schools.find(({ id }) => placed.has(id)) ?? choices.schools[0]
    const therapist = choices.providers.find(({ id }) => school && id === placed.get(school.id))
    const row = (place: number, student: string) => [
      ...[school?.name ?? '', student, GENDERS[1], therapist?.email ?? ''],
      choices.services[place]?.code ?? '',
      choices.frequencies[0]?.serviceFrequency ?? '',
      choices.durations[0]?.duration ?? '',
      choices.eventFrequencies[0]?.eventFrequency ?? '',
      choices.sessionTypes[0]?.name ?? '',
    ]
    return {
      name: 'Caseloads',
      rows: [row(0, 'Sample Student'), row(1, 'Sample Student'), row(0, 'Another Student')],
      more: [
        choicesSheet({
          'School Name': choices.schools.map(({ name }) => name),
          Gender: GENDERS,
          Therapist: choices.providers.map(({ email }) => email),
          'Service Type': choices.services.map(({ code }) => code),
          Frequency: choices.frequencies.map(({ serviceFrequency }) => serviceFrequency),
          Duration: choices.durations.map(({ duration }) => duration),
          'Event Frequency': choices.eventFrequencies.map(({ eventFrequency }) => eventFrequency),
          'Session Type': choices.sessionTypes.map(({ name }) => name),
        }),
      ],
    }
  },
}

const { sample, run, problems } = importHandlersOf(definition)

export const caseloadImportHandlers: HandlersOf<
  'getCaseloadImportSample' | 'importCaseloads' | 'getCaseloadImportProblems'
> = {
  getCaseloadImportSample: sample,
  importCaseloads: run,
  getCaseloadImportProblems: problems,
}
