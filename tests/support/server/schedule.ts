/** A small district for tests, on top of `addPeople`: two therapists, three schools, a caseload, rates and labels. */
import { beforeEach } from 'vitest'
import { z } from 'zod'
import { hoursToWire } from '#contract/schedule.ts'
import { toWire } from '#contract/schedule-event-payload.ts'
import { savedScheduleEventSchema } from '#contract/session-form.ts'
import { COUNTS_AS } from '#domain/label-counts.ts'
import type { SessionForm } from '#domain/session-form.ts'
import { instantOf, localTimeSchema } from '#domain/time.ts'
import { bulkInsert } from '#server/db/bulk-insert.ts'
import type { Database } from '#server/db/database.ts'
import { providerSchools } from '#server/db/schema/providers.ts'
import { rateTypes, schoolServiceRates } from '#server/db/schema/rates.ts'
import { occurrenceEdits, occurrences, trackingLabels } from '#server/db/schema/schedule.ts'
import { schools } from '#server/db/schema/schools.ts'
import { services } from '#server/db/schema/services.ts'
import {
  caseloadFrequencies,
  durations,
  eventFrequencies,
  serviceFrequencies,
  sessionTypes,
  students,
} from '#server/db/schema/students.ts'
import { truncateAll } from './database.ts'
import { addPeople, PEOPLE, TEST_TIME_ZONE, type TestReply, type TestServer } from './test-server.ts'

/** Friday, 10 AM in New York. */
export const TEST_NOW = new Date('2026-11-20T15:00:00Z')
export const TODAY = '2026-11-20'

/** Both work at Lincoln, only Paul at Maple, only Sofía at Northgate. */
export const SCHOOL_IDS = { lincoln: 1, maple: 2, northgate: 3 } as const
export const SERVICE_IDS = { ot: 1, pt: 2, unpriced: 3 } as const
/** Caseload frequencies, whose students have the same ids: Paul's three, then Sofía's two. */
export const CASELOAD_IDS = { ana: 1, bo: 2, chi: 3, dora: 4, eli: 5 } as const

export const addDistrict = async (database: Database): Promise<void> => {
  await addPeople(database)
  const { db } = database
  await db.insert(schools).values([
    { name: 'Lincoln', colourCode: '#1F6FB2' },
    { name: 'Maple', colourCode: '#2E7D32' },
    { name: 'Northgate', colourCode: '#8D5A00' },
  ])
  await db.insert(services).values([
    { code: 'OT', description: 'Occupational Therapy' },
    { code: 'PT', description: 'Physical Therapy' },
    { code: 'ART', description: 'Art Therapy' },
  ])
  await db.insert(rateTypes).values([
    { id: 1, name: 'Hourly' },
    { id: 2, name: 'Per Session' },
  ])
  const rate = (schoolId: number, serviceId: number, effectiveDate: string, amount: string, rateTypeId = 1) => ({
    schoolId,
    serviceId,
    effectiveDate,
    rate: amount,
    rateTypeId,
  })
  await db
    .insert(schoolServiceRates)
    .values([
      rate(1, 1, '2025-01-01', '80.00'),
      rate(1, 1, '2026-11-01', '85.50'),
      rate(1, 1, '2026-12-01', '99.00'),
      rate(1, 1, '2025-01-01', '60.00', 2),
      rate(1, 2, '2025-01-01', '70.00'),
      rate(2, 1, '2025-01-01', '81.00'),
      rate(3, 1, '2025-01-01', '82.00'),
      rate(1, 3, '2027-06-01', '90.00'),
    ])
  await db.insert(providerSchools).values([
    { providerId: 1, schoolId: 1 },
    { providerId: 1, schoolId: 2 },
    { providerId: 2, schoolId: 1 },
    { providerId: 2, schoolId: 3 },
  ])
  const student = (name: string, schoolId: number, providerId: number) => ({
    name,
    gender: 'Female',
    schoolId,
    providerId,
  })
  await db
    .insert(students)
    .values([
      student('Ana Núñez', 1, 1),
      student('Bo Li', 1, 1),
      student('Chi Okafor', 2, 1),
      student('Dora Weiss', 1, 2),
      student('Eli Stone', 3, 2),
    ])
  await db.insert(serviceFrequencies).values({ id: 1, serviceFrequency: '2 times', times: 2 })
  await db.insert(durations).values({ id: 1, duration: '30 minutes', minutes: 30 })
  await db.insert(eventFrequencies).values({ id: 1, eventFrequency: 'Weekly' })
  await db.insert(sessionTypes).values({ id: 1, name: 'Group' })
  await db.insert(caseloadFrequencies).values(
    [1, 2, 3, 4, 5].map((studentId) => ({
      studentId,
      serviceId: 1,
      serviceFrequencyId: 1,
      durationId: 1,
      eventFrequencyId: 1,
      sessionTypeId: 1,
    })),
  )
  await db.insert(trackingLabels).values([
    { trackingLabel: 'PRE', description: 'Present, session held' },
    { trackingLabel: 'ABS', description: 'Student absent', countsAs: COUNTS_AS.absent },
  ])
}

/** Paul's single session at Lincoln today, 9:00 to 9:45, with Ana and Bo. */
const USUAL: SessionForm = {
  mode: 'advance',
  eventName: 'Fine motor group',
  providerId: null,
  date: TODAY,
  startTime: '09:00',
  endTime: '09:45',
  schoolId: SCHOOL_IDS.lincoln,
  serviceId: SERVICE_IDS.ot,
  rateTypeId: null,
  colourCode: '#90EE90',
  isTimesheetReq: true,
  caseloadIds: [CASELOAD_IDS.ana, CASELOAD_IDS.bo],
  rule: { type: 'none' },
  endDate: TODAY,
}

