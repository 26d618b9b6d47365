import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { weekOf } from '#domain/time.ts'
import { WeekGrid } from '#ui/week-grid/week-grid.tsx'
import { type Session, sessionsOf, weekStart } from './data.ts'
import { isOnPage, untilShown } from './drive.ts'

const nothing = () => {}
const empty = () => null
const root = createRoot(document.getElementById('root') as HTMLElement)

const draw = (week: number, sessions: Session[]) =>
  flushSync(() =>
    root.render(
      <WeekGrid
        ariaLabel="Week"
        days={weekOf(weekStart(week))}
        events={sessions}
        maxHeight="850px"
        now={{ date: '2026-03-04', time: '10:00' }}
        renderAllDay={empty}
        onEventOpen={nothing}
        onRangeSelect={nothing}
        onEventChange={nothing}
      />,
    ),
  )

let count = 0
const show = (week: number) => {
  const sessions = sessionsOf(week, count)
  const last = sessions.at(-1)?.title ?? ''
  return untilShown(
    () => isOnPage(last),
    () => draw(week, sessions),
  )
}
window.driver = {
  first: (wanted) => {
    count = wanted
    return show(0)
  },
  next: () => show(1),
}
