/** Adding a session or a series (spec 1, sections 4 to 6; DESIGN, section 4 "Recurrence"). */
import { eq } from 'drizzle-orm'
import { fromWire, type ScheduleEventPayload } from '#contract/schedule-event-payload.ts'
import type { addScheduleEvent, SavedScheduleEvent } from '#contract/session-form.ts'
import { expandRule, missingDates } from '#domain/recurrence.ts'
import { questionsFor, type SessionForm, sessionFormMessages, sessionFormSchema } from '#domain/session-form.ts'
import type { LocalDate } from '#domain/time.ts'
import { notify } from '#server/areas/notifications/notify.ts'
import { followSessions } from '#server/areas/provider-days/follow-days.ts'
import type { StoredDay } from '#server/areas/provider-days/provider-days.ts'
import { occurrences, scheduleEvents } from '#server/db/schema/schedule.ts'
import { logTransitions } from '#server/db/transition-log.ts'
import { refuseFields } from '#server/http/field-errors.ts'
import { done, type Handler } from '#server/http/handler.ts'
import { refuseField } from '#server/http/refusal.ts'
import { type ChangeContext, holdDays } from './occurrence-moves.ts'
import { requireAvailable } from './provider-availability.ts'
import { providerOf, requireChoices } from './session-checks.ts'
import { clashesInReply } from './session-clashes.ts'
import { requireOpenDays, settleDays } from './session-days.ts'
import { additionNotices, sessionsOf } from './session-notices.ts'
import { addSessionStudents, addStudents, insertOccurrences, sessionColumns } from './session-rows.ts'

interface PlannedAddition {
  form: SessionForm
  providerId: number
  dates: LocalDate[]
  /** Dates that the rule gives but the month does not have. */
  missing: string[]
  studentsCount: number
  days: Map<string, StoredDay>
}

/** The dates of the new session. Throws a Refusal if it may not be added. */
export const planAddition = async (change: ChangeContext, body: ScheduleEventPayload): Promise<PlannedAddition> => {
  const { tx, user } = change
  const parsed = sessionFormSchema(questionsFor(user.role, user.providerId)).safeParse(fromWire(body))
  if (!parsed.success) throw refuseFields(parsed.error.issues)
  const form = parsed.data
  const providerId = providerOf(form, body.providerId, user)
  const span = { fromDate: form.date, untilDate: form.endDate }
  const expansion = expandRule(form.rule, span)
  if ('problem' in expansion) return refuseField('endDate', expansion.problem)
  const { dates } = expansion
  await requireAvailable(change, { providerId, dates })
  const studentsCount = await requireChoices(tx, form, { providerId, user })
  const days = await holdDays(
    change,
    dates.map((date) => ({ providerId, date })),
  )
  requireOpenDays(days.values(), user)
  return { form, providerId, dates, missing: missingDates(form.rule, span), studentsCount, days }
}

const add = async (change: ChangeContext, body: ScheduleEventPayload): Promise<SavedScheduleEvent> => {
  const { tx, user, now, timeZone } = change
  const { form, providerId, dates, studentsCount, days } = await planAddition(change, body)
  const clashes = await clashesInReply(change, { providerId, form, dates, newDates: dates, replacedIds: [] })
  const [event] = await tx
    .insert(scheduleEvents)
    .values({
      ...sessionColumns(form, providerId),
      createdById: user.userId,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: scheduleEvents.id })
  if (!event) throw new RangeError('The session was inserted but no id was returned')
  const scheduleEventId = event.id
  await addSessionStudents(tx, scheduleEventId, form.caseloadIds)
  await insertOccurrences(tx, { scheduleEventId, providerId, form, dates, studentsCount, timeZone, now })
  await addStudents(tx, eq(occurrences.scheduleEventId, scheduleEventId), form.caseloadIds)
  const { schoolId } = form
  const changed = form.isTimesheetReq ? dates.map((date) => ({ providerId, date, schoolId })) : []
  await settleDays(tx, days.values(), changed, { user, now })
  await followSessions(tx, eq(occurrences.scheduleEventId, scheduleEventId), { userId: user.userId, now })
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
  await notify(
    tx,
    { userId: user.userId, now },
    additionNotices(user, scheduleEventId, sessionsOf(form, providerId, dates)),
  )
  return { id: scheduleEventId, occurrences: dates.length, ...clashes }
}

export const addEvent: Handler<typeof addScheduleEvent> = async ({ body, db, user, now, timeZone }) =>
  done(await db.transaction((tx) => add({ tx, user, now, timeZone }, body)), sessionFormMessages.added)
