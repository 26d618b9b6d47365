import { defineWorkflow } from '#machines/definition/workflow.ts'
import { recurrencePatternMachine } from './recurrence-pattern.machine.ts'

export const workflow = defineWorkflow({
  name: 'schedule/recurrence-pattern',
  title: 'Session recurrence',
  area: 'Sessions',
  machine: recurrencePatternMachine,
  examples: () => import('./recurrence-pattern.examples.ts'),
  texts: {
    events: {
      'recurrence.tick': 'Check Recurrence',
      'recurrence.untick': 'Uncheck Recurrence',
      'recurrenceType.choose': 'Choose daily, weekly or monthly',
      'recurrenceOption.choose': 'Choose the option',
    },
    guards: {
      opensWith: {
        given: {
          everyNDays: 'it repeats every N days',
          everyWeekday: 'it repeats on weekdays',
          everyNWeeks: 'it repeats every N weeks',
          weeksOfMonth: 'it repeats in weeks of the month',
          dates: 'it repeats on dates',
          nthWeekday: 'it repeats on a weekday of the month',
        },
      },
      isNew: 'the session is new',
      isOpen: 'the pattern can be changed',
      wasRecurring: 'the stored session repeats, and its pattern can be changed',
      choosesType: {
        given: {
          daily: 'daily, for a new session',
          weekly: 'weekly, for a new session',
          monthly: 'monthly, for a new session',
        },
      },
      choosesOption: {
        given: {
          everyNDays: 'every N days, for a new session',
          everyWeekday: 'every weekday, for a new session',
          everyNWeeks: 'every N weeks, for a new session',
          weeksOfMonth: 'weeks of the month, for a new session',
          dates: 'dates, for a new session',
          nthWeekday: 'a weekday of the month, for a new session',
        },
      },
    },
    actions: {
      openStored: 'return to the stored pattern',
    },
  },
})
