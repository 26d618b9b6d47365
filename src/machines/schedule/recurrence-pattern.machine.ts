/**
 * The recurrence pattern of a session (spec 1, section 9): none, or one of two options each of daily, weekly, and monthly;
 * the patterns that it may change to; and, in the `meta` of its states, the required fields. The session form owns the
 * values and only queries this chart, which never runs as an actor.
 */
import { assign, initialTransition, type SnapshotFrom, setup, transition } from 'xstate'
import {
  type PatternFields,
  type RecurrenceField,
  type RecurrenceOption,
  type RecurrencePattern,
  type RecurringType,
  recurrencePatterns,
} from '#domain/recurrence-patterns.ts'
import type { Tag } from '#machines/tags.ts'

export interface RecurrencePatternInput {
  /** The form's current pattern, in which the chart opens. */
  pattern: RecurrencePattern
  /** The pattern of the stored series. */
  stored: RecurrencePattern
  /** Only a new session can start to repeat, or change the type and the option of its recurrence (spec 2, section 4). */
  isNew: boolean
  /** False for an occurrence, and for a series that has started. */
  isOpen: boolean
}

export type RecurrencePatternEvent =
  | { type: 'recurrence.tick' }
  | { type: 'recurrence.untick' }
  | { type: 'recurrenceType.choose'; recurrenceType: RecurringType }
  | { type: 'recurrenceOption.choose'; option: RecurrenceOption }

const { daily, weekly, monthly } = recurrencePatterns

export const recurrencePatternMachine = setup({
  types: {
    context: {} as RecurrencePatternInput,
    events: {} as RecurrencePatternEvent,
    input: {} as RecurrencePatternInput,
    meta: {} as { fields: PatternFields },
    tags: {} as Tag,
  },
  guards: {
    opensWith: ({ context: { pattern } }, option: RecurrenceOption) =>
      pattern.type !== 'none' && pattern.option === option,
    isNew: ({ context }) => context.isNew,
    isOpen: ({ context }) => context.isOpen,
    /** Restores the stored pattern of an unticked series, because its type can't be chosen again. */
    wasRecurring: ({ context }) => context.isOpen && context.stored.type !== 'none',
    choosesType: ({ context, event }, type: RecurringType) =>
      context.isNew && event.type === 'recurrenceType.choose' && event.recurrenceType === type,
    choosesOption: ({ context, event }, option: RecurrenceOption) =>
      context.isNew && event.type === 'recurrenceOption.choose' && event.option === option,
  },
  actions: { openStored: assign({ pattern: ({ context }) => context.stored }) },
}).createMachine({
  id: 'recurrencePattern',
  description: 'How the session repeats',
  context: ({ input }) => input,
  initial: 'opening',
  states: {
    opening: {
      description: 'Enters the current pattern',
      always: [
        { guard: { type: 'opensWith', params: 'everyNDays' }, target: 'daily.everyNDays' },
        { guard: { type: 'opensWith', params: 'everyWeekday' }, target: 'daily.everyWeekday' },
        { guard: { type: 'opensWith', params: 'everyNWeeks' }, target: 'weekly.everyNWeeks' },
        { guard: { type: 'opensWith', params: 'weeksOfMonth' }, target: 'weekly.weeksOfMonth' },
        { guard: { type: 'opensWith', params: 'dates' }, target: 'monthly.dates' },
        { guard: { type: 'opensWith', params: 'nthWeekday' }, target: 'monthly.nthWeekday' },
        { target: 'none' },
      ],
    },
    none: {
      description: 'A single session',
      meta: { fields: {} },
      on: {
        'recurrence.tick': [
          { guard: 'isNew', target: 'daily.everyNDays' },
          { guard: 'wasRecurring', target: 'opening', actions: 'openStored' },
        ],
      },
    },
    daily: {
      description: 'Repeats by days',
      initial: 'everyNDays',
      on: {
        'recurrence.untick': { guard: 'isOpen', target: 'none' },
        'recurrenceType.choose': [
          { guard: { type: 'choosesType', params: 'weekly' }, target: 'weekly' },
          { guard: { type: 'choosesType', params: 'monthly' }, target: 'monthly' },
        ],
      },
      states: {
        everyNDays: {
          description: 'Every N days',
          meta: { fields: daily.everyNDays },
          on: {
            'recurrenceOption.choose': {
              guard: { type: 'choosesOption', params: 'everyWeekday' },
              target: 'everyWeekday',
            },
          },
        },
        everyWeekday: {
          description: 'Monday to Friday',
          meta: { fields: daily.everyWeekday },
          on: {
            'recurrenceOption.choose': { guard: { type: 'choosesOption', params: 'everyNDays' }, target: 'everyNDays' },
          },
        },
      },
    },
    weekly: {
      description: 'Repeats by weeks',
      initial: 'everyNWeeks',
      on: {
        'recurrence.untick': { guard: 'isOpen', target: 'none' },
        'recurrenceType.choose': [
          { guard: { type: 'choosesType', params: 'daily' }, target: 'daily' },
          { guard: { type: 'choosesType', params: 'monthly' }, target: 'monthly' },
        ],
      },
      states: {
        everyNWeeks: {
          description: 'Selected days, every N weeks',
          meta: { fields: weekly.everyNWeeks },
          on: {
            'recurrenceOption.choose': {
              guard: { type: 'choosesOption', params: 'weeksOfMonth' },
              target: 'weeksOfMonth',
            },
          },
        },
        weeksOfMonth: {
          description: 'Selected days in selected weeks of each month',
          meta: { fields: weekly.weeksOfMonth },
          on: {
            'recurrenceOption.choose': {
              guard: { type: 'choosesOption', params: 'everyNWeeks' },
              target: 'everyNWeeks',
            },
          },
        },
      },
    },
    monthly: {
      description: 'Repeats by months',
      initial: 'dates',
      on: {
        'recurrence.untick': { guard: 'isOpen', target: 'none' },
        'recurrenceType.choose': [
          { guard: { type: 'choosesType', params: 'daily' }, target: 'daily' },
          { guard: { type: 'choosesType', params: 'weekly' }, target: 'weekly' },
        ],
      },
      states: {
        dates: {
          description: 'Selected dates, every N months',
          meta: { fields: monthly.dates },
          on: {
            'recurrenceOption.choose': { guard: { type: 'choosesOption', params: 'nthWeekday' }, target: 'nthWeekday' },
          },
        },
        nthWeekday: {
          description: 'Selected weekdays in selected weeks, every N months',
          meta: { fields: monthly.nthWeekday },
          on: { 'recurrenceOption.choose': { guard: { type: 'choosesOption', params: 'dates' }, target: 'dates' } },
        },
      },
    },
  },
})

