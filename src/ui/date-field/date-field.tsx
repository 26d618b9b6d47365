import '@mantine/dates/styles.layer.css'
import type { DateInputProps } from '@mantine/dates'
import { DateInput } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { LocalDate } from '#domain/time.ts'
import { usePopupHome } from '#ui/popup-home/use-popup-home.ts'

dayjs.extend(customParseFormat)

/** Between the field and its calendar, in pixels. */
const GAP = 8

interface Props
  extends Pick<
    DateInputProps,
    'size' | 'disabled' | 'readOnly' | 'required' | 'description' | 'inputWrapperOrder' | 'minDate' | 'maxDate'
  > {
  /** Omit it if a column heading names the field; then set `aria-label`. */
  readonly label?: ReactNode
  readonly 'aria-label'?: string
  /** '' for none. */
  readonly value: LocalDate | ''
  readonly onChange: (value: LocalDate | '') => void
  readonly error?: ReactNode
}

/** The button between the arrows is named by the month or year that it shows. */
const calendarLabels = {
  nextMonth: 'Next month',
  previousMonth: 'Previous month',
  nextYear: 'Next year',
  previousYear: 'Previous year',
  nextDecade: 'Next decade',
  previousDecade: 'Previous decade',
}

/** Parses a typed MM/DD/YYYY; rejects dates that don't exist. */
const parse = (text: string) => {
  const date = dayjs(text.trim(), ['MM/DD/YYYY', 'M/D/YYYY', 'M/D/YY', 'YYYY-MM-DD'], true)
  return date.isValid() ? date.format('YYYY-MM-DD') : null
}

/** A date typed as MM/DD/YYYY or picked from a calendar with weeks starting on Sunday. */
export const DateField = ({ value, onChange, ...props }: Props) => {
  const { ref: home, popup } = usePopupHome()
  const [offset, setOffset] = useState(GAP)
  const field = useRef<HTMLInputElement>(null)
  const { error } = props
  // What is below the field in its wrapper, such as its message, stays in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the message changes what is below the field
  useLayoutEffect(() => {
    const wrapper = field.current?.closest('.mantine-InputWrapper-root')
    if (!wrapper || !field.current) return
    setOffset(GAP + Math.round(wrapper.getBoundingClientRect().bottom - field.current.getBoundingClientRect().bottom))
  }, [error])
  return (
    <DateInput
      ref={(node) => {
        field.current = node
        home(node)
      }}
      {...props}
      value={value === '' ? null : value}
      onChange={(date) => onChange(date ?? '')}
      dateParser={parse}
      valueFormat="MM/DD/YYYY"
      placeholder="MM/DD/YYYY"
      firstDayOfWeek={0}
      // Mantine's red of weekends is too dark in dark mode.
      weekendDays={[]}
      ariaLabels={calendarLabels}
      allowDeselect
      leftSection={<IconCalendar size={16} stroke={1.7} aria-hidden />}
      leftSectionPointerEvents="none"
      popoverProps={{ ...popup, offset }}
      autoComplete="off"
    />
  )
}
