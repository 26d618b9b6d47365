/** Adding a session or a series (spec 1, sections 4 to 6; DESIGN, section 4 "Recurrence"). */
import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import { fromWire } from '#contract/schedule-event-payload.ts'
import type { addScheduleEvent } from '#contract/session-form.ts'
import { expandRule } from '#domain/recurrence.ts'
import { questionsFor, SESSION_MODE_IDS, type SessionForm, sessionFormSchema } from '#domain/session-form.ts'
import { formatDate, instantOf, type LocalDate } from '#domain/time.ts'
import { bulkInsert } from '#server/db/bulk-insert.ts'
import {
  caseloadFrequencies,
  occurrenceStudents,
  occurrences,
  providerSchools,
  scheduleEventStudents,
  scheduleEvents,
  schoolServiceRates,
  schools,
  students,
  timesheets,
} from '#server/db/schema.ts'
import { logTransitions } from '#server/db/transition-log.ts'
import { NO_ACCESS, providerScope } from '#server/http/access.ts'
import { refuseFields } from '#server/http/field-errors.ts'
import { type Caller, done, type Handler } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { askDay, lockDays, type StoredDay, storeMoves, type Tx } from './provider-days.ts'

const refuseField = (path: string, message: string, status: 400 | 403 = 400): never => {
  throw new Refusal(status, message, { errors: [{ path, message }] })
}

/** Dates in a sentence: three at most by name. */
const datesInWords = (dates: readonly LocalDate[]): string => {
  const shown = dates.slice(0, 3).map(formatDate).join(', ')
  return dates.length > 3 ? `${shown} and ${dates.length - 3} more` : shown
}

/** The school, at which the provider has to work. A provider learns nothing of other schools. */
const requireSchool = async (tx: Tx, { schoolId }: SessionForm, providerId: number, user: Caller) => {
  const [school] = await tx
    .select({ name: schools.name, worksThere: providerSchools.providerId })
    .from(schools)
    .leftJoin(
      providerSchools,
      and(eq(providerSchools.schoolId, schools.id), eq(providerSchools.providerId, providerId)),
    )
    .where(and(eq(schools.id, schoolId), eq(schools.isActive, true)))
  if (school && school.worksThere !== null) return school
  if (providerScope(user) !== undefined) return refuseField('schoolId', NO_ACCESS, 403)
  return refuseField('schoolId', school ? `This provider does not work at ${school.name}` : 'There is no such school')
}

/** The service needs a rate at the school on the first day, of the rate type if one was chosen. */
const requireRate = async (tx: Tx, form: SessionForm, schoolName: string): Promise<void> => {
  const rates = await tx
    .select({ rateTypeId: schoolServiceRates.rateTypeId })
    .from(schoolServiceRates)
    .where(
      and(
        eq(schoolServiceRates.schoolId, form.schoolId),
        eq(schoolServiceRates.serviceId, form.serviceId),
        lte(schoolServiceRates.effectiveDate, form.date),
        isNull(schoolServiceRates.deletedAt),
      ),
    )
  const inForce = `rate at ${schoolName} on ${formatDate(form.date)}`
  if (rates.length === 0) refuseField('serviceId', `This service has no ${inForce}`)
  if (form.rateTypeId !== null && !rates.some(({ rateTypeId }) => rateTypeId === form.rateTypeId)) {
    refuseField('rateTypeId', `This service has no such ${inForce}`)
  }
}

/** Every student has to be on the school's caseload, and for a provider on their own. */
const requireStudents = async (tx: Tx, form: SessionForm, user: Caller): Promise<number> => {
  if (form.caseloadIds.length === 0) return 0
  const scope = providerScope(user)
  const found = await tx
    .select({ id: caseloadFrequencies.id, studentId: students.id })
    .from(caseloadFrequencies)
    .innerJoin(students, eq(students.id, caseloadFrequencies.studentId))
    .where(
      and(
        inArray(caseloadFrequencies.id, form.caseloadIds),
        isNull(caseloadFrequencies.deletedAt),
        eq(students.schoolId, form.schoolId),
        eq(students.isActive, true),
        scope === undefined ? undefined : eq(students.providerId, scope),
      ),
    )
  if (found.length !== form.caseloadIds.length) {
    const message = "A student is not on this school's caseload"
    refuseField('caseloadIds', message, scope === undefined ? 400 : 403)
  }
  return new Set(found.map(({ studentId }) => studentId)).size
}

/**
 * Asks every day whether a session may be added, and makes the hours of the school there be confirmed again: the new
 * session is not in what was confirmed.
 */
