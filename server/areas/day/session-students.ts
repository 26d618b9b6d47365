/** Students of a single occurrence: adding and removing them (spec 2, sections 2.3 and 7). */
import { and, eq, sql } from 'drizzle-orm'
import type { EventStudent } from '#contract/schedule.ts'
import { sessionFormMessages } from '#domain/session-form.ts'
import { readEventStudents } from '#server/areas/schedule/event-students.ts'
import {
  type ChangeContext,
  type HeldOccurrence,
  holdOccurrence,
  occurrenceLine,
  requireOccurrenceMove,
} from '#server/areas/schedule/occurrence-moves.ts'
import { requireStudents } from '#server/areas/schedule/session-checks.ts'
import { settleDays } from '#server/areas/schedule/session-days.ts'
import { addStudents } from '#server/areas/schedule/session-rows.ts'
import { occurrenceStudents, occurrences } from '#server/db/schema/schedule.ts'
import { logTransitions } from '#server/db/transition-log.ts'
import { providerScope } from '#server/http/access.ts'
import type { HandlersOf } from '#server/http/handler.ts'
import { Refusal, refuseField } from '#server/http/refusal.ts'

const EVENT = 'students.change'

/** Changes the occurrence's students with its day locked, and logs the change. */
const changeStudents = async (
  change: ChangeContext,
  occurrenceId: number,
  apply: (held: HeldOccurrence) => Promise<void>,
): Promise<EventStudent[]> => {
  const { tx, user, now } = change
  const held = await holdOccurrence(change, { id: occurrenceId, scope: providerScope(user), seen: undefined })
  const { stored, day, days } = held
  const move = requireOccurrenceMove(stored, day, EVENT, change)
  await apply(held)
  const students = (await readEventStudents(tx, [occurrenceId])).get(occurrenceId) ?? []
  await tx
    .update(occurrences)
    .set({
      studentsCount: new Set(students.map(({ studentId }) => studentId)).size,
      // Later changes of the series leave this occurrence as it was held.
      isEditedAlone: sql`${occurrences.isEditedAlone} or ${occurrences.isRecurring}`,
      version: sql`${occurrences.version} + 1`,
    })
    .where(eq(occurrences.id, occurrenceId))
  const detail = { version: stored.version + 1, changes: ['the students'] }
  await logTransitions(tx, user.userId, now, [occurrenceLine(occurrenceId, move, EVENT, detail)])
  await settleDays(tx, days.values(), [], change)
  return students
}

export const sessionStudentHandlers: HandlersOf<'addCaseload' | 'deleteStudentFromCaseload'> = {
  addCaseload: ({ body, db, user, now, timeZone }) =>
    db.transaction((tx) =>
      changeStudents({ tx, user, now, timeZone }, body.id, async ({ stored: { form } }) => {
        if (form.mode === 'basic') refuseField('caseloadIds', 'A Basic session cannot have students')
        const caseloadIds = [...new Set(body.caseloadIds)]
        await requireStudents(tx, { caseloadIds, schoolId: form.schoolId }, user, form.caseloadIds)
        await addStudents(tx, eq(occurrences.id, body.id), caseloadIds)
      }),
    ),

  deleteStudentFromCaseload: ({ body: { id, scheduleEventRecurrenceId: occurrenceId }, db, user, now, timeZone }) =>
    db.transaction((tx) =>
      changeStudents({ tx, user, now, timeZone }, occurrenceId, async ({ stored: { form } }) => {
        const deleted = await tx
          .delete(occurrenceStudents)
          .where(and(eq(occurrenceStudents.id, id), eq(occurrenceStudents.occurrenceId, occurrenceId)))
          .returning({ id: occurrenceStudents.id })
        if (deleted.length === 0) throw new Refusal(404, 'This student is no longer in this session.')
        if (form.isTimesheetReq && form.caseloadIds.length === 1) {
          refuseField('caseloadIds', sessionFormMessages.student)
        }
      }),
    ),
}
