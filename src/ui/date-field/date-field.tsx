import '@mantine/dates/styles.layer.css'
import type { DateInputProps } from '@mantine/dates'
import { DateInput } from '@mantine/dates'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { formatDate, type LocalDate, localDateSchema } from '#domain/time.ts'
import { IconCalendar } from '#ui/icons/calendar.ts'
import { usePopupHome } from '#ui/popup-home/use-popup-home.ts'

dayjs.extend(customParseFormat)

/** Between the field and its calendar, in pixels. */
const GAP = 8

interface Props
  extends Pick<DateInputProps, 'size' | 'disabled' | 'readOnly' | 'required' | 'description' | 'inputWrapperOrder'> {
  /** The first day that can be chosen. */
  readonly minDate?: LocalDate
  /** The last day that can be chosen. */
  readonly maxDate?: LocalDate
  /** Omit it if a column heading names the field; then set `aria-label`. */
  readonly label?: ReactNode
  readonly 'aria-label'?: string
  /** '' for none. */
  readonly value: LocalDate | ''
  readonly onChange: (value: LocalDate | '') => void
  readonly error?: ReactNode
}

/** The button between the arrows is named by the month or year that it shows. */
export const calendarLabels = {
  nextMonth: 'Next month',
  previousMonth: 'Previous month',
  nextYear: 'Next year',
  previousYear: 'Previous year',
  nextDecade: 'Next decade',
  previousDecade: 'Previous decade',
}

/** What is wrong with a typed text; undefined for a date within the bounds, and for no text. */
const problemOf = (text: string, { minDate, maxDate }: Pick<Props, 'minDate' | 'maxDate'>): string | undefined => {
  if (text.trim() === '') return undefined
  const date = parse(text)
  if (date === null) return 'Enter a date as MM/DD/YYYY'
  if (minDate !== undefined && date < minDate) return `Enter ${formatDate(minDate)} or later`
  if (maxDate !== undefined && date > maxDate) return `Enter ${formatDate(maxDate)} or earlier`
  return localDateSchema.safeParse(date).error?.issues[0]?.message
}

/** Parses a typed MM/DD/YYYY; rejects dates that don't exist. */
const parse = (text: string) => {
  const date = dayjs(text.trim(), ['MM/DD/YYYY', 'M/D/YYYY', 'M/D/YY', 'YYYY-MM-DD'], true)
  return date.isValid() ? date.format('YYYY-MM-DD') : null
}

/**
 * A date typed as MM/DD/YYYY or picked from a calendar with weeks starting on Sunday. Text that is not a date, or not
 * within the bounds, stays in the field with a message and changes no value; the browser's validity of the field then
 * keeps `useCheckedForm` from saving.
 */
export const DateField = ({ value, onChange, error, minDate, maxDate, ...props }: Props) => {
  const { field, popoverProps } = usePopupHome()
  const [offset, setOffset] = useState(GAP)
  const input = useRef<HTMLInputElement>(null)
  /** What is wrong with the typed text, which the value does not have. */
  const [problem, setProblem] = useState<string>()
  /** Only after the user has left the field or tried to save. */
  const [isTold, setIsTold] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const [known, setKnown] = useState(value)
  const [round, setRound] = useState(0)
  if (value !== known) {
    setKnown(value)
    if (problem !== undefined) {
      // The value was set from outside, such as by a reset: it replaces the text.
      setProblem(undefined)
      setRound(round + 1)
    }
  }
  const message = problem !== undefined && isTold ? problem : error
  useLayoutEffect(() => input.current?.setCustomValidity(problem ?? ''), [problem])
  /** What is below the field in its wrapper, such as its message, stays in sight. */
  const measureOffset = () => {
    const wrapper = input.current?.closest('.mantine-InputWrapper-root')
    if (!wrapper || !input.current) return
    setOffset(GAP + Math.round(wrapper.getBoundingClientRect().bottom - input.current.getBoundingClientRect().bottom))
  }
  // Only of an open calendar: measured for every field of a new form, the browser would lay out the page each time.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the message changes what is below the field
  useLayoutEffect(() => {
    if (isOpen) measureOffset()
  }, [message])
  return (
    <DateInput
      key={round}
      ref={input}
      {...props}
      {...field}
      error={message}
      {...(minDate !== undefined && { minDate })}
      {...(maxDate !== undefined && { maxDate })}
      // A wrong text has no date, so that picking the previous one sets it again.
      value={value === '' || problem !== undefined ? null : value}
      onChange={(date) => {
        setProblem(undefined)
        onChange(date ?? '')
      }}
      onInput={({ currentTarget }) => {
        setProblem(problemOf(currentTarget.value, { minDate, maxDate }))
        setIsTold(false)
      }}
      // As Tab does outside of dialogs: typing replaces the date.
      onFocus={({ currentTarget }) => {
        measureOffset()
        currentTarget.select()
      }}
      onBlur={() => setIsTold(true)}
      onInvalid={() => setIsTold(true)}
      fixOnBlur={problem === undefined}
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
      popoverProps={{ ...popoverProps, offset, onOpen: () => setIsOpen(true), onClose: () => setIsOpen(false) }}
      // Escape closes the calendar first, then the dialog around it.
      data-mantine-stop-propagation={isOpen}
      autoComplete="off"
    />
  )
}
