import '@mantine/dates/styles.layer.css'
import { Group } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { type LocalDate, parseDate } from '#domain/time.ts'
import { IconCalendar } from '#ui/icons/calendar.ts'
import styles from './date-navigation.module.css'
import { MONTH_LABELS } from './month-labels.ts'
import { nameLevelSelects } from './name-level-selects.ts'
import { StepButtons, type StepButtonsProps } from './step-buttons.tsx'

export interface DateNavigationProps extends StepButtonsProps {
  readonly date: LocalDate
  readonly step: 'day' | 'week'
  readonly onChoose: (date: LocalDate) => void
}

/** How many years the dropdown offers before and after the date. */
const YEARS_AROUND = 5

/** Today, Previous and Next buttons, and a date that can be typed as MM/DD/YYYY or picked from a calendar. */
export const DateNavigation = ({ date, onChoose, ...steps }: DateNavigationProps) => {
  const year = Number(date.slice(0, 4))
  return (
    <Group gap="xs" ref={nameLevelSelects}>
      <StepButtons {...steps} />
      <DateInput
        aria-label="Date"
        className={styles.date}
        value={date}
        valueFormat="MM/DD/YYYY"
        dateParser={(text) => parseDate(text) ?? null}
        onChange={(chosen) => {
          if (chosen !== null && chosen !== date) onChoose(chosen)
        }}
        firstDayOfWeek={0}
        weekendDays={[]}
        hideOutsideDates
        withNativeLevelSelect
        classNames={{ calendarHeaderSelect: styles.level }}
        ariaLabels={MONTH_LABELS}
        yearsSelectRange={[year - YEARS_AROUND, year + YEARS_AROUND]}
        leftSection={<IconCalendar size={16} aria-hidden />}
        leftSectionPointerEvents="none"
        popoverProps={{ withinPortal: false }}
      />
    </Group>
  )
}
