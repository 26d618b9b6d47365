/** What a provider's page shows administrators. */
import { and, asc, eq, gte, inArray, isNull, sql } from 'drizzle-orm'
import { HOURS_WEEKS, LISTED_ON_PAGE, type ProviderStudents } from '#contract/provider-page.ts'
import { mandatedMinutes } from '#domain/mandated-minutes.ts'
import { eachPhone } from '#domain/provider-phones.ts'
import { addDays, localOf, startOfWeek, withoutSeconds } from '#domain/time.ts'
import { LIVE_PTO_STATES, PTO_STATES } from '#domain/time-off.ts'
import { readWorkLeftOf } from '#server/areas/handing-over/work-left.ts'
import { frequenciesInWords } from '#server/areas/hours/frequencies-in-words.ts'
import { countUnits } from '#server/areas/hours/pto-rows.ts'
import { PROVIDER, requireProvider } from '#server/areas/master-data/required-provider.ts'
import { requireRecord } from '#server/areas/master-data/stored-record.ts'
import { studentName } from '#server/areas/students/student-name.ts'
import { readWeeklyHours } from '#server/areas/timesheet/timesheet-rows.ts'
import type { Db } from '#server/db/database.ts'
import { providerName, statusTitle } from '#server/db/providers.ts'
import { providers, providerTypes } from '#server/db/schema/providers.ts'
import { schools } from '#server/db/schema/schools.ts'
import { students } from '#server/db/schema/students.ts'
import { ptoBalances, ptoRequests } from '#server/db/schema/time-off.ts'
import { users } from '#server/db/schema/users.ts'
import { accountStateOrNone, isWithoutPassword } from '#server/db/users.ts'
import type { HandlersOf } from '#server/http/handler.ts'
import { readSchools, readServices } from './provider-assignments.ts'
import { readRatesInForce } from './provider-rates.ts'

type Counting = Pick<Db, 'select' | '$count'>

const readCaseload = async (db: Counting, providerId: number): Promise<ProviderStudents> => {
  const active = and(eq(students.providerId, providerId), eq(students.isActive, true), isNull(students.deletedAt))
  const frequency = frequenciesInWords(db)
  const rows = await db
    .select({
      studentId: students.id,
      service: frequency.serviceType,
      times: frequency.times,
      minutes: frequency.minutes,
      everyWeeks: frequency.everyWeeks,
    })
    .from(students)
    .innerJoin(frequency, eq(frequency.studentId, students.id))
    .where(active)
    .orderBy(asc(frequency.id))
  const mandates = new Map<number, { services: Set<string>; weeklyMinutes: number | null }>()
  for (const { studentId, service, times, minutes, everyWeeks } of rows) {
    const mandate = mandates.get(studentId) ?? { services: new Set(), weeklyMinutes: null }
    mandates.set(studentId, mandate)
    if (service) mandate.services.add(service)
    if (times !== null && minutes !== null && everyWeeks !== null)
      mandate.weeklyMinutes = (mandate.weeklyMinutes ?? 0) + mandatedMinutes({ times, minutes, everyWeeks })
  }
  const listed = await db
    .select({ id: students.id, name: studentName, schoolName: schools.name })
    .from(students)
    .innerJoin(schools, eq(schools.id, students.schoolId))
    .where(active)
    .orderBy(asc(students.name), asc(students.id))
    .limit(LISTED_ON_PAGE)
  return {
    total: await db.$count(students, active),
    weeklyMinutes: [...mandates.values()].reduce((sum, { weeklyMinutes }) => sum + (weeklyMinutes ?? 0), 0),
    students: listed.map((student) => {
      const { services = [], weeklyMinutes = null } = mandates.get(student.id) ?? {}
      return { ...student, services: [...services].sort((a, b) => a.localeCompare(b)), weeklyMinutes }
    }),
  }
}

export const providerPageHandlers: HandlersOf<
  'getProviderOverview' | 'getProviderHours' | 'getProviderStudents' | 'getProviderTimeOff' | 'getProviderRates'
> = {
  getProviderOverview: async ({ params: { id }, db, user, now, timeZone }) => {
    const { version: _, ...provider } = requireRecord(
      await db
        .select({
          id: providers.id,
          name: providerName,
          providerType: providerTypes.title,
          status: statusTitle(localOf(now, timeZone).date),
          emailId: providers.email,
          ...eachPhone((phone) => providers[phone]),
          version: providers.version,
          isGmailUser: isWithoutPassword,
          accountState: accountStateOrNone(localOf(now, timeZone).date),
          isSelf: sql<boolean>`coalesce(${users.id} = ${user.userId}, false)`,
        })
        .from(providers)
        .innerJoin(providerTypes, eq(providerTypes.id, providers.providerTypeId))
        .leftJoin(users, eq(users.providerId, providers.id))
        .where(eq(providers.id, id)),
      PROVIDER,
    )
    return {
      ...provider,
      schools: (await readSchools(db, id)).map(({ name }) => name),
      services: (await readServices(db, id)).map(({ name }) => name),
      workLeft: await readWorkLeftOf(db, id, { now, timeZone }),
    }
  },

  getProviderHours: async ({ params: { id }, db, now, timeZone }) => {
    await requireProvider(db, id)
    const { date: today } = localOf(now, timeZone)
    const weeks = Array.from({ length: HOURS_WEEKS }, (_, week) =>
      addDays(startOfWeek(today), 7 * (week + 1 - HOURS_WEEKS)),
    )
    const hours = await readWeeklyHours(db, { from: weeks[0] ?? today, to: today, providerIds: [id] })
    return weeks.map((from) => hours.get(from) ?? { from, scheduled: 0, delivered: 0 })
  },

  getProviderStudents: async ({ params: { id }, db }) => {
    await requireProvider(db, id)
    return readCaseload(db, id)
  },

  getProviderTimeOff: async ({ params: { id }, db, now, timeZone }) => {
    await requireProvider(db, id)
    const [balance] = await db.select().from(ptoBalances).where(eq(ptoBalances.providerId, id))
    const pendingCount = await countUnits(db, { providerIds: [id], statusId: PTO_STATES.pending.id })
    const { date: today } = localOf(now, timeZone)
    const next = await db
      .select({
        id: ptoRequests.id,
        requestedDate: ptoRequests.requestedDate,
        startTime: ptoRequests.startTime,
        endTime: ptoRequests.endTime,
        state: ptoRequests.state,
        totalHours: ptoRequests.totalHours,
      })
      .from(ptoRequests)
      .where(
        and(
          eq(ptoRequests.providerId, id),
          gte(ptoRequests.requestedDate, today),
          inArray(ptoRequests.state, LIVE_PTO_STATES),
        ),
      )
      .orderBy(asc(ptoRequests.requestedDate), asc(ptoRequests.startTime), asc(ptoRequests.id))
      .limit(LISTED_ON_PAGE)
    return {
      balanceHours: balance?.availableHours ?? '0.00',
      pendingCount,
      next: next.map(({ state, startTime, endTime, ...request }) => ({
        ...request,
        startTime: withoutSeconds(startTime),
        endTime: withoutSeconds(endTime),
        statusId: PTO_STATES[state].id,
      })),
    }
  },

  getProviderRates: async ({ params: { id }, db, now, timeZone }) => {
    await requireProvider(db, id)
    return readRatesInForce(db, id, localOf(now, timeZone).date)
  },
}
