import { expect, test } from 'vitest'
import { type RecurrencePattern, recurrencePatterns } from '#domain/recurrence-patterns.ts'
import { withPattern } from '#domain/session-entry.ts'
import { emptySessionForm, noRecurrence, type RecurrenceValues, sessionFormSchema } from '#domain/session-form.ts'
import { nextPattern, patternAt, type RecurrencePatternEvent, selectFields } from './recurrence-pattern.machine.ts'

const patterns: RecurrencePattern[] = [
  { type: 'none' },
  { type: 'daily', option: 'everyNDays' },
  { type: 'daily', option: 'everyWeekday' },
  { type: 'weekly', option: 'everyNWeeks' },
  { type: 'weekly', option: 'weeksOfMonth' },
  { type: 'monthly', option: 'dates' },
  { type: 'monthly', option: 'nthWeekday' },
]

const { daily, weekly, monthly } = noRecurrence
const blank: RecurrenceValues = {
  type: 'none',
  daily: { ...daily, everyNDays: null },
  weekly: { ...weekly, everyNWeeks: null },
  monthly: { ...monthly, everyNMonths: null },
}

test('covers every pattern', () => {
  const described = Object.entries(recurrencePatterns).flatMap(([type, options]) =>
    Object.keys(options).map((option) => ({ type, option })),
  )
  expect(patterns.slice(1)).toEqual(described)
})

test.each(patterns)('%o: the form shows the fields that the server requires', (pattern) => {
  const values = { ...emptySessionForm({ date: '2026-11-24' }), recurrence: withPattern(blank, pattern) }
  const { error } = sessionFormSchema({ asksProvider: false, asksRateType: false }).safeParse(values)
  const missed = error?.issues.flatMap(({ path: [root, , field] }) => (root === 'recurrence' ? [field] : []))
  const chart = patternAt({ pattern, stored: { type: 'none' }, isNew: true, isOpen: true })
  expect([...selectFields(chart)]).toEqual(missed)
})

test.each<[string, RecurrencePatternEvent, RecurrencePattern]>([
  ['another type', { type: 'recurrenceType.choose', recurrenceType: 'monthly' }, { type: 'monthly', option: 'dates' }],
  [
    'another option',
    { type: 'recurrenceOption.choose', option: 'weeksOfMonth' },
    { type: 'weekly', option: 'weeksOfMonth' },
  ],
  [
    "another type's option",
    { type: 'recurrenceOption.choose', option: 'dates' },
    { type: 'weekly', option: 'everyNWeeks' },
  ],
  ['none', { type: 'recurrence.untick' }, { type: 'none' }],
])('choosing %s selects its pattern', (_, event, expected) => {
  const chart = patternAt({
    pattern: { type: 'weekly', option: 'everyNWeeks' },
    stored: { type: 'none' },
    isNew: true,
    isOpen: true,
  })
  expect(nextPattern(chart, event)).toEqual(expected)
})
