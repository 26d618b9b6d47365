import { useSelector } from '@xstate/react'
import type { ApprovedDate, CalendarEvent } from '#contract/schedule.ts'
import { Tally } from '#domain/tally.ts'
import { formatDayHeader, type LocalDate } from '#domain/time.ts'
import type { CalendarSnapshot } from '#machines/schedule/calendar.machine.ts'
import { daysShown } from '#machines/schedule/calendar-place.ts'
import { dayStatusesOf } from '#machines/schedule/day-status.ts'
import type { CalendarActor } from '#screens/schedule/use-calendar.ts'
import styles from './printed-overview.module.css'

/** With more providers than this, sessions side by side are too narrow to read on paper. */
const MOST_ON_A_SHEET = 3

const NO_EVENTS: readonly CalendarEvent[] = []
const NO_DATES: readonly ApprovedDate[] = []
const selectEvents = ({ context }: CalendarSnapshot) => context.data?.events ?? NO_EVENTS
const selectApprovedDates = ({ context }: CalendarSnapshot) => context.data?.approvedDates ?? NO_DATES
const selectPlace = ({ context }: CalendarSnapshot) => context

/** The number of sessions by provider and day, keyed 'providerId date'. */
const countsOf = (events: readonly CalendarEvent[]) =>
  new Tally(events.map(({ providerId, eventDate }) => `${providerId} ${eventDate}`))

/** Printed in place of the week grid when there are many providers: one row each. */
export const PrintedOverview = ({ calendar }: { readonly calendar: CalendarActor }) => {
  const events = useSelector(calendar, selectEvents)
  const approvedDates = useSelector(calendar, selectApprovedDates)
  const days = daysShown(useSelector(calendar, selectPlace))
  const providers = [...new Map(events.map(({ providerId, providerName }) => [providerId, providerName]))]
  if (providers.length <= MOST_ON_A_SHEET) return null
  const counts = countsOf(events)
  const statuses = dayStatusesOf(events, approvedDates)
  const cell = (providerId: number, date: LocalDate) => {
    const count = counts.of(`${providerId} ${date}`)
    if (count === 0) return ''
    const status = statuses.get(date)?.find((day) => day.providerId === providerId)?.status
    return `${count} ${count === 1 ? 'session' : 'sessions'}, ${status}`
  }
  return (
    <table className={styles.overview}>
      <thead>
        <tr>
          <th scope="col">Provider</th>
          {days.map((date) => (
            <th key={date} scope="col">
              {formatDayHeader(date)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {providers
          .sort(([, a], [, b]) => a.localeCompare(b))
          .map(([id, name]) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              {days.map((date) => (
                <td key={date}>{cell(id, date)}</td>
              ))}
            </tr>
          ))}
      </tbody>
    </table>
  )
}
