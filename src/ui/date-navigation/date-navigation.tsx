import '@mantine/dates/styles.layer.css'
import { ActionIcon, Button, Group } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { IconCalendar, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type LocalDate, parseDate } from '#domain/time.ts'
import styles from './date-navigation.module.css'
import { MONTH_LABELS } from './month-labels.ts'

export interface DateNavigationProps {
  readonly date: LocalDate
  /** What the arrows step by. */
  readonly step: 'day' | 'week'
  readonly onChoose: (date: LocalDate) => void
  readonly onToday: () => void
  readonly onPrevious: () => void
  readonly onNext: () => void
}

/** Years that the year's dropdown offers on each side of the date. */
const YEARS_AROUND = 5

/** Today, previous and next, and a date that can be typed as MM/DD/YYYY or picked, with month and year dropdowns. */
export const DateNavigation = ({ date, step, onChoose, onToday, onPrevious, onNext }: DateNavigationProps) => {
  const year = Number(date.slice(0, 4))
  return (
    <Group gap="xs" wrap="nowrap">
      <Button variant="default" size="sm" onClick={onToday}>
        Today
      </Button>
      <ActionIcon.Group>
        <ActionIcon variant="default" size={36} aria-label={`Previous ${step}`} onClick={onPrevious}>
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" size={36} aria-label={`Next ${step}`} onClick={onNext}>
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
      </ActionIcon.Group>
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
        ariaLabels={MONTH_LABELS}
        yearsSelectRange={[year - YEARS_AROUND, year + YEARS_AROUND]}
        leftSection={<IconCalendar size={16} aria-hidden />}
        leftSectionPointerEvents="none"
        popoverProps={{ withinPortal: false }}
      />
    </Group>
  )
}
