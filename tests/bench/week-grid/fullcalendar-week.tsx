import FullCalendar, { type CalendarRef } from '@fullcalendar/react'
import interactionPlugin from '@fullcalendar/react/interaction'
import classicTheme from '@fullcalendar/react/themes/classic'
import timeGridPlugin from '@fullcalendar/react/timegrid'
import '@fullcalendar/react/skeleton.css'
import '@fullcalendar/react/themes/classic/theme.css'
import '@fullcalendar/react/themes/classic/palette.css'
import { type ComponentProps, createRef, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { FIRST_DAY, type Session, sessionsOf } from './data.ts'
import { untilShown } from './drive.ts'

interface Options {
  /** Options in addition to the week's sessions. */
  readonly props?: Partial<ComponentProps<typeof FullCalendar>>
  readonly allDay?: (week: number) => object[]
  readonly wrap?: (calendar: ReactNode) => ReactNode
  /** Whether the whole week is on screen. */
  readonly isShown: (week: number, sessions: readonly Session[]) => boolean
}

/** A FullCalendar week that can be measured. */
export const startFullCalendar = ({ props, allDay = () => [], wrap = (it) => it, isShown }: Options): void => {
  const calendar = createRef<CalendarRef>()
  const root = createRoot(document.getElementById('root') as HTMLElement)

  // A source function that returns immediately: one render per week, the fastest way to change both week and events.
  let sessions: Session[] = []
  let shown = 0
  const source = (_range: unknown, give: (events: object[]) => void) =>
    give([
      ...allDay(shown),
      ...sessions.map(({ id, date, start, end, title, colour }) => ({
        id,
        title,
        start: `${date}T${start}:00`,
        end: `${date}T${end}:00`,
        color: colour,
      })),
    ])

  const draw = () =>
    flushSync(() =>
      root.render(
        wrap(
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
            {...props}
          />,
        ),
      ),
    )

  let count = 0
  const show = (week: number, work: () => void) => {
    shown = week
    sessions = sessionsOf(week, count)
    return untilShown(() => isShown(week, sessions), work)
  }
  window.driver = {
    first: (wanted) => {
      count = wanted
      return show(0, draw)
    },
    next: () => show(1, () => flushSync(() => calendar.current?.getApi().next())),
  }
}
