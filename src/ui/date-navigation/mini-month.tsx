import '@mantine/dates/styles.layer.css'
import { DatePicker } from '@mantine/dates'
import type { LocalDate } from '#domain/time.ts'
import styles from './date-navigation.module.css'
import { MONTH_LABELS } from './month-labels.ts'

interface Props {
  readonly date: LocalDate
  /** The organisation's day, which the browser's may not be. */
  readonly today: LocalDate
  readonly onChoose: (date: LocalDate) => void
}

/** The month around a date; a day in it is a click away. */
export const MiniMonth = ({ date, today, onChoose }: Props) => (
  <DatePicker
    // Another month starts it anew, on that month.
    key={date.slice(0, 7)}
    size="xs"
    firstDayOfWeek={0}
    weekendDays={[]}
    hideOutsideDates
    withNativeLevelSelect
    ariaLabels={MONTH_LABELS}
    getDayProps={(day) => (day === today ? { 'aria-current': 'date' } : {})}
    classNames={{ day: styles.day, calendarHeaderSelect: styles.level }}
    defaultDate={date}
    value={date}
    onChange={(chosen) => {
      if (chosen !== null) onChoose(chosen)
    }}
  />
)
