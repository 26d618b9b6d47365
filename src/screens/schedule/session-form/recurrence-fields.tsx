import { Checkbox, Group, Paper, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { WEEKS_OF_MONTH, type WeekOfMonth } from '#domain/recurrence.ts'
import { WEEKDAYS, type Weekday } from '#domain/time.ts'
import type {
  RecurrenceOption,
  RecurrencePatternEvent,
  RecurringType,
} from '#machines/schedule/recurrence-pattern.machine.ts'
import { ChoiceChips } from '#ui/choice-chips/choice-chips.tsx'
import { DateField } from '#ui/date-field/date-field.tsx'
import { RecurrenceSummary } from './recurrence-summary.tsx'
import classes from './session-form.module.css'
import { partsOf, type SessionFormView } from './use-session-form.ts'

const weekdays = WEEKDAYS.map((name, id) => ({ id: id as Weekday, name, short: name.slice(0, 3) }))
const weeks = WEEKS_OF_MONTH.map((name, index) => ({ id: (index + 1) as WeekOfMonth, name }))
const datesOfMonth = Array.from({ length: 31 }, (_, index) => ({ id: index + 1, name: String(index + 1) }))

const OPTIONS = {
  daily: [
    { option: 'everyNDays', label: 'Every number of days' },
    { option: 'everyWeekday', label: 'Every weekday (Monday to Friday)' },
  ],
  weekly: [
    { option: 'everyNWeeks', label: 'Every number of weeks' },
    { option: 'weeksOfMonth', label: 'Chosen weeks of each month' },
  ],
  monthly: [
    { option: 'dates', label: 'Chosen dates' },
    { option: 'nthWeekday', label: 'Chosen weeks and weekdays' },
  ],
} as const satisfies Record<RecurringType, readonly { option: RecurrenceOption; label: string }[]>

interface CountProps {
  readonly label: string
  readonly unit: string
  readonly value: number | null
  readonly onChange: (value: number | null) => void
  readonly error?: ReactNode
  readonly disabled: boolean
}

/** Digits only, two at the most (spec 1, section 5). */
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

/** The fields of the chosen option. */
const PatternFields = ({ form, values, errorOf, isDisabled }: SessionFormView & { readonly isDisabled: boolean }) => {
  const { type, daily, weekly, monthly } = values.recurrence
  const at = (field: string) => errorOf(`recurrence.${type}.${field}`)
  const common = { disabled: isDisabled }
  const weekChips = (of: 'weekly' | 'monthly') => (
    <ChoiceChips
      {...common}
      label="Weeks"
      options={weeks}
      value={values.recurrence[of].weeks}
      onChange={(ids) => form.setFieldValue(`recurrence.${of}.weeks`, ids)}
      error={at('weeks')}
    />
  )
  const dayChips = (of: 'weekly' | 'monthly') => (
    <ChoiceChips
      {...common}
      label="Days"
      options={weekdays}
      value={values.recurrence[of].days}
      onChange={(ids) => form.setFieldValue(`recurrence.${of}.days`, ids)}
      error={at('days')}
    />
  )
  if (type === 'daily') {
    return daily.option === 'everyWeekday' ? null : (
      <CountField
        {...common}
        label="Every"
        unit="day(s)"
        value={daily.everyNDays}
        onChange={(count) => form.setFieldValue('recurrence.daily.everyNDays', count)}
        error={at('everyNDays')}
      />
    )
  }
  if (type === 'weekly') {
    return (
      <>
        {weekly.option === 'weeksOfMonth' ? (
          weekChips(type)
        ) : (
          <CountField
            {...common}
            label="Recur every"
            unit="week(s)"
            value={weekly.everyNWeeks}
            onChange={(count) => form.setFieldValue('recurrence.weekly.everyNWeeks', count)}
            error={at('everyNWeeks')}
          />
        )}
        {dayChips(type)}
      </>
    )
  }
  return (
    <>
      {monthly.option === 'nthWeekday' ? (
        <>
          {weekChips('monthly')}
          {dayChips('monthly')}
        </>
      ) : (
        <ChoiceChips
          {...common}
          label="Dates"
          isCalendar
          options={datesOfMonth}
          value={monthly.dates}
          onChange={(ids) => form.setFieldValue('recurrence.monthly.dates', ids)}
          error={at('dates')}
        />
      )}
      <CountField
        {...common}
        label="Of every"
        unit="month(s)"
        value={monthly.everyNMonths}
        onChange={(count) => form.setFieldValue('recurrence.monthly.everyNMonths', count)}
        error={at('everyNMonths')}
      />
    </>
  )
}

/** Whether and how the session repeats, with what that comes to. */
export const RecurrenceFields = (view: SessionFormView) => {
  const { actor, form, values, errorOf } = view
  const { recurrence } = partsOf(actor)
  const { type } = values.recurrence
  const isOccurrence = useSelector(
    actor,
    (snapshot) => snapshot.matches({ purpose: 'editOccurrence' }) || snapshot.matches({ purpose: 'passed' }),
  )
  const can = useSelector(
    recurrence,
    (snapshot) => ({
      tick: snapshot.can({ type: 'recurrence.tick' }) || snapshot.can({ type: 'recurrence.untick' }),
      chooseType: snapshot.context.isNew,
      change: snapshot.context.isOpen,
    }),
    (a, b) => a.tick === b.tick && a.chooseType === b.chooseType && a.change === b.change,
  )
  const choose = (event: RecurrencePatternEvent) => actor.send(event)
  return (
    <Stack gap="sm">
      <Checkbox
        label="Set Recurring Series for this Session"
        disabled={!can.tick}
        checked={type !== 'none'}
        onChange={(event) => choose({ type: event.currentTarget.checked ? 'recurrence.tick' : 'recurrence.untick' })}
      />
      {type !== 'none' && (
        <Paper withBorder p="sm">
          <Stack gap="sm">
            <Radio.Group
              label="Repeats"
              value={type}
              onChange={(chosen) => choose({ type: 'recurrenceType.choose', recurrenceType: chosen as RecurringType })}
            >
              <Group gap="md" mt={4}>
                <Radio value="daily" label="Daily" disabled={!can.chooseType} />
                <Radio value="weekly" label="Weekly" disabled={!can.chooseType} />
                <Radio value="monthly" label="Monthly" disabled={!can.chooseType} />
              </Group>
            </Radio.Group>
            <Radio.Group
              aria-label="Pattern"
              value={values.recurrence[type].option}
              onChange={(option) => choose({ type: 'recurrenceOption.choose', option: option as RecurrenceOption })}
            >
              <Group gap="md">
                {OPTIONS[type].map(({ option, label }) => (
                  <Radio key={option} value={option} label={label} disabled={!can.change} />
                ))}
              </Group>
            </Radio.Group>
            <PatternFields {...view} isDisabled={!can.change} />
            <div className={classes.endDate}>
              <DateField
                label="End Date"
                withAsterisk
                disabled={!can.change}
                value={values.endDate}
                onChange={(date) => form.setFieldValue('endDate', date)}
                error={errorOf('endDate')}
              />
            </div>
            <RecurrenceSummary values={values} withCount={!isOccurrence} />
          </Stack>
        </Paper>
      )}
    </Stack>
  )
}
