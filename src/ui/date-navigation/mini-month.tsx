import '@mantine/dates/styles.layer.css'
import { DatePicker } from '@mantine/dates'
import type { LocalDate } from '#domain/time.ts'
import { MONTH_LABELS } from './month-labels.ts'

interface Props {
  readonly date: LocalDate
  readonly onChoose: (date: LocalDate) => void
}

/** The month around a date; a day in it is a click away. */
export const MiniMonth = ({ date, onChoose }: Props) => (
  <DatePicker
    // Another month starts it anew, on that month.
    key={date.slice(0, 7)}
    size="xs"
    firstDayOfWeek={0}
    weekendDays={[]}
    withNativeLevelSelect
    ariaLabels={MONTH_LABELS}
    highlightToday
    defaultDate={date}
    value={date}
    onChange={(chosen) => {
      if (chosen !== null) onChoose(chosen)
    }}
  />
)