const openDays = async (
  tx: Tx,
  providerId: number,
  dates: readonly LocalDate[],
  form: SessionForm,
  user: Caller,
  now: Date,
) => {
  const days = await lockDays(
    tx,
    dates.map((date) => ({ providerId, date })),
  )
  const ask = (day: StoredDay) => askDay(day, { type: 'sessions.change' }, user, form.isTimesheetReq ? 1 : 0)
  const asked = [...days.values()].map((day) => ({ day, move: ask(day) }))
  const refused = asked.filter(({ move }) => !move).map(({ day }) => day)
  if (refused.length > 0) {
    const states = [...new Set(refused.map(({ state }) => state))].join(' or ')
    const which = datesInWords(refused.map(({ date }) => date))
    throw new Refusal(409, `No session can be added: ${which} ${refused.length > 1 ? 'are' : 'is'} ${states}.`)
  }
  await storeMoves(
    tx,
    asked.flatMap(({ move }) => move ?? []),
    { userId: user.userId, now },
  )
  if (!form.isTimesheetReq) return
  await tx
    .update(timesheets)
    .set({ confirmedAt: null, confirmedById: null, version: sql`${timesheets.version} + 1` })
    .where(
      and(
        eq(timesheets.providerId, providerId),
        eq(timesheets.schoolId, form.schoolId),
        inArray(timesheets.date, [...dates]),
        sql`${timesheets.confirmedAt} is not null`,
      ),
    )
}

/** Whose session it is: a provider's own, or the provider whom an administrator chose. */
const providerOf = (form: SessionForm, sentProviderId: number, user: Caller): number => {
  const scope = providerScope(user)
  if (scope !== undefined && sentProviderId !== 0 && sentProviderId !== scope) throw new Refusal(403, NO_ACCESS)
  const providerId = scope ?? form.providerId ?? user.providerId
  return providerId ?? refuseField('providerId', 'Provider Name Is Required')
}

export const addEvent: Handler<typeof addScheduleEvent> = async ({ body, db, user, now, timeZone }) => {
  const parsed = sessionFormSchema(questionsFor(user.role, user.providerId)).safeParse(fromWire(body))
  if (!parsed.success) throw refuseFields(parsed.error.issues)
  const form = parsed.data
  const providerId = providerOf(form, body.providerId, user)
  const expansion = expandRule(form.rule, { fromDate: form.date, untilDate: form.endDate })
  if ('problem' in expansion) return refuseField('endDate', expansion.problem)
  const { dates } = expansion

  const saved = await db.transaction(async (tx) => {
    const school = await requireSchool(tx, form, providerId, user)
    await requireRate(tx, form, school.name)
    const studentsCount = await requireStudents(tx, form, user)
    await openDays(tx, providerId, dates, form, user, now)
    const isRecurring = form.rule.type !== 'none'
    const shared = {
      scheduleEventMode: SESSION_MODE_IDS[form.mode],
      isTimesheetRequired: form.isTimesheetReq,
      providerId,
      schoolId: form.schoolId,
      serviceId: form.serviceId,
      colourCode: form.colourCode,
      startTime: form.startTime,
      endTime: form.endTime,
      isRecurring,
    }
    const [event] = await tx
      .insert(scheduleEvents)
      .values({
        ...shared,
        eventName: form.eventName,
        rateTypeId: form.rateTypeId,
        fromDate: form.date,
        toDate: form.endDate,
        recurrence: form.rule,
        createdById: user.userId,
        createdAt: now,
        updatedAt: now,
      })
      .returning({ id: scheduleEvents.id })
    if (!event) throw new RangeError('The session was inserted and has no id')
    await bulkInsert(
      tx,
      scheduleEventStudents,
      form.caseloadIds.map((caseloadFrequencyId) => ({ scheduleEventId: event.id, caseloadFrequencyId })),
    )
    await bulkInsert(
      tx,
      occurrences,
      dates.map((date) => ({
        ...shared,
        scheduleEventId: event.id,
        title: form.eventName,
        studentsCount,
        date,
        startsAt: instantOf(date, form.startTime, timeZone),
        endsAt: instantOf(date, form.endTime, timeZone),
      })),
    )
    if (form.caseloadIds.length > 0) {
      await tx.execute(sql`
        insert into ${occurrenceStudents} (occurrence_id, student_id, caseload_frequency_id)
        select ${occurrences.id}, ${caseloadFrequencies.studentId}, ${caseloadFrequencies.id}
        from ${occurrences} cross join ${caseloadFrequencies}
        where ${occurrences.scheduleEventId} = ${event.id}
          and ${caseloadFrequencies.id} = any(${sql.param(form.caseloadIds)}::int[])`)
    }
    await logTransitions(tx, user.userId, now, [
      {
        machine: 'schedule-event',
        entity: String(event.id),
        from: 'none',
        event: 'series.create',
        to: 'scheduled',
        detail: { occurrences: dates.length },
      },
    ])
    return { id: event.id, occurrences: dates.length }
  })
  return done(saved, 'Event has been added successfully')
}
