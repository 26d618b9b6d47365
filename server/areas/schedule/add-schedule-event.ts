/** Adding a session or a series (spec 1, sections 4 to 6; DESIGN, section 4 "Recurrence"). */
import { eq } from 'drizzle-orm'
import { fromWire } from '#contract/schedule-event-payload.ts'
import type { addScheduleEvent } from '#contract/session-form.ts'
import { expandRule } from '#domain/recurrence.ts'
import { questionsFor, sessionFormMessages, sessionFormSchema } from '#domain/session-form.ts'
import { occurrences, scheduleEvents } from '#server/db/schema.ts'
import { logTransitions } from '#server/db/transition-log.ts'
import { refuseFields } from '#server/http/field-errors.ts'
import { done, type Handler } from '#server/http/handler.ts'
import { lockDays } from './provider-days.ts'
import { providerOf, refuseField, requireChoices } from './session-checks.ts'
import { requireOpenDays, settleDays } from './session-days.ts'
import { addStudents, insertOccurrences, sessionColumns, storeSessionStudents } from './session-rows.ts'

export const addEvent: Handler<typeof addScheduleEvent> = async ({ body, db, user, now, timeZone }) => {
  const parsed = sessionFormSchema(questionsFor(user.role, user.providerId)).safeParse(fromWire(body))
  if (!parsed.success) throw refuseFields(parsed.error.issues)
  const form = parsed.data
  const providerId = providerOf(form, body.providerId, user)
  const expansion = expandRule(form.rule, { fromDate: form.date, untilDate: form.endDate })
  if ('problem' in expansion) return refuseField('endDate', expansion.problem)
  const { dates } = expansion

  const saved = await db.transaction(async (tx) => {
    const studentsCount = await requireChoices(tx, form, { providerId, user })
    const keys = dates.map((date) => ({ providerId, date }))
    const days = await lockDays(tx, keys)
    requireOpenDays(days.values(), user)
    const [event] = await tx
      .insert(scheduleEvents)
      .values({
        ...sessionColumns(form, providerId),
        rateTypeId: form.rateTypeId,
        createdById: user.userId,
        createdAt: now,
        updatedAt: now,
      })
      .returning({ id: scheduleEvents.id })
    if (!event) throw new RangeError('The session was inserted and has no id')
    const scheduleEventId = event.id
    await storeSessionStudents(tx, scheduleEventId, form.caseloadIds)
    await insertOccurrences(tx, { scheduleEventId, providerId, form, dates, studentsCount, timeZone })
    await addStudents(tx, eq(occurrences.scheduleEventId, scheduleEventId), form.caseloadIds)
    const { schoolId } = form
    const changed = form.isTimesheetReq ? keys.map((key) => ({ ...key, schoolId })) : []
    await settleDays(tx, days.values(), changed, { user, now })
    await logTransitions(tx, user.userId, now, [
      {
        machine: 'schedule-event',
        entity: String(scheduleEventId),
        from: 'none',
        event: 'series.create',
        to: 'scheduled',
        detail: { occurrences: dates.length },
      },
    ])
    return { id: scheduleEventId, occurrences: dates.length }
  })
  return done(saved, sessionFormMessages.added)
}
