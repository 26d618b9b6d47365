import '@mantine/dates/styles.layer.css'
import { DatePicker } from '@mantine/dates'
import type { LocalDate } from '#domain/time.ts'
import styles from './date-navigation.module.css'
import { MONTH_LABELS } from './month-labels.ts'
import { nameLevelSelects } from './name-level-selects.ts'

interface Props {
  readonly date: LocalDate
  /** Today in the organization's time zone, which may differ from the browser's. */
  readonly today: LocalDate
  readonly onChoose: (date: LocalDate) => void
}

/** A small calendar of the date's month; clicking a day selects it. */
export const MiniMonth = ({ date, today, onChoose }: Props) => (
  <div ref={nameLevelSelects}>
    <DatePicker
      // The key remounts the calendar when the month changes, so it shows that month.
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
  </div>
)
