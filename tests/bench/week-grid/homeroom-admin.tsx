import { MantineProvider } from '@mantine/core'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { weekOf } from '#domain/time.ts'
import { CrowdedHourContent } from '#screens/schedule/crowded-hour-content.tsx'
import { foldCrowdedHours, type GridItem, isCrowdedHour } from '#screens/schedule/crowded-hours.ts'
import { WeekGrid } from '#ui/week-grid/week-grid.tsx'
import { fridayOf, PROVIDERS, renderAllDay, renderDayHeader } from './admin-parts.tsx'
import { sessionsOf, weekStart } from './data.ts'
import { untilShown } from './drive.ts'

const nothing = () => {}
const root = createRoot(document.getElementById('root') as HTMLElement)
const HOURS = { from: 7 * 60, to: 24 * 60 }
/** The number of lanes that fit at this width. */
const LANES = 3
const renderEvent = (item: GridItem) => (isCrowdedHour(item) ? <CrowdedHourContent hour={item} /> : undefined)

const eventsOf = (week: number, count: number) =>
  sessionsOf(week, count).map((session, n) => ({
    ...session,
    occurrenceId: n,
    providerId: 1 + (n % PROVIDERS),
    providerName: `Provider ${1 + (n % PROVIDERS)}`,
    schoolName: `School ${1 + (n % 12)}`,
    dayStatus: n % 3 ? ('confirmed' as const) : ('unconfirmed' as const),
  }))

const draw = (week: number, count: number) =>
  flushSync(() =>
    root.render(
      <MantineProvider>
        <WeekGrid
          ariaLabel="Week"
          days={weekOf(weekStart(week))}
          events={foldCrowdedHours(eventsOf(week, count), LANES, HOURS)}
          maxHeight="850px"
          now={{ date: '2026-03-04', time: '10:00' }}
          renderEvent={renderEvent}
          renderDayHeader={renderDayHeader}
          renderAllDay={renderAllDay}
          onEventOpen={nothing}
          onRangeSelect={nothing}
          onEventChange={nothing}
        />
      </MantineProvider>,
    ),
  )

let count = 0
const show = (week: number) =>
  untilShown(
    () => document.querySelector(`[data-event^="hour ${fridayOf(week)}"]`) !== null,
    () => draw(week, count),
  )
window.driver = {
  first: (wanted) => {
    count = wanted
    return show(0)
  },
  next: () => show(1),
}
