/** The addresses of a session's pages (spec 2, sections 2.1 and 2.5). */
import type { CalendarEvent } from '#contract/schedule.ts'
import type { ChangeTarget } from '#machines/schedule/event-modal.machine.ts'

/** The form that edits an occurrence, or its series starting on its day. */
export const editAddressOf = (
  target: Omit<ChangeTarget, 'entityCacheKey' | 'seriesCacheKey' | 'isEdited'>,
  isAdministrator: boolean,
): string => {
  const { scope, scheduleEventId, occurrenceId, date, isRecurring } = target
  const base = `${isAdministrator ? '/edit-schedule' : '/edit-schedule-provider'}/${scheduleEventId}`
  if (scope === 'series') return `${base}?from=${date}`
  return isAdministrator ? `${base}/${occurrenceId}/${isRecurring}` : `${base}/${occurrenceId}`
}

/** The page that shows a session as of the occurrence's day. */
export const viewAddressOf = ({ scheduleEventId, occurrenceId }: ChangeTarget): string =>
  `/view-schedule-provider/${scheduleEventId}/true?occurrence=${occurrenceId}`

type Missing = Pick<CalendarEvent, 'id' | 'scheduleEventId' | 'eventDate' | 'eventStartTime' | 'eventEndTime'>

/** The form that replaces a deleted session, with what the calendar still knew of it. */
export const createAddressOf = (missing: Missing, isAdministrator: boolean): string => {
  const { id, scheduleEventId, eventDate: date, eventStartTime: start, eventEndTime: end } = missing
  const base = isAdministrator ? '/create-schedule' : '/create-schedule-provider'
  return `${base}/${scheduleEventId}/${id}?${new URLSearchParams({ date, start, end })}`
}
