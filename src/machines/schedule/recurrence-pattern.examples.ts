import { noRecurrence, type RecurrenceValues } from '#domain/session-form.ts'
import type { Examples } from '#machines/chart/examples.ts'
import type { recurrencePatternMachine } from './recurrence-pattern.machine.ts'

const { daily, weekly, monthly } = noRecurrence
const stored = (initial: Partial<RecurrenceValues>) => ({
  initial: { ...noRecurrence, ...initial },
  isNew: false,
  isOpen: true,
})

export const examples = {
  inputs: {
    'a new session': { initial: noRecurrence, isNew: true, isOpen: true },
    'a stored session': stored({}),
    'every two days': stored({ type: 'daily', daily: { ...daily, everyNDays: 2 } }),
    'every weekday': stored({ type: 'daily', daily: { ...daily, option: 'everyWeekday' } }),
    weekly: stored({ type: 'weekly' }),
    'weeks of the month': stored({ type: 'weekly', weekly: { ...weekly, option: 'weeksOfMonth' } }),
    'dates of the month': stored({ type: 'monthly' }),
    'weekdays of the month': stored({ type: 'monthly', monthly: { ...monthly, option: 'nthWeekday' } }),
    'a series that has started': { ...stored({ type: 'weekly' }), isOpen: false },
    'a series whose draft stands for itself': { ...stored({ type: 'weekly' }), restored: noRecurrence },
    'a weekday series whose draft stands for itself': {
      ...stored({ type: 'daily', daily: { ...daily, option: 'everyWeekday' } }),
      restored: noRecurrence,
    },
    'a daily series that has started': { ...stored({ type: 'daily' }), isOpen: false },
    'a monthly series that has started': { ...stored({ type: 'monthly' }), isOpen: false },
  },
  cases: {
    'recurrence.tick': 'bare',
    'recurrence.untick': 'bare',
    'recurrenceType.choose': {
      daily: { recurrenceType: 'daily' },
      weekly: { recurrenceType: 'weekly' },
      monthly: { recurrenceType: 'monthly' },
    },
    'recurrenceOption.choose': {
      'every so many days': { option: 'everyNDays' },
      'every weekday': { option: 'everyWeekday' },
      'every so many weeks': { option: 'everyNWeeks' },
      'weeks of the month': { option: 'weeksOfMonth' },
      dates: { option: 'dates' },
      'weekdays of the month': { option: 'nthWeekday' },
    },
  },
} satisfies Examples<typeof recurrencePatternMachine>
