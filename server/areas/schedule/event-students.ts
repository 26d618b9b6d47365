import { and, asc, eq, inArray } from 'drizzle-orm'
import type { EventStudent } from '#contract/schedule.ts'
import { studentName } from '#server/areas/students/student-name.ts'
import type { Db } from '#server/db/database.ts'
import { orEmpty } from '#server/db/or-empty.ts'
import { occurrenceStudents } from '#server/db/schema/schedule.ts'
import {
  caseloadFrequencies,
  durations,
  eventFrequencies,
  serviceFrequencies,
  sessionTypes,
  students,
} from '#server/db/schema/students.ts'
import { labelNames } from '#server/db/session-labels.ts'

/** The students of some occurrences, by occurrence, ordered by name. */
export const readEventStudents = async (
  db: Db,
  occurrenceIds: readonly number[],
): Promise<ReadonlyMap<number, EventStudent[]>> => {
  const byOccurrence = new Map<number, EventStudent[]>()
  if (occurrenceIds.length === 0) return byOccurrence
  const rows = await db
    .select({
      occurrenceId: occurrenceStudents.occurrenceId,
      id: occurrenceStudents.id,
      studentId: occurrenceStudents.studentId,
      caseloadFrequencyId: occurrenceStudents.caseloadFrequencyId,
      studentName,
      serviceFrequency: orEmpty(serviceFrequencies.serviceFrequency),
      duration: orEmpty(durations.duration),
      eventFrequency: orEmpty(eventFrequencies.eventFrequency),
      sessionType: orEmpty(sessionTypes.name),
      trackingLabels: labelNames(occurrenceStudents.labelIds),
      trackingFeedback: occurrenceStudents.trackingFeedback,
    })
    .from(occurrenceStudents)
    .innerJoin(students, eq(students.id, occurrenceStudents.studentId))
    .innerJoin(caseloadFrequencies, eq(caseloadFrequencies.id, occurrenceStudents.caseloadFrequencyId))
    .leftJoin(serviceFrequencies, eq(serviceFrequencies.id, caseloadFrequencies.serviceFrequencyId))
    .leftJoin(durations, eq(durations.id, caseloadFrequencies.durationId))
    .leftJoin(eventFrequencies, eq(eventFrequencies.id, caseloadFrequencies.eventFrequencyId))
    .leftJoin(sessionTypes, eq(sessionTypes.id, caseloadFrequencies.sessionTypeId))
    .where(and(inArray(occurrenceStudents.occurrenceId, [...occurrenceIds])))
    .orderBy(asc(students.name), asc(occurrenceStudents.id))
  for (const { occurrenceId, ...student } of rows) {
    const list = byOccurrence.get(occurrenceId) ?? []
    byOccurrence.set(occurrenceId, list)
    list.push({ ...student, caseloadName: student.studentName })
  }
  return byOccurrence
}
