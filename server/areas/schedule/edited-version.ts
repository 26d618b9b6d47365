import { asc, eq, inArray } from 'drizzle-orm'
import type { EventDetail } from '#contract/schedule.ts'
import { isAdministrator } from '#domain/roles.ts'
import { WEEKDAYS, weekdayOf } from '#domain/time.ts'
import { studentName } from '#server/areas/students/student-name.ts'
import type { PooledDb } from '#server/db/database.ts'
import { occurrenceEdits } from '#server/db/schema/schedule.ts'
import { schools } from '#server/db/schema/schools.ts'
import { services } from '#server/db/schema/services.ts'
import { caseloadFrequencies, students } from '#server/db/schema/students.ts'
import { users } from '#server/db/schema/users.ts'
import { foreseeApproval } from './change-occurrence.ts'
import type { ChangeContext } from './occurrence-moves.ts'

/** A provider's pending change of an occurrence, as the event's details show it. */
export const readEditedVersion = async (
  { db, ...asked }: { db: PooledDb } & Omit<ChangeContext, 'tx'>,
  occurrenceId: number,
): Promise<Pick<EventDetail, 'isEdited' | 'edited' | 'editedStudentList'>> => {
  const [edit] = await db
    .select({
      form: occurrenceEdits.form,
      requestedAt: occurrenceEdits.requestedAt,
      requestedBy: users.displayName,
    })
    .from(occurrenceEdits)
    .innerJoin(users, eq(users.id, occurrenceEdits.requestedById))
    .where(eq(occurrenceEdits.occurrenceId, occurrenceId))
  if (!edit) return { isEdited: false }
  const { form, requestedAt, requestedBy } = edit
  const [school] = await db.select({ name: schools.name }).from(schools).where(eq(schools.id, form.schoolId))
  const [service] = await db
    .select({ name: services.description })
    .from(services)
    .where(eq(services.id, form.serviceId))
  const decision = isAdministrator(asked.user.role)
    ? await db.transaction((tx) => foreseeApproval({ tx, ...asked, isPreview: true }, occurrenceId), {
        isolationLevel: 'repeatable read',
        accessMode: 'read only',
      })
    : undefined
  const editedStudentList = await db
    .select({
      studentId: students.id,
      caseloadFrequencyId: caseloadFrequencies.id,
      caseloadName: studentName,
      studentName,
    })
    .from(caseloadFrequencies)
    .innerJoin(students, eq(students.id, caseloadFrequencies.studentId))
    .where(inArray(caseloadFrequencies.id, form.caseloadIds))
    .orderBy(asc(students.name), asc(caseloadFrequencies.id))
  return {
    isEdited: true,
    edited: {
      title: form.eventName,
      eventDate: form.date,
      eventWeekDay: WEEKDAYS[weekdayOf(form.date)],
      eventStartTime: form.startTime,
      eventEndTime: form.endTime,
      schoolId: form.schoolId,
      schoolName: school?.name ?? '',
      serviceId: form.serviceId,
      serviceName: service?.name ?? '',
      colourCode: form.colourCode,
      isTimesheetReq: form.isTimesheetReq,
      requestedBy,
      requestedAtUtc: requestedAt.toISOString(),
      ...(decision && { decision }),
    },
    editedStudentList,
  }
}
