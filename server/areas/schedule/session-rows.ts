/** Turns a session's form into rows: of the session, of its occurrences, of their students. */
import { eq, type SQL, sql } from 'drizzle-orm'
import { SESSION_MODE_IDS, type SessionForm } from '#domain/session-form.ts'
import { type LocalDate, spanOf } from '#domain/time.ts'
import { bulkInsert } from '#server/db/bulk-insert.ts'
import type { Tx } from '#server/db/database.ts'
import { occurrenceStudents, occurrences, scheduleEventStudents, scheduleEvents } from '#server/db/schema/schedule.ts'
import { caseloadFrequencies } from '#server/db/schema/students.ts'
import type { Caller } from '#server/http/handler.ts'

/** Columns that session and occurrence share. */
const sharedColumns = (form: SessionForm, providerId: number) => ({
  scheduleEventMode: SESSION_MODE_IDS[form.mode],
  isTimesheetRequired: form.isTimesheetReq,
  providerId,
  schoolId: form.schoolId,
  serviceId: form.serviceId,
  rateTypeId: form.rateTypeId,
  colourCode: form.colourCode,
  startTime: form.startTime,
  endTime: form.endTime,
})

export const sessionColumns = (form: SessionForm, providerId: number) => ({
  ...sharedColumns(form, providerId),
  eventName: form.eventName,
  fromDate: form.date,
  toDate: form.endDate,
  recurrence: form.rule,
  isRecurring: form.rule.type !== 'none',
})

/** The form's values in an occurrence, regardless of the date. */
export const occurrenceColumns = (form: SessionForm, providerId: number, studentsCount: number) => ({
  ...sharedColumns(form, providerId),
  title: form.eventName,
  studentsCount,
})

/** The start and end instants of an occurrence of the form on a date. */
export const instantsOf = (form: SessionForm, date: LocalDate, timeZone: string) =>
  spanOf(date, form.startTime, form.endTime, timeZone)

/** Adds the students that new occurrences of the session start with. */
export const addSessionStudents = (tx: Tx, scheduleEventId: number, caseloadIds: readonly number[]) =>
  bulkInsert(
    tx,
    scheduleEventStudents,
    caseloadIds.map((caseloadFrequencyId) => ({ scheduleEventId, caseloadFrequencyId })),
  )

/** Replaces the students of an existing session. */
const replaceSessionStudents = async (tx: Tx, scheduleEventId: number, caseloadIds: readonly number[]) => {
  await tx.delete(scheduleEventStudents).where(eq(scheduleEventStudents.scheduleEventId, scheduleEventId))
  await addSessionStudents(tx, scheduleEventId, caseloadIds)
}

/** Stores the form's values in the session, and returns its new version. */
export const updateSession = async (
  tx: Tx,
  id: number,
  form: SessionForm,
  { providerId, user, now }: { providerId: number; user: Pick<Caller, 'userId'>; now: Date },
): Promise<number> => {
  const [event] = await tx
    .update(scheduleEvents)
    .set({
      ...sessionColumns(form, providerId),
      updatedById: user.userId,
      updatedAt: now,
      version: sql`${scheduleEvents.version} + 1`,
    })
    .where(eq(scheduleEvents.id, id))
    .returning({ version: scheduleEvents.version })
  if (!event) throw new RangeError(`Session ${id} was locked but not found`)
  await replaceSessionStudents(tx, id, form.caseloadIds)
  return event.version
}

export interface NewOccurrences {
  scheduleEventId: number
  providerId: number
  form: SessionForm
  dates: readonly LocalDate[]
  studentsCount: number
  timeZone: string
  now: Date
}

/** Adds occurrences on the dates, without their students yet. */
export const insertOccurrences = async (tx: Tx, occurrence: NewOccurrences): Promise<void> => {
  const { scheduleEventId, providerId, form, dates, studentsCount, timeZone, now } = occurrence
  const columns = {
    ...occurrenceColumns(form, providerId, studentsCount),
    isRecurring: form.rule.type !== 'none',
    scheduleEventId,
    createdAt: now,
  }
  await bulkInsert(
    tx,
    occurrences,
    dates.map((date) => ({ ...columns, date, ...instantsOf(form, date, timeZone) })),
  )
}

/** Adds missing students to the occurrences that meet `which`. Inserting in order is a third faster. */
export const addStudents = async (tx: Tx, which: SQL, caseloadIds: readonly number[]): Promise<void> => {
  if (caseloadIds.length === 0) return
  await tx.execute(sql`
    insert into ${occurrenceStudents} (occurrence_id, student_id, caseload_frequency_id)
    select ${occurrences.id}, ${caseloadFrequencies.studentId}, ${caseloadFrequencies.id}
    from ${occurrences} cross join ${caseloadFrequencies}
    where ${which} and ${caseloadFrequencies.id} = any(${sql.param([...caseloadIds])}::int[])
    order by ${occurrences.id}, ${caseloadFrequencies.id}
    on conflict do nothing`)
}

/** Students of an occurrence, by their caseload ids. */
type Whom = { readonly only: readonly number[] } | { readonly allBut: readonly number[] }

/** Removes students from the occurrences. Labels and notes of the others stay. */
export const dropStudents = async (tx: Tx, occurrenceIds: readonly number[], whom: Whom) => {
  if (occurrenceIds.length === 0) return
  const goes =
    'only' in whom
      ? sql`= any(${sql.param([...whom.only])}::int[])`
      : sql`<> all(${sql.param([...whom.allBut])}::int[])`
  await tx.execute(sql`
    delete from ${occurrenceStudents}
    where ${occurrenceStudents.occurrenceId} = any(${sql.param([...occurrenceIds])}::int[])
      and ${occurrenceStudents.caseloadFrequencyId} ${goes}`)
}

/** How many students are in the occurrence `stored` of an update. */
export const countStudents = sql`(select count(distinct entry.student_id)::int from ${occurrenceStudents} as entry
  where entry.occurrence_id = stored.id)`
