import type { LocalDate } from '#domain/time.ts'
import { selectPlace } from '#machines/schedule/calendar.machine.ts'
import { daysShown } from '#machines/schedule/calendar-place.ts'
import type { CalendarActor } from './use-calendar.ts'

/** Reloads a calendar after a session was saved, and shows the session's day if it is not on screen. */
export const showSaved = (calendar: CalendarActor, date: LocalDate | undefined): void => {
  const snapshot = calendar.getSnapshot()
  if (date === undefined || daysShown(snapshot.context).includes(date)) calendar.send({ type: 'calendar.refresh' })
  else calendar.send({ type: 'place.visit', place: { ...selectPlace(snapshot), date } })
}
