/**
 * Which pattern a session repeats by (spec 1, section 9): none, or one of two options each of daily, weekly and monthly.
 * The fields that go with a pattern are typed into the form; here is only which of them are asked for.
 */
import { assign, type SnapshotFrom, setup } from 'xstate'
import type { RecurrenceType, RecurrenceValues } from '#domain/session-form.ts'
import type { Tag } from '#machines/tags.ts'

export type RecurrencePattern =
  | { type: 'none' }
  | { type: 'daily'; option: 'everyNDays' | 'everyWeekday' }
  | { type: 'weekly'; option: 'everyNWeeks' | 'weeksOfMonth' }
  | { type: 'monthly'; option: 'dates' | 'nthWeekday' }

export type RecurringType = Exclude<RecurrenceType, 'none'>
export type RecurrenceOption = Exclude<RecurrencePattern, { type: 'none' }>['option']

export interface RecurrencePatternInput {
  initial: RecurrenceValues
  /** From a draft: opens with this in place of `initial`. */
  restored?: RecurrenceValues
  /** Whether there may be a recurrence, and of which type, is decided when a session is added. */
  isNew: boolean
  /** A single occurrence does not change its series, and a series that has started keeps its rule. */
  isOpen: boolean
}

interface RecurrencePatternContext extends RecurrencePatternInput {
  /** What the pattern opens with. */
  opened: RecurrenceValues
}

export type RecurrencePatternEvent =
  | { type: 'recurrence.tick' }
  | { type: 'recurrence.untick' }
  | { type: 'recurrenceType.choose'; recurrenceType: RecurringType }
  | { type: 'recurrenceOption.choose'; option: RecurrenceOption }

/** The option that stored values open with; a missing one is the type's first. */
const optionOf = ({ type, daily, weekly, monthly }: RecurrenceValues): RecurrenceOption | 'none' => {
  if (type === 'none') return 'none'
  if (type === 'daily') return daily.option ?? 'everyNDays'
  return type === 'weekly' ? weekly.option : (monthly.option ?? 'dates')
}

export const recurrencePatternMachine = setup({
  types: {
    context: {} as RecurrencePatternContext,
    events: {} as RecurrencePatternEvent,
    input: {} as RecurrencePatternInput,
    tags: {} as Tag,
  },
  guards: {
    opensWith: ({ context }, option: RecurrenceOption) => optionOf(context.opened) === option,
    isNew: ({ context }) => context.isNew,
    isOpen: ({ context }) => context.isOpen,
    /** A series that was taken out of its recurrence gets its own pattern back: its type is not chosen anew. */
    wasRecurring: ({ context }) => context.isOpen && context.initial.type !== 'none',
    choosesType: ({ context, event }, type: RecurringType) =>
      context.isNew && event.type === 'recurrenceType.choose' && event.recurrenceType === type,
    choosesOption: ({ context, event }, option: RecurrenceOption) =>
      context.isOpen && event.type === 'recurrenceOption.choose' && event.option === option,
  },
  actions: { openStored: assign({ opened: ({ context }) => context.initial }) },
}).createMachine({
  id: 'recurrencePattern',
  description: 'How the session repeats',
  context: ({ input }) => ({ ...input, opened: input.restored ?? input.initial }),
  initial: 'opening',
  states: {
    opening: {
      description: 'A stored series opens with its own pattern',
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
          description: 'Every so many days',
          on: {
            'recurrenceOption.choose': {
              guard: { type: 'choosesOption', params: 'everyWeekday' },
              target: 'everyWeekday',
            },
          },
        },
        everyWeekday: {
          description: 'Monday to Friday',
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
          description: 'Chosen days of every so many weeks',
          on: {
            'recurrenceOption.choose': {
              guard: { type: 'choosesOption', params: 'weeksOfMonth' },
              target: 'weeksOfMonth',
            },
          },
        },
        weeksOfMonth: {
          description: 'Chosen days of chosen weeks of each month',
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
          description: 'Chosen dates of every so many months',
          on: {
            'recurrenceOption.choose': { guard: { type: 'choosesOption', params: 'nthWeekday' }, target: 'nthWeekday' },
          },
        },
        nthWeekday: {
          description: 'Chosen weekdays of chosen weeks of every so many months',
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
