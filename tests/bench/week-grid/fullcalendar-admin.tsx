import { MantineProvider } from '@mantine/core'
import { weekOf } from '#domain/time.ts'
import { renderAllDay, renderDayHeader } from './admin-parts.tsx'
import { weekStart } from './data.ts'
import { isOnPage } from './drive.ts'
import { startFullCalendar } from './fullcalendar-week.tsx'

/** A date of the calendar's UTC week. */
const dateOf = (date: Date) => date.toISOString().slice(0, 10)

startFullCalendar({
  props: {
    eventMaxStack: 3,
    dayHeaderContent: ({ date }) => renderDayHeader(dateOf(date)),
    eventContent: ({ event, timeText }) =>
      event.allDay && event.start ? renderAllDay(dateOf(event.start)) : `${timeText} ${event.title}`,
  },
  // The day's timesheets as one entry of the all-day row, which draws them.
  allDay: (week) => weekOf(weekStart(week)).map((date) => ({ id: `timesheets ${date}`, start: date, allDay: true })),
  wrap: (calendar) => <MantineProvider>{calendar}</MantineProvider>,
  // The last session may be hidden behind '+12 more'.
  isShown: (week) => isOnPage(` ${week}-`) && /\+\d+/.test(document.body.textContent ?? ''),
})
