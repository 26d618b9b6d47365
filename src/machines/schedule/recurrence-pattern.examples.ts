import type { RecurrencePattern } from '#domain/recurrence-patterns.ts'
import type { Examples } from '#machines/definition/examples.ts'
import type { RecurrencePatternInput, recurrencePatternMachine } from './recurrence-pattern.machine.ts'

const none: RecurrencePattern = { type: 'none' }
const stored = (pattern: RecurrencePattern): RecurrencePatternInput => ({
  pattern,
  stored: pattern,
  isNew: false,
  isOpen: true,
})
const everyNDays = stored({ type: 'daily', option: 'everyNDays' })
const everyWeekday = stored({ type: 'daily', option: 'everyWeekday' })
const everyNWeeks = stored({ type: 'weekly', option: 'everyNWeeks' })
const weeksOfMonth = stored({ type: 'weekly', option: 'weeksOfMonth' })
const dates = stored({ type: 'monthly', option: 'dates' })
const nthWeekday = stored({ type: 'monthly', option: 'nthWeekday' })
const unticked = (input: RecurrencePatternInput) => ({ ...input, pattern: none })
const started = (input: RecurrencePatternInput) => ({ ...input, isOpen: false })

export const examples = {
  inputs: {
    'a new session': { ...stored(none), isNew: true },
    'a stored session': stored(none),
    'every so many days': everyNDays,
    'every weekday': everyWeekday,
    'every so many weeks': everyNWeeks,
    'weeks of the month': weeksOfMonth,
    'dates of the month': dates,
    'weekdays of the month': nthWeekday,
    'every so many days, unticked': unticked(everyNDays),
    'every weekday, unticked': unticked(everyWeekday),
    'every so many weeks, unticked': unticked(everyNWeeks),
    'weeks of the month, unticked': unticked(weeksOfMonth),
    'dates of the month, unticked': unticked(dates),
    'weekdays of the month, unticked': unticked(nthWeekday),
    'a daily series that has started': started(everyNDays),
    'a weekly series that has started': started(everyNWeeks),
    'a monthly series that has started': started(dates),
    // No draft has this, since the recurrence can't be unticked; the chart still refuses it.
    'a started series, unticked': started(unticked(everyNDays)),
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
