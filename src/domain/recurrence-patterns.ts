/**
 * The required fields of each recurrence pattern (spec 1, sections 5 and 9), defined once. The rule schema of the form and
 * the server is built from it, and the statechart of patterns has it in its states, which tell the form which inputs to
 * show.
 */
export const recurrenceMessages = {
  dailyOption: 'At least 1 Daily Option is Required',
  everyDay: 'EveryDay is required',
  everyWeek: 'This is required',
  week: 'At least 1 week is required',
  day: 'At least 1 day is required',
  monthlyOption: 'At least 1 Monthly Option is Required',
  everyMonth: 'Every Month is required',
  dates: 'At least 1 selected date is required',
  monthlyWeek: 'Monthly Week is required',
  monthlyDay: 'Monthly Day is required',
  endRequired: 'End Date Is Required',
  endBeforeStart: 'End Date can not be less than Start Date',
  endEqualsStart: 'End Date should be greater than Start Date',
  tooLong: 'A series can last at most two years',
  tooMany: 'A series can have at most 1,000 sessions',
  noDates: 'This series has no sessions between its Start Date and End Date',
} as const

const m = recurrenceMessages

export type RecurrenceField = 'everyNDays' | 'everyNWeeks' | 'everyNMonths' | 'dates' | 'weeks' | 'days'

/** The fields of a pattern, all required, each with its message when it is missing. */
export type PatternFields = Readonly<Partial<Record<RecurrenceField, string>>>

/** By type and option; the fields are in the order of their messages. */
export const recurrencePatterns = {
  daily: {
    everyNDays: { everyNDays: m.everyDay },
    everyWeekday: {},
  },
  weekly: {
    everyNWeeks: { everyNWeeks: m.everyWeek, days: m.day },
    weeksOfMonth: { weeks: m.week, days: m.day },
  },
  monthly: {
    dates: { everyNMonths: m.everyMonth, dates: m.dates },
    nthWeekday: { everyNMonths: m.everyMonth, weeks: m.monthlyWeek, days: m.monthlyDay },
  },
} as const satisfies Record<string, Record<string, PatternFields>>

type Patterns = typeof recurrencePatterns

export type RecurringType = keyof Patterns
export type RecurrenceType = 'none' | RecurringType
export type RecurrenceOption = { [Type in RecurringType]: keyof Patterns[Type] }[RecurringType]

/** A recurrence type with one of its options. */
export type RecurrencePattern =
  | { type: 'none' }
  | { [Type in RecurringType]: { type: Type; option: keyof Patterns[Type] } }[RecurringType]