export type RecurrencePatternSnapshot = SnapshotFrom<typeof recurrencePatternMachine>

export const selectPattern = (snapshot: RecurrencePatternSnapshot): RecurrencePattern => {
  if (snapshot.matches('daily')) {
    return { type: 'daily', option: snapshot.matches({ daily: 'everyWeekday' }) ? 'everyWeekday' : 'everyNDays' }
  }
  if (snapshot.matches('weekly')) {
    return { type: 'weekly', option: snapshot.matches({ weekly: 'weeksOfMonth' }) ? 'weeksOfMonth' : 'everyNWeeks' }
  }
  if (snapshot.matches('monthly')) {
    return { type: 'monthly', option: snapshot.matches({ monthly: 'nthWeekday' }) ? 'nthWeekday' : 'dates' }
  }
  return { type: 'none' }
}

/** The pattern's fields, all required. */
export const selectFields = (snapshot: RecurrencePatternSnapshot): ReadonlySet<RecurrenceField> => {
  const fields = new Set<RecurrenceField>()
  for (const meta of Object.values(snapshot.getMeta())) {
    for (const field of Object.keys(meta?.fields ?? {})) fields.add(field as RecurrenceField)
  }
  return fields
}

/** The chart's snapshot at a form's pattern. */
export const patternAt = (input: RecurrencePatternInput): RecurrencePatternSnapshot =>
  initialTransition(recurrencePatternMachine, input)[0]

/** The pattern after a choice; unchanged if the choice is not allowed. */
export const nextPattern = (snapshot: RecurrencePatternSnapshot, event: RecurrencePatternEvent): RecurrencePattern =>
  selectPattern(transition(recurrencePatternMachine, snapshot, event)[0])
