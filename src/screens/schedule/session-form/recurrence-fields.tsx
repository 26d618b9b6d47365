import { Checkbox, Group, Paper, Radio, Stack } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { memo, useMemo } from 'react'
import type { RecurrenceOption, RecurrencePattern, RecurringType } from '#domain/recurrence-patterns.ts'
import { patternOf, withPattern } from '#domain/session-entry.ts'
import type { SessionFormValues, SessionSeries } from '#domain/session-form.ts'
import {
  nextPattern,
  patternAt,
  type RecurrencePatternEvent,
  selectFields,
} from '#machines/schedule/recurrence-pattern.machine.ts'
import { selectIsRuleOpen } from '#machines/schedule/session-form.machine.ts'
import { DateField } from '#ui/date-field/date-field.tsx'
import { PatternFields } from './pattern-fields.tsx'
import { RecurrenceSummary } from './recurrence-summary.tsx'
import classes from './session-form.module.css'
import type { SessionFormPart } from './use-session-form.ts'

const OPTIONS = {
  daily: [
    { option: 'everyNDays', label: 'Every N days' },
    { option: 'everyWeekday', label: 'Every weekday (Monday to Friday)' },
  ],
  weekly: [
    { option: 'everyNWeeks', label: 'Every N weeks' },
    { option: 'weeksOfMonth', label: 'Selected weeks of each month' },
  ],
  monthly: [
    { option: 'dates', label: 'Selected dates' },
    { option: 'nthWeekday', label: 'Selected weeks and weekdays' },
  ],
} as const satisfies Record<RecurringType, readonly { option: RecurrenceOption; label: string }[]>

interface Props extends Omit<SessionFormPart, 'isLocked'>, Readonly<Pick<SessionFormValues, 'recurrence' | 'endDate'>> {
  readonly series: SessionSeries
  readonly storedPattern: RecurrencePattern
}

/** Whether and how the session repeats, with a summary of the resulting sessions. */
export const RecurrenceFields = memo((props: Props) => {
  const { actor, enter, errorOf, recurrence, endDate, series, storedPattern } = props
  const { type } = recurrence
  const isNew = useSelector(actor, ({ context }) => context.purpose === 'create')
  const isOpen = useSelector(actor, selectIsRuleOpen)
  const isOccurrence = useSelector(
    actor,
    (snapshot) => snapshot.matches({ purpose: 'editOccurrence' }) || snapshot.matches({ purpose: 'passed' }),
  )
  const chart = useMemo(
    () => patternAt({ pattern: patternOf(recurrence), stored: storedPattern, isNew, isOpen }),
    [recurrence, storedPattern, isNew, isOpen],
  )
  const canTick = chart.can({ type: 'recurrence.tick' }) || chart.can({ type: 'recurrence.untick' })
  const choose = (event: RecurrencePatternEvent) =>
    enter({ recurrence: withPattern(recurrence, nextPattern(chart, event)) })
  return (
    <Stack gap="sm">
      <Checkbox
        label="Set Recurring Series for this Session"
        disabled={!canTick}
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
                <Radio value="daily" label="Daily" disabled={!isNew} />
                <Radio value="weekly" label="Weekly" disabled={!isNew} />
                <Radio value="monthly" label="Monthly" disabled={!isNew} />
              </Group>
            </Radio.Group>
            <Radio.Group
              label="Pattern"
              value={recurrence[type].option}
              onChange={(option) => choose({ type: 'recurrenceOption.choose', option: option as RecurrenceOption })}
            >
              <Group gap="md" mt={4}>
                {OPTIONS[type].map(({ option, label }) => (
                  <Radio key={option} value={option} label={label} disabled={!isNew} />
                ))}
              </Group>
            </Radio.Group>
            <PatternFields
              fields={selectFields(chart)}
              type={type}
              recurrence={recurrence}
              enter={enter}
              errorOf={errorOf}
              isDisabled={!isOpen}
            />
            <div className={classes.endDate}>
              <DateField
                label="End Date"
                required
                disabled={!isOpen}
                value={endDate}
                onChange={(entered) => enter({ endDate: entered })}
                error={errorOf('endDate')}
              />
            </div>
            <RecurrenceSummary series={series} endDate={endDate} withCount={!isOccurrence} />
          </Stack>
        </Paper>
      )}
    </Stack>
  )
})