/** The payload of a session like the usual one. A single session ends on the day it starts. */
export const sessionPayload = (form: Partial<SessionForm> = {}) =>
  toWire({ ...USUAL, ...form, endDate: form.endDate ?? form.date ?? TODAY }, { userId: 2 })

/** Paul's request to change an occurrence; written directly, because the session may be over. */
export const storeWaitingChange = async (
  { db }: Database,
  occurrenceId: number,
  form: Partial<SessionForm>,
): Promise<void> => {
  const after = { ...USUAL, providerId: 1, ...form, endDate: form.date ?? TODAY }
  await db.insert(occurrenceEdits).values({ occurrenceId, form: after, requestedById: PEOPLE.Providers.userId })
}

/** Adds a session over HTTP and returns its id. */
export const addSession = async (server: TestServer, token: string, form: Partial<SessionForm> = {}) => {
  const reply = await server.call('addScheduleEvent', { token, body: sessionPayload(form) })
  if (reply.status !== 200) throw new Error(`${reply.status} ${reply.message}`)
  return savedScheduleEventSchema.parse(reply.data)
}

/** Adds copies of the only session, for lists that are long. */
export const copySession = async ({ db }: Database, count: number): Promise<void> => {
  const [session] = await db.select().from(occurrences)
  if (!session) throw new Error('There is no session')
  const { id: _id, ...copy } = session
  const copies = Array.from({ length: count }, () => copy)
  await db.transaction((tx) => bulkInsert(tx, occurrences, copies))
}

const eventsSchema = z.object({ events: z.array(z.looseObject({ id: z.number(), eventDate: z.string() })) })

/** The ids of a day's occurrences, in chronological order. */
export const occurrenceIdsOn = async (server: TestServer, token: string, date: string): Promise<number[]> => {
  const body = { fromDateTime: date, toDateTime: date }
  const { data } = await server.call('getWeeklyScheduleEvents', { token, body })
  return eventsSchema.parse(data).events.map(({ id }) => id)
}

/** Status and message, and the fields if any. */
export const refusalOf = ({ status, message, errors }: TestReply) => ({ status, message, ...(errors && { errors }) })

export interface Hours {
  id?: number
  providerId?: number
  schoolId?: number
  date?: string
  startTime?: string
  endTime?: string
  isZeroHours?: boolean
  isConfirmClicked?: boolean
  serviceId?: number | null
  entityCacheKey?: string
}

const claimsSchema = z.object({ sub: z.coerce.number() })

/**
 * Runs with the clock at a time of a day, if that is later: hours are confirmed and days approved once they are over.
 * The run gets a token that is valid then, of the same person.
 */
export const afterwards = async <T>(
  server: TestServer,
  token: string,
  { date, time = '23:45' }: { date: string; time?: string | undefined },
  run: (token: string) => Promise<T>,
): Promise<T> => {
  const at = instantOf(date, localTimeSchema.safeParse(time).data ?? '23:45', TEST_TIME_ZONE)
  if (server.time >= at) return run(token)
  const before = server.now
  const [, claims = ''] = token.split('.')
  const { sub } = claimsSchema.parse(JSON.parse(Buffer.from(claims, 'base64url').toString()))
  server.now = at
  try {
    return await run(await server.tokenOf(sub))
  } finally {
    server.now = before
  }
}

/** Saves hours, Paul's at Lincoln today, and confirms them unless told otherwise. */
export const saveHours = (server: TestServer, token: string, { date = TODAY, ...hours }: Hours = {}) =>
  server.call('updateSchoolTime', {
    token,
    body: hoursToWire({
      id: 0,
      providerId: 1,
      schoolId: SCHOOL_IDS.lincoln,
      eventDate: date,
      startTime: '09:00',
      endTime: '09:45',
      isZeroHours: false,
      isConfirmClicked: true,
      serviceId: SERVICE_IDS.ot,
      ...hours,
    }),
  })

/** The same once they have ended. */
export const confirmHours = (server: TestServer, token: string, hours: Hours = {}) =>
  afterwards(server, token, { date: hours.date ?? TODAY, time: hours.endTime ?? '09:45' }, (then) =>
    saveHours(server, then, hours),
  )

/** Each person's token, by first name. */
export type Tokens = Record<'ada' | 'paul' | 'sofia', string>

export const tokensOf = async (server: TestServer): Promise<Tokens> => ({
  ada: await server.tokenOf(PEOPLE.Administrators.userId),
  paul: await server.tokenOf(PEOPLE.Providers.userId),
  sofia: await server.tokenOf(PEOPLE.SpecialProvider.userId),
})

/** From now on the tables contain only the district and the time is `TEST_NOW`. */
export const startDistrict = async (database: Database, server: TestServer): Promise<Tokens> => {
  server.now = TEST_NOW
  await truncateAll(database)
  await addDistrict(database)
  return tokensOf(server)
}

/**
 * The same before each test. Call it in a suite, before its hooks.
 *
 * @returns the tokens; new ones for every test
 */
export const useDistrict = (database: () => Database, server: () => TestServer) => {
  const token: Tokens = { ada: '', paul: '', sofia: '' }
  beforeEach(async () => {
    Object.assign(token, await startDistrict(database(), server()))
  })
  return token
}
