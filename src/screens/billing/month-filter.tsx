import { MonthPickerInput } from '@mantine/dates'
import { type LocalDate, localDateSchema } from '#domain/time.ts'
import type { FilterControlProps, SpecialFilter } from '#screens/list/list-filter.ts'
import { calendarLabels } from '#ui/date-field/date-field.tsx'
import { IconCalendar } from '#ui/icons/calendar.ts'
import { usePopupHome } from '#ui/popup-home/use-popup-home.ts'

/** The first days of the months; '' for no limit. */
export interface Months {
  fromMonth: LocalDate | ''
  toMonth: LocalDate | ''
}

const NONE: Months = { fromMonth: '', toMonth: '' }

interface MonthProps {
  readonly label: string
  readonly value: LocalDate | ''
  readonly minDate?: LocalDate | ''
  readonly maxDate?: LocalDate | ''
  readonly onChoose: (month: LocalDate | '') => void
}

const Month = ({ label, value, minDate, maxDate, onChoose }: MonthProps) => {
  const { field, popoverProps } = usePopupHome()
  return (
    <MonthPickerInput
      {...field}
      label={label}
      placeholder="Any month"
      valueFormat="MMM YYYY"
      value={value === '' ? null : value}
      onChange={(month) => onChoose(month ?? '')}
      {...(minDate && { minDate })}
      {...(maxDate && { maxDate })}
      allowDeselect
      ariaLabels={calendarLabels}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      leftSection={<IconCalendar size={16} stroke={1.7} aria-hidden />}
      leftSectionPointerEvents="none"
      // Its dialog has no name of its own.
      popoverProps={{ ...popoverProps, withRoles: false }}
    />
  )
}

const MonthControls = ({ values: { fromMonth, toMonth }, change }: FilterControlProps<Months>) => (
  <>
    <Month label="From Month" value={fromMonth} maxDate={toMonth} onChoose={(month) => change({ fromMonth: month })} />
    <Month label="To Month" value={toMonth} minDate={fromMonth} onChoose={(month) => change({ toMonth: month })} />
  </>
)

/** '2026-11' as '2026-11-01'. */
const monthOf = (text: string | null): LocalDate | '' => localDateSchema.safeParse(`${text}-01`).data ?? ''

/** From a month to a month, both inclusive (spec 2, section 2.10). */
export const monthFilter: SpecialFilter<Months> = {
  kind: 'special',
  key: 'months',
  none: NONE,
  read: (query) => {
    const months = { fromMonth: monthOf(query.get('from')), toMonth: monthOf(query.get('to')) }
    return months.toMonth !== '' && months.toMonth < months.fromMonth ? NONE : months
  },
  write: ({ fromMonth, toMonth }) => ({ from: fromMonth.slice(0, 7), to: toMonth.slice(0, 7) }),
  Control: MonthControls,
}
