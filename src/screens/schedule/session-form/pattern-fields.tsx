import { Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { WEEKS_OF_MONTH, type WeekOfMonth } from '#domain/recurrence.ts'
import type { RecurrenceField, RecurringType } from '#domain/recurrence-patterns.ts'
import type { RecurrenceValues } from '#domain/session-form.ts'
import { WEEKDAYS, type Weekday } from '#domain/time.ts'
import { ChoiceChips } from '#ui/choice-chips/choice-chips.tsx'
import type { SessionFormPart } from './use-session-form.ts'

const weekdays = WEEKDAYS.map((name, id) => ({ id: id as Weekday, name, short: name.slice(0, 3) }))
const weeks = WEEKS_OF_MONTH.map((name, index) => ({ id: (index + 1) as WeekOfMonth, name }))
const datesOfMonth = Array.from({ length: 31 }, (_, index) => ({ id: index + 1, name: String(index + 1) }))

interface CountProps {
  readonly label: string
  readonly unit: string
  readonly value: number | null
  readonly onChange: (value: number | null) => void
  readonly error?: ReactNode
  readonly disabled: boolean
}

/** At most two digits (spec 1, section 5). */
const CountField = ({ label, unit, value, onChange, ...props }: CountProps) => (
  <TextInput
    {...props}
    label={label}
    inputMode="numeric"
    maxLength={2}
    w={200}
    value={value ?? ''}
    onChange={(event) => {
      const digits = event.currentTarget.value.replaceAll(/\D/g, '').slice(0, 2)
      onChange(digits === '' ? null : Number(digits))
    }}
    rightSection={
      <Text span size="sm" c="dimmed">
        {unit}
      </Text>
    }
    rightSectionWidth={72}
    rightSectionPointerEvents="none"
    autoComplete="off"
  />
)

interface PatternProps extends Pick<SessionFormPart, 'enter' | 'errorOf'> {
  readonly fields: ReadonlySet<RecurrenceField>
  readonly type: RecurringType
  readonly recurrence: RecurrenceValues
  readonly isDisabled: boolean
}

/** The inputs of the pattern's fields. */
export const PatternFields = ({ fields, type, recurrence, enter, errorOf, isDisabled }: PatternProps) => {
  const { daily, weekly, monthly } = recurrence
  const common = (field: RecurrenceField) => ({
    disabled: isDisabled,
    error: errorOf(`recurrence.${type}.${field}`),
  })
  const enterDaily = (entered: Partial<RecurrenceValues['daily']>) =>
    enter({ recurrence: { ...recurrence, daily: { ...daily, ...entered } } })
  const enterWeekly = (entered: Partial<RecurrenceValues['weekly']>) =>
    enter({ recurrence: { ...recurrence, weekly: { ...weekly, ...entered } } })
  const enterMonthly = (entered: Partial<RecurrenceValues['monthly']>) =>
    enter({ recurrence: { ...recurrence, monthly: { ...monthly, ...entered } } })
  const [chosen, enterChosen] = type === 'monthly' ? [monthly, enterMonthly] : [weekly, enterWeekly]
  return (
    <>
      {fields.has('everyNDays') && (
        <CountField
          {...common('everyNDays')}
          label="Every"
          unit="day(s)"
          value={daily.everyNDays}
          onChange={(everyNDays) => enterDaily({ everyNDays })}
        />
      )}
      {fields.has('everyNWeeks') && (
        <CountField
          {...common('everyNWeeks')}
          label="Recur every"
          unit="week(s)"
          value={weekly.everyNWeeks}
          onChange={(everyNWeeks) => enterWeekly({ everyNWeeks })}
        />
      )}
      {fields.has('dates') && (
        <ChoiceChips
          {...common('dates')}
          label="Dates"
          isCalendar
          options={datesOfMonth}
          value={monthly.dates}
          onChange={(dates) => enterMonthly({ dates })}
        />
      )}
      {fields.has('weeks') && (
        <ChoiceChips
          {...common('weeks')}
          label="Weeks"
          options={weeks}
          value={chosen.weeks}
          onChange={(ids) => enterChosen({ weeks: ids })}
        />
      )}
      {fields.has('days') && (
        <ChoiceChips
          {...common('days')}
          label="Days"
          options={weekdays}
          value={chosen.days}
          onChange={(days) => enterChosen({ days })}
        />
      )}
      {fields.has('everyNMonths') && (
        <CountField
          {...common('everyNMonths')}
          label="Of every"
          unit="month(s)"
          value={monthly.everyNMonths}
          onChange={(everyNMonths) => enterMonthly({ everyNMonths })}
        />
      )}
    </>
  )
}
