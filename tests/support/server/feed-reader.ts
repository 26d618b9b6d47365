/** Reads a feed as a calendar app does, with ical.js (Thunderbird's parser), which shares no code with the portal. */
import ICAL from 'ical.js'

/** One entry on the reader's calendar. */
export interface ReadEvent {
  uid: string
  startsAt: string
  endsAt: string
  summary: string
  location: string
  description: string
  status: string
}

const textOf = (event: ICAL.Event, property: string): string => {
  const value = event.component.getFirstPropertyValue(property)
  return value === null ? '' : String(value)
}

/** All entries of the calendar, with rules expanded, in chronological order. */
export const readCalendar = (text: string): ReadEvent[] => {
  const calendar = new ICAL.Component(ICAL.parse(text))
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  const found: ReadEvent[] = []
  const add = (item: ICAL.Event, start: ICAL.Time, end: ICAL.Time) =>
    found.push({
      uid: item.uid,
      startsAt: start.toJSDate().toISOString(),
      endsAt: end.toJSDate().toISOString(),
      summary: item.summary,
      location: textOf(item, 'location'),
      description: textOf(item, 'description'),
      status: textOf(item, 'status'),
    })
  for (const component of calendar.getAllSubcomponents('vevent')) {
    const event = new ICAL.Event(component)
    if (event.isRecurrenceException()) continue
    if (!event.isRecurring()) {
      add(event, event.startDate, event.endDate)
      continue
    }
    const dates = event.iterator()
    for (let date = dates.next(); date; date = dates.next()) {
      const { item, startDate, endDate } = event.getOccurrenceDetails(date)
      add(item, startDate, endDate)
    }
  }
  return found.sort((a, b) => a.startsAt.localeCompare(b.startsAt) || a.uid.localeCompare(b.uid))
}

/** The lines of a feed as sent, without line endings. */
export const linesOf = (text: string): string[] => text.split('\r\n').slice(0, -1)
