/**
 * Reading calendars: a week for approval, a day for the provider's home, a span for Manage Schedule, one occurrence.
 */
import { eq, inArray } from 'drizzle-orm'
import { type DayListing, hoursToWire, sessionHoursToWire } from '#contract/schedule.ts'
import { isUnderCorrection } from '#domain/provider-day.ts'
import { describeRule, WEEKS_OF_MONTH } from '#domain/recurrence.ts'
import { timeList, WEEKDAYS } from '#domain/time.ts'
import { shownSince } from '#server/areas/notifications/news.ts'
import { readDayStatuses } from '#server/areas/provider-days/deciders.ts'
import { readTimesheetRows, rowKey } from '#server/areas/timesheet/timesheet-rows.ts'
import type { Db } from '#server/db/database.ts'
import { occurrences, scheduleEvents } from '#server/db/schema/schedule.ts'
import { services } from '#server/db/schema/services.ts'
import { labelNames } from '#server/db/session-labels.ts'
import { providerScope } from '#server/http/access.ts'
import type { HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { daysOfRows, readCalendar, wireEvents } from './calendar-query.ts'
import { readEditedVersion } from './edited-version.ts'
import { readEventStudents } from './event-students.ts'
import { readLatestChange } from './provider-changes.ts'
import { checkedRowsOf, creatorOf, keyOfEvent, readSpan, rowsOf } from './read-span.ts'
import { readAnswers } from './waiting-version.ts'

const named = (names: readonly string[], firstId: number) => names.map((name, index) => ({ id: index + firstId, name }))

/** What the day view and the event's details show in addition to a calendar event. */
const readFeedback = async (db: Db, ids: readonly number[]) => {
  if (ids.length === 0) return new Map<number, { trackingLabels: string; trackingFeedback: string }>()
  const { id, labelIds, trackingFeedback } = occurrences
  const rows = await db
    .select({ id, trackingLabels: labelNames(labelIds), trackingFeedback })
    .from(occurrences)
    .where(inArray(id, [...ids]))
  return new Map(rows.map(({ id, ...feedback }) => [id, feedback]))
}

const noFeedback = { trackingLabels: '', trackingFeedback: '' }

export const readingHandlers: HandlersOf<
  | 'getScheduleEventPageLoadLists'
  | 'getWeeklyScheduleEvents'
  | 'getScheduleEvents'
  | 'getScheduleEventsPerDay'
  | 'getScheduleEventById'
> = {
  getScheduleEventPageLoadLists: async () => {
    const weeks = named(WEEKS_OF_MONTH, 1)
    const weekDays = named(WEEKDAYS, 0)
    return { weeks, weekDays, monthWeeks: weeks, monthWeekDays: weekDays, timeList: [...timeList] }
  },

  getWeeklyScheduleEvents: async ({ body, db, user }) => {
    const rows = await readSpan(db, user, body)
    return { events: wireEvents(rows), eventsApprovedDates: await readDayStatuses(db, daysOfRows(rows)) }
  },

  getScheduleEvents: async ({ body, db, user }) => {
    const events = wireEvents(await readSpan(db, user, body))
    const rows = await rowsOf(db, body, events)
    return { events, eventsTimeSheetListing: rows.filter(({ isRequired }) => isRequired).map(hoursToWire) }
  },

  getScheduleEventsPerDay: async ({ body, db, user }) => {
    const events = wireEvents(await readSpan(db, user, body))
    const ids = events.map(({ id }) => id)
    const [rows, students, feedback] = [
      await checkedRowsOf(db, body, events),
      await readEventStudents(db, ids),
      await readFeedback(db, ids),
    ]
    const listings = new Map<string, DayListing[]>()
    for (const event of events) {
      const key = keyOfEvent(event)
      const listing = listings.get(key) ?? []
      listings.set(key, listing)
      listing.push({
        ...event,
        ...(feedback.get(event.id) ?? noFeedback),
        scheduleEventRecurrenceId: event.id,
        caseloadIds: students.get(event.id) ?? [],
      })
    }
    const scope = providerScope(user)
    const span = { from: body.fromDateTime, to: body.toDateTime }
    const since = await shownSince({ db, user }, 'decidedChanges')
    return {
      eventsTimeSheetListing: rows.map((row) => ({
        timesheet: hoursToWire(row),
        listing: listings.get(rowKey(row)) ?? [],
      })),
      ...(scope !== undefined && { editAnswers: await readAnswers(db, { providerId: scope, since, ...span }) }),
    }
  },

  getScheduleEventById: async ({ body, db, user, now, timeZone }) => {
    const scope = providerScope(user)
    const found = await readCalendar(db, { id: body.id, providerId: scope, createdById: creatorOf(user, body) })
    const [event] = wireEvents(found)
    const [day] = daysOfRows(found)
    const [row] = await db
      .select({
        trackingLabels: labelNames(occurrences.labelIds),
        trackingFeedback: occurrences.trackingFeedback,
        isTimesheetReq: occurrences.isTimesheetRequired,
        serviceId: occurrences.serviceId,
        serviceName: services.description,
        rule: scheduleEvents.recurrence,
        toDate: scheduleEvents.toDate,
        version: scheduleEvents.version,
      })
      .from(occurrences)
      .innerJoin(scheduleEvents, eq(scheduleEvents.id, occurrences.scheduleEventId))
      .innerJoin(services, eq(services.id, occurrences.serviceId))
      .where(eq(occurrences.id, body.id))
    if (!row || !event) throw new Refusal(404, 'Session not found.')
    const students = await readEventStudents(db, [body.id])
    const { providerId, schoolId, eventDate: date } = event
    const [hours] = await readTimesheetRows(db, { from: date, to: date, providerIds: [providerId], schoolId })
    const { trackingLabels, trackingFeedback, isTimesheetReq, serviceId, serviceName, rule, toDate, version } = row
    const [editAnswer] = scope === undefined ? [] : await readAnswers(db, { providerId: scope, id: body.id })
    const onlyWaiting = scope !== undefined
    const providerChange = await readLatestChange(db, { id: body.id, providerId, onlyWaiting })
    return {
      original: sessionHoursToWire({
        ...event,
        trackingLabels,
        trackingFeedback,
        scheduleEventRecurrenceId: event.id,
        isTimesheetReq,
        isZeroHours: hours?.isZeroHours ?? false,
        timesheetStartTime: hours?.startTime ?? event.eventStartTime,
        timesheetEndTime: hours?.endTime ?? event.eventEndTime,
        timesheetId: hours?.id,
        timesheetCacheKey: hours?.entityCacheKey,
        serviceId,
        serviceName,
        isEventPassed: new Date(event.endDateTimeUtc) < now && !(day?.state && isUnderCorrection(day.state)),
        recurrence: event.isRecurring ? describeRule(rule, toDate) : '',
        seriesCacheKey: String(version),
      }),
      originalStudentList: students.get(event.id) ?? [],
      ...(await readEditedVersion({ db, user, now, timeZone }, body.id)),
      ...(editAnswer && { editAnswer }),
      ...(providerChange && { providerChange }),
    }
  },
}
