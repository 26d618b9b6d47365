import FullCalendar, { type CalendarRef } from '@fullcalendar/react'
import interactionPlugin from '@fullcalendar/react/interaction'
import classicTheme from '@fullcalendar/react/themes/classic'
import timeGridPlugin from '@fullcalendar/react/timegrid'
import '@fullcalendar/react/skeleton.css'
import '@fullcalendar/react/themes/classic/theme.css'
import '@fullcalendar/react/themes/classic/palette.css'
import { createRef } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { FIRST_DAY, type Session, sessionsOf } from './data.ts'
import { untilPainted } from './drive.ts'

const calendar = createRef<CalendarRef>()
const root = createRoot(document.getElementById('root') as HTMLElement)

// A function as its source, which answers at once: one render a week, its fastest way to change both week and events.
let sessions: Session[] = []
const source = (_range: unknown, give: (events: object[]) => void) =>
  give(
    sessions.map(({ id, date, start, end, title, colour }) => ({
      id,
      title,
      start: `${date}T${start}:00`,
      end: `${date}T${end}:00`,
      color: colour,
    })),
  )

const draw = () =>
  flushSync(() =>
    root.render(
      <FullCalendar
        ref={calendar}
        plugins={[timeGridPlugin, interactionPlugin, classicTheme]}
        initialView="timeGridWeek"
        initialDate={FIRST_DAY}
        timeZone="UTC"
        headerToolbar={false}
        height={850}
        slotMinTime="07:00"
        slotMaxTime="24:00"
        slotDuration="00:15"
        slotHeaderInterval="01:00"
        nowIndicator
        editable
        selectable
        lazyFetching={false}
        events={source}
      />,
    ),
  )

let count = 0
const show = (week: number, work: () => void) => {
  sessions = sessionsOf(week, count)
  return untilPainted(sessions.at(-1)?.title ?? '', work)
}
window.driver = {
  first: (wanted) => {
    count = wanted
    return show(0, draw)
  },
  next: () => show(1, () => flushSync(() => calendar.current?.getApi().next())),
}
