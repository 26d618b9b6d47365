import { hash } from '@node-rs/argon2'
import { eq, getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { instantOf, type LocalDate } from '#domain/time.ts'
import { dailyKinds } from '#server/background.ts'
import { bulkInsert, continueIds, type Executor } from '#server/db/bulk-insert.ts'
import type { Db } from '#server/db/database.ts'
import { providerDays, timesheets } from '#server/db/schema/days-and-hours.ts'
import { documentRequirements, documentTemplates, providerDocuments } from '#server/db/schema/documents.ts'
import { dailyWork } from '#server/db/schema/jobs.ts'
import { notifications } from '#server/db/schema/notifications.ts'
import { organisation, organisationLogos } from '#server/db/schema/organization.ts'
import { providerEmergencyContacts, providerSchools, providerServices, providers } from '#server/db/schema/providers.ts'
import { providerRates, schoolAdminFees, schoolServiceRates } from '#server/db/schema/rates.ts'
import {
  occurrenceStudents,
  occurrences,
  scheduleEventStudents,
  scheduleEvents,
  trackingLabels,
} from '#server/db/schema/schedule.ts'
import { schoolBillingProfiles, schoolContacts, schools } from '#server/db/schema/schools.ts'
import { services } from '#server/db/schema/services.ts'
import { storedFileContents, storedFiles } from '#server/db/schema/stored-files.ts'
import { caseloadFrequencies, students } from '#server/db/schema/students.ts'
import { ptoBalanceEntries, ptoBalances, ptoRequests } from '#server/db/schema/time-off.ts'
import { users } from '#server/db/schema/users.ts'
import { transitionLog } from '#server/db/schema/workflows.ts'
import { seedBilling } from './billing.ts'
import { DEMO_ADMINISTRATOR, DEMO_PASSWORD } from './demo-accounts.ts'
import { demoLogo } from './demo-logo.ts'
import { createDocuments } from './documents.ts'
import { createHistory } from './history.ts'
import { seedLetters } from './letters.ts'
import { mandatesOf } from './mandates.ts'
import { createPeople } from './people.ts'
import { createRandom } from './random.ts'
import { applyReferenceData } from './reference-data.ts'
import { schoolYearAround } from './school-year.ts'
import { createTimeOff } from './time-off.ts'
import { createTimetable } from './timetable.ts'

export interface DemoOptions {
  /** The organization's date; everything is relative to it. */
  today: LocalDate
  /** IANA name. */
  timeZone: string
}

const SEED = 20_260_901

/** What the demo district's invoices print. */
const LETTERHEAD = {
  address: '400 East Capitol Avenue\nSuite 210\nSpringfield, IL 62701',
  phone: '(217) 555-0142',
  email: 'billing@homeroom.example',
  letterSigner: 'Dana Whitfield',
  letterSignerTitle: 'Director of Human Resources',
  remitTo: 'Homeroom Demo District\nP.O. Box 1840\nSpringfield, IL 62705',
  logoId: 1,
}

/** The password is public, so its salt can be: the same rows every time. */
const demoPasswordHash = () => hash(DEMO_PASSWORD, { salt: Buffer.from('homeroom demo 01') })

/** The demo district's people and their sessions, before any was held. */
export const createDemoTimetable = ({ today, timeZone }: DemoOptions, passwordHash: string) => {
  const year = schoolYearAround(today)
  const people = createPeople(createRandom(SEED), { yearStart: year.first, today }, passwordHash)
  return { year, people, timetable: createTimetable(createRandom(SEED + 1), people, year, timeZone) }
}

/**
 * Every row of the demo district; the same for the same day and zone. Independent parts use generators of their own.
 */
export const createDemoRows = async ({
  today,
  timeZone,
}: DemoOptions): Promise<[PgTable, Record<string, unknown>[]][]> => {
  const { year, people, timetable } = createDemoTimetable({ today, timeZone }, await demoPasswordHash())
  const history = createHistory(createRandom(SEED + 2), people, timetable, { today, timeZone })
  const timeOff = createTimeOff(createRandom(SEED + 3), people.staff, year, timeZone)
  const administrator = people.users.find(({ email }) => email === DEMO_ADMINISTRATOR.email)
  const logo = {
    id: LETTERHEAD.logoId,
    mediaType: 'image/png',
    content: demoLogo(),
    createdAt: instantOf(year.first, '09:00', timeZone),
    createdById: administrator?.id ?? 1,
  }
  const papers = await createDocuments(administrator?.id ?? 1, people.providers, { today, timeZone })
  return [
    [schools, people.schools],
    [schoolContacts, people.schoolContacts],
    [schoolBillingProfiles, people.schoolBillingProfiles],
    [schoolAdminFees, people.schoolAdminFees],
    [services, people.services],
    [schoolServiceRates, people.schoolServiceRates],
    [trackingLabels, people.trackingLabels],
    [providers, people.providers],
    [users, people.users],
    [providerSchools, people.providerSchools],
    [providerServices, people.providerServices],
    [providerRates, people.providerRates],
    [providerEmergencyContacts, people.providerEmergencyContacts],
    [organisationLogos, [logo]],
    [storedFiles, papers.files],
    [storedFileContents, papers.contents],
    [documentTemplates, papers.templates],
    [documentRequirements, papers.requirements],
    [providerDocuments, papers.documents],
    [students, people.students],
    [caseloadFrequencies, mandatesOf(people, timetable, year)],
    [scheduleEvents, timetable.scheduleEvents.map((row, index) => ({ id: index + 1, ...row }))],
    [scheduleEventStudents, timetable.scheduleEventStudents],
    [occurrences, timetable.occurrences],
    [occurrenceStudents, timetable.occurrenceStudents.map((row, index) => ({ id: index + 1, ...row }))],
    [providerDays, history.providerDays],
    [timesheets, history.timesheets.map((row, index) => ({ id: index + 1, ...row }))],
    [ptoRequests, timeOff.requests],
    [ptoBalances, timeOff.balances],
    [ptoBalanceEntries, timeOff.entries.map((row, index) => ({ id: index + 1, ...row }))],
    [
      transitionLog,
      [...history.transitionLog, ...timeOff.moves].map((row, index) => ({ id: index + 1, detail: null, ...row })),
    ],
  ]
}

/**
 * Lets the transaction insert without foreign key checks, which take as long as all the rest. Rows reference each other
 * by construction, and a test checks every reference. Requires a superuser, which we are on the embedded database.
 */
const trustReferences = async (tx: Executor): Promise<void> => {
  const { rows } = await tx.execute<{ may: boolean }>(sql`select current_setting('is_superuser') = 'on' as may`)
  if (rows[0]?.may) await tx.execute(sql`set local session_replication_role = replica`)
}

const administratorOf = async (tx: Pick<Db, 'select'>): Promise<number> => {
  const [found] = await tx.select({ id: users.id }).from(users).where(eq(users.email, DEMO_ADMINISTRATOR.email))
  return found?.id ?? 1
}

/**
 * Fills an empty database with the demo district, all of it or nothing.
 *
 * @returns rows by table, or undefined if there are users already: then nothing changes
 */
export const seedDemoDistrict = async (db: Db, options: DemoOptions): Promise<Record<string, number> | undefined> => {
  await applyReferenceData(db, { name: 'Homeroom Demo District', timeZone: options.timeZone })
  const [anyone] = await db.select({ id: users.id }).from(users).limit(1)
  if (anyone) return undefined
  const tables = await createDemoRows(options)
  await db.transaction(async (tx) => {
    await trustReferences(tx)
    for (const [table, rows] of tables) await bulkInsert(tx, table, rows)
    await tx.update(organisation).set({ ...LETTERHEAD, schoolYearEndsOn: schoolYearAround(options.today).last })
    for (const [table, rows] of tables) if (rows[0] && 'id' in rows[0]) await continueIds(tx, table)
    // Plans for empty tables would take minutes.
    await tx.execute(sql`analyze`)
    const userId = await administratorOf(tx)
    await seedBilling(tx, { ...options, userId })
    await seedLetters(tx, { ...options, userId })
    // Nobody gets email about what is made up; reminders begin tomorrow.
    await tx.update(notifications).set({ mail: null })
    await tx.insert(dailyWork).values(dailyKinds.map(({ name }) => ({ name, doneOn: options.today })))
  })
  return Object.fromEntries(tables.map(([table, rows]) => [getTableName(table), rows.length]))
}
