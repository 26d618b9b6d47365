/** A student's mandated minutes compared with the minutes held. */
import { and, asc, between, eq, isNull, lte, sql } from 'drizzle-orm'
import type { MandatedService, StudentMinutes } from '#contract/students.ts'
import { mandatedMinutes } from '#domain/mandated-minutes.ts'
import { daysBetween, eachDay, type LocalDate, minutesOf, startOfWeek } from '#domain/time.ts'
import { attendanceStatus, hoursOfOccurrence } from '#server/areas/attendance/attendance-status.ts'
import { frequenciesInWords } from '#server/areas/caseloads/caseload-list.ts'
import type { Tx } from '#server/db/database.ts'
import { occurrenceStudents, occurrences, services, timesheets } from '#server/db/schema.ts'

/** The student's caseload entry; '' for what is not chosen yet. */
export const readFrequencies = async (tx: Tx, studentId: number): Promise<MandatedService[]> => {
  const frequency = frequenciesInWords(tx)
  const rows = await tx
    .select({
      id: frequency.id,
      serviceName: frequency.serviceType,
      serviceFrequency: frequency.serviceFrequency,
      duration: frequency.duration,
      eventFrequency: frequency.eventFrequency,
      sessionType: frequency.sessionType,
      times: frequency.times,
      minutes: frequency.minutes,
      everyWeeks: frequency.everyWeeks,
    })
    .from(frequency)
    .where(eq(frequency.studentId, studentId))
    // Frequencies without a service come last.
    .orderBy(sql`nullif(${frequency.serviceType}, '')`, asc(frequency.id))
  return rows.map(({ times, minutes, everyWeeks, ...service }) => ({
    ...service,
    weeklyMinutes:
      times === null || minutes === null || everyWeeks === null
        ? null
        : mandatedMinutes({ times, minutes, everyWeeks }),
  }))
}

interface Weeks {
  /** A Sunday. */
  first: LocalDate
  /** A Saturday. */
  last: LocalDate
}

/** A student in a session twice, by two frequencies, counts once. */
const readHeld = (tx: Tx, studentId: number, { first, last }: Weeks, now: Date) =>
  tx
    .selectDistinct({
      id: occurrences.id,
      date: occurrences.date,
      startTime: occurrences.startTime,
      endTime: occurrences.endTime,
      serviceName: services.description,
    })
    .from(occurrenceStudents)
    .innerJoin(occurrences, eq(occurrences.id, occurrenceStudents.occurrenceId))
    .innerJoin(services, eq(services.id, occurrences.serviceId))
    .leftJoin(timesheets, hoursOfOccurrence)
    .where(
      and(
        eq(occurrenceStudents.studentId, studentId),
        isNull(occurrences.deletedAt),
        between(occurrences.date, first, last),
        lte(occurrences.endsAt, now),
        eq(attendanceStatus, 'Present'),
      ),
    )

/** By week and by service, including every therapist's sessions. */
export const readMinutes = async (tx: Tx, studentId: number, weeks: Weeks, now: Date): Promise<StudentMinutes> => {
  const frequencies = await readFrequencies(tx, studentId)
  const held = await readHeld(tx, studentId, weeks, now)
  const count = (daysBetween(weeks.first, weeks.last) + 1) / 7
  const byWeek = new Map<LocalDate, number>()
  const byService = new Map<string, { mandated: number; delivered: number }>()
  const serviceOf = (name: string) => {
    const service = byService.get(name) ?? { mandated: 0, delivered: 0 }
    byService.set(name, service)
    return service
  }
  let weekly = 0
  for (const { serviceName, weeklyMinutes } of frequencies) {
    if (weeklyMinutes === null) continue
    weekly += weeklyMinutes
    serviceOf(serviceName).mandated += weeklyMinutes * count
  }
  for (const { date, startTime, endTime, serviceName } of held) {
    const minutes = minutesOf(endTime) - minutesOf(startTime)
    const week = startOfWeek(date)
    byWeek.set(week, (byWeek.get(week) ?? 0) + minutes)
    serviceOf(serviceName).delivered += minutes
  }
  return {
    weeks: eachDay(weeks.first, weeks.last)
      .filter((_, day) => day % 7 === 0)
      .map((from) => ({ from, mandated: weekly, delivered: byWeek.get(from) ?? 0 })),
    services: [...byService]
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([serviceName, minutes]) => ({ serviceName, ...minutes })),
  }
}
