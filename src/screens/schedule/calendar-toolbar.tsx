import { Group, SegmentedControl, Title } from '@mantine/core'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { CalendarSnapshot } from '#machines/schedule/calendar.machine.ts'
import type { CalendarView } from '#machines/schedule/calendar-place.ts'
import { DateNavigation } from '#ui/date-navigation/date-navigation.tsx'
import styles from './calendar-toolbar.module.css'
import { PrintedHeading } from './printed-heading.tsx'
import type { CalendarActor } from './use-calendar.ts'

const VIEWS = [
  { value: 'weekly', label: 'Weekly' },
  { value: 'daily', label: 'Daily' },
] as const satisfies readonly { value: CalendarView; label: string }[]

const selectDate = ({ context }: CalendarSnapshot) => context.date
const selectView = ({ context }: CalendarSnapshot) => context.view

interface Props {
  readonly title: string
  readonly calendar: CalendarActor
  /** Shows the Weekly/Daily switch. */
  readonly withViews?: boolean
  /** Buttons at the end. */
  readonly actions?: ReactNode
}

/** Title, days and buttons above a calendar. */
export const CalendarToolbar = ({ title, calendar, withViews = false, actions }: Props) => {
  const date = useSelector(calendar, selectDate)
  const view = useSelector(calendar, selectView)
  return (
    <div className={styles.toolbar}>
      <Title order={1} className={styles.title}>
        {title}
      </Title>
      <PrintedHeading calendar={calendar} className={styles.printed} />
      <DateNavigation
        date={date}
        step={view === 'weekly' ? 'week' : 'day'}
        onChoose={(chosen) => calendar.send({ type: 'date.choose', date: chosen })}
        onToday={() => calendar.send({ type: 'date.today' })}
        onPrevious={() => calendar.send({ type: 'date.previous' })}
        onNext={() => calendar.send({ type: 'date.next' })}
      />
      {withViews && (
        <SegmentedControl
          aria-label="View"
          data={[...VIEWS]}
          value={view}
          onChange={(chosen) => calendar.send({ type: 'view.choose', view: chosen })}
        />
      )}
      {actions && (
        <Group gap="xs" className={styles.actions}>
          {actions}
        </Group>
      )}
    </div>
  )
}
