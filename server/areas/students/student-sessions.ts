/** A student's sessions, past or future. */
import { and, asc, desc, eq, gt, gte, isNull, lte } from 'drizzle-orm'
import type { SessionPeriod } from '#contract/students.ts'
import { type LocalDate, withoutSeconds } from '#domain/time.ts'
import { entryStatus, hoursOfOccurrence } from '#server/areas/hours/attendance-status.ts'
import type { Tx } from '#server/db/database.ts'
import { rangeOf } from '#server/db/page-range.ts'
import { providerName } from '#server/db/providers.ts'
import { timesheets } from '#server/db/schema/days-and-hours.ts'
import { providers } from '#server/db/schema/providers.ts'
import { occurrenceStudents, occurrences } from '#server/db/schema/schedule.ts'
import { schools } from '#server/db/schema/schools.ts'
import { labelNames } from '#server/db/session-labels.ts'

interface Wanted {
  studentId: number
  /** Limits the sessions to this provider's. */
  providerId: number | undefined
  period: SessionPeriod
  fromDate?: LocalDate | '' | undefined
  toDate?: LocalDate | '' | undefined
  pageIndex: number
  pageSize: number
  now: Date
}

export const readSessions = async (tx: Tx, wanted: Wanted) => {
  const { studentId, providerId, period, fromDate, toDate, now } = wanted
  const isPast = period === 'past'
  const which = and(
    eq(occurrenceStudents.studentId, studentId),
    isNull(occurrences.deletedAt),
    isPast ? lte(occurrences.endsAt, now) : gt(occurrences.endsAt, now),
    providerId === undefined ? undefined : eq(occurrences.providerId, providerId),
    fromDate ? gte(occurrences.date, fromDate) : undefined,
    toDate ? lte(occurrences.date, toDate) : undefined,
  )
  const inOrder = isPast ? desc : asc
  const { limit, offset } = rangeOf(wanted)
  const total = await tx.$count(
    tx
      .select({ id: occurrenceStudents.id })
      .from(occurrenceStudents)
      .innerJoin(occurrences, eq(occurrences.id, occurrenceStudents.occurrenceId))
      .where(which)
      .as('wanted'),
  )
  const rows = await tx
    .select({
      id: occurrenceStudents.id,
      title: occurrences.title,
      date: occurrences.date,
      startTime: occurrences.startTime,
      endTime: occurrences.endTime,
      schoolName: schools.name,
      providerId: occurrences.providerId,
      providerName,
      status: entryStatus,
      trackingLabels: labelNames(occurrenceStudents.labelIds),
      trackingFeedback: occurrenceStudents.trackingFeedback,
    })
    .from(occurrenceStudents)
    .innerJoin(occurrences, eq(occurrences.id, occurrenceStudents.occurrenceId))
    .innerJoin(schools, eq(schools.id, occurrences.schoolId))
    .innerJoin(providers, eq(providers.id, occurrences.providerId))
    .leftJoin(timesheets, hoursOfOccurrence)
    .where(which)
    .orderBy(inOrder(occurrences.date), inOrder(occurrences.startTime), inOrder(occurrenceStudents.id))
    .limit(limit)
    .offset(offset)
  const sessions = rows.map(({ startTime, endTime, status, ...row }) => ({
    ...row,
    startTime: withoutSeconds(startTime),
    endTime: withoutSeconds(endTime),
    status: isPast ? status : null,
  }))
  return { total, sessions }
}
