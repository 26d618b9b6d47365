/**
 * How a session repeats. A rule has no time or time zone: it yields dates, and each occurrence has the session's
 * wall-clock times, so that 9:00 stays 9:00 across a daylight saving change.
 *
 * The five patterns of spec 1, section 9 and spec 2, section 4, as the design defines them:
 * daily 1 every N days, 2 Monday to Friday; weekly 1 every N weeks on chosen days with weeks starting Sunday, 2 the
 * chosen weeks of each month on chosen days; monthly 1 chosen dates of every N months, 2 chosen weeks × weekdays of
 * every N months. 'First Tuesday' is the month's first Tuesday, whatever week it is in. Counting by N starts with the
 * day, week or month of the series' start date, and the end date counts.
 */
import { z } from 'zod'
import { type RecurrenceField, recurrenceMessages, recurrencePatterns } from './recurrence-patterns.ts'
import { RRule, type RRuleOptions, RRuleWeekday } from './rrule.ts'
import { addMonths, daysBetween, formatDate, type LocalDate, WEEKDAYS, type Weekday } from './time.ts'

/** Week numbers of a month (spec 2, section 4): First to Fourth and Last are ids 1 to 5. */
export const WEEKS_OF_MONTH = ['First', 'Second', 'Third', 'Fourth', 'Last'] as const
export type WeekOfMonth = 1 | 2 | 3 | 4 | 5
export const LAST_WEEK: WeekOfMonth = 5

export const MAX_SERIES_YEARS = 2
/** Two years of daily sessions stay below this; a limit for future patterns. */
export const MAX_OCCURRENCES = 1000

/** 'Recur-every' is at most two digits (spec 1, section 5). */
export const MAX_INTERVAL = 99

const interval = (message: string) => z.int(message).min(1, message).max(MAX_INTERVAL, message)

/** A list of numbers, each once and in order. */
const idList = <Id extends number>(id: z.ZodType<Id>, message: string) =>
  z
    .array(id)
    .min(1, message)
    .transform((ids) => [...new Set(ids)].sort((a, b) => a - b))

export const weekdaySchema = z.literal<Weekday[]>([0, 1, 2, 3, 4, 5, 6])
export const weekOfMonthSchema = z.literal<WeekOfMonth[]>([1, 2, 3, 4, 5])
export const dateOfMonthSchema = z.int().min(1).max(31)

const m = recurrenceMessages

/** The schema of each field of a pattern. */
const fieldSchemas = {
  everyNDays: interval,
  everyNWeeks: interval,
  everyNMonths: interval,
  dates: (message: string) => idList(dateOfMonthSchema, message),
  weeks: (message: string) => idList(weekOfMonthSchema, message),
  days: (message: string) => idList(weekdaySchema, message),
} satisfies Record<RecurrenceField, (message: string) => z.ZodType>

type FieldShape<Fields> = {
  -readonly [Field in keyof Fields & RecurrenceField]: ReturnType<(typeof fieldSchemas)[Field]>
}

/** One pattern's rules: its type, its option, and the fields that the description gives it. */
const patternSchema = <const Type extends string, const Option extends string, Fields extends object>(
  type: Type,
  option: Option,
  fields: Fields,
) =>
  z.object({
    type: z.literal(type),
    option: z.literal(option),
    ...(Object.fromEntries(
      Object.entries(fields).map(([field, message]) => [field, fieldSchemas[field as RecurrenceField](message)]),
    ) as FieldShape<Fields>),
  })

const { daily, weekly, monthly } = recurrencePatterns

export const recurrenceRuleSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('none') }),
  z.discriminatedUnion('option', [
    patternSchema('daily', 'everyNDays', daily.everyNDays),
    patternSchema('daily', 'everyWeekday', daily.everyWeekday),
  ]),
  z.discriminatedUnion('option', [
    patternSchema('weekly', 'everyNWeeks', weekly.everyNWeeks),
    patternSchema('weekly', 'weeksOfMonth', weekly.weeksOfMonth),
  ]),
  z.discriminatedUnion('option', [
    patternSchema('monthly', 'dates', monthly.dates),
    patternSchema('monthly', 'nthWeekday', monthly.nthWeekday),
  ]),
])
export type RecurrenceRule = z.infer<typeof recurrenceRuleSchema>

/** Both ends count. */
export interface SeriesSpan {
  fromDate: LocalDate
  untilDate: LocalDate
}

export type Expansion = { dates: LocalDate[] } | { problem: string }

/** rrule counts its weekdays from Monday. */
const rruleDay = (day: Weekday) => new RRuleWeekday((day + 6) % 7)

const nthWeekdays = (weeks: readonly WeekOfMonth[], days: readonly Weekday[]) =>
  weeks.flatMap((week) => days.map((day) => rruleDay(day).nth(week === LAST_WEEK ? -1 : week)))

const toOptions = (rule: Exclude<RecurrenceRule, { type: 'none' }>): Partial<RRuleOptions> => {
  switch (rule.option) {
    case 'everyNDays':
      return { freq: RRule.DAILY, interval: rule.everyNDays }
    case 'everyWeekday':
      return { freq: RRule.WEEKLY, byweekday: [RRule.MO, RRule.TU, RRule.WE, RRule.TH, RRule.FR] }
    case 'everyNWeeks':
      return {
        freq: RRule.WEEKLY,
        interval: rule.everyNWeeks,
        wkst: RRule.SU,
        byweekday: rule.days.map(rruleDay),
      }
    case 'weeksOfMonth':
      return { freq: RRule.MONTHLY, byweekday: nthWeekdays(rule.weeks, rule.days) }
    case 'dates':
      return { freq: RRule.MONTHLY, interval: rule.everyNMonths, bymonthday: rule.dates }
    case 'nthWeekday':
      return { freq: RRule.MONTHLY, interval: rule.everyNMonths, byweekday: nthWeekdays(rule.weeks, rule.days) }
  }
}

/** Passes dates through rrule as midnight UTC, so that no machine's time zone can shift them. */
const toUtc = (date: LocalDate) => new Date(`${date}T00:00:00Z`)
const fromUtc = (instant: Date): LocalDate => instant.toISOString().slice(0, 10)

/** Every date of the rule within the span, in order, without a limit; both ends count. */
export const ruleDates = (
  rule: Exclude<RecurrenceRule, { type: 'none' }>,
  { fromDate, untilDate }: SeriesSpan,
  atMost = Number.POSITIVE_INFINITY,
): LocalDate[] => {
  const dates: LocalDate[] = []
  new RRule({ ...toOptions(rule), dtstart: toUtc(fromDate), until: toUtc(untilDate) }).all((instant) => {
    dates.push(fromUtc(instant))
    return dates.length < atMost
  })
  return dates
}

/**
 * The dates of the rule's sessions, in order, or a message why it is invalid: it ends on or before its start date, lasts
 * more than two years, or has no sessions or more than 1,000. A rule of type `none` yields only its start date, whatever
 * the end of the span.
 */
export const expandRule = (rule: RecurrenceRule, { fromDate, untilDate }: SeriesSpan): Expansion => {
  if (rule.type === 'none') return { dates: [fromDate] }
  if (untilDate < fromDate) return { problem: m.endBeforeStart }
  if (untilDate === fromDate) return { problem: m.endEqualsStart }
  if (untilDate > addMonths(fromDate, MAX_SERIES_YEARS * 12)) return { problem: m.tooLong }
  const dates = ruleDates(rule, { fromDate, untilDate }, MAX_OCCURRENCES + 1)
  if (dates.length > MAX_OCCURRENCES) return { problem: m.tooMany }
  if (dates.length === 0) return { problem: m.noDates }
  return { dates }
}

/**
 * The dates of a rule of selected dates that its months don't have, in order: '2027-02-31'. They are not valid
 * `LocalDate`s; `expandRule` omits them.
 */
export const missingDates = (rule: RecurrenceRule, { fromDate, untilDate }: SeriesSpan): string[] => {
  if (rule.type !== 'monthly' || rule.option !== 'dates') return []
  const missing: string[] = []
  const firstOfMonth = `${fromDate.slice(0, 8)}01`
  for (let months = 0; ; months += rule.everyNMonths) {
    const month = addMonths(firstOfMonth, months)
    if (month > untilDate) return missing
    const lastDay = daysBetween(month, addMonths(month, 1))
    const named = rule.dates.filter((day) => day > lastDay).map((day) => `${month.slice(0, 8)}${day}`)
    missing.push(...named.filter((date) => date >= fromDate && date <= untilDate))
  }
}

/**
 * The rule in RFC 5545 format, without DTSTART: 'FREQ=WEEKLY;INTERVAL=1;WKST=SU;BYDAY=TU,TH;UNTIL=20270115T140000Z'.
 * Counting by N continues from any date of the rule that DTSTART is set to.
 *
 * @param lastStart the start of the last session, if the rule ends
 */
export const toRRuleText = (rule: Exclude<RecurrenceRule, { type: 'none' }>, lastStart?: Date): string => {
  // Some calendar apps don't support the plus sign before a week number.
  const text = RRule.optionsToString(toOptions(rule))
    .replace(/^RRULE:/, '')
    .replaceAll('+', '')
  return lastStart ? `${text};UNTIL=${lastStart.toISOString().replaceAll(/[-:]|\.\d+/g, '')}` : text
}

const inWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

const ordinal = (number: number): string => {
  const ending = Math.floor(number / 10) === 1 ? undefined : { 1: 'st', 2: 'nd', 3: 'rd' }[number % 10]
  return `${number}${ending ?? 'th'}`
}

const dayWords = (days: readonly Weekday[]) => inWords(days.map((day) => WEEKDAYS[day]))
const weekWords = (weeks: readonly WeekOfMonth[]) =>
  inWords(weeks.map((week) => (WEEKS_OF_MONTH[week - 1] ?? '').toLowerCase()))
const every = (count: number, unit: string) => (count === 1 ? `every ${unit}` : `every ${count} ${unit}s`)

const ruleWords = (rule: Exclude<RecurrenceRule, { type: 'none' }>): string => {
  switch (rule.option) {
    case 'everyNDays':
      return `E${every(rule.everyNDays, 'day').slice(1)}`
    case 'everyWeekday':
      return 'Every weekday (Monday to Friday)'
    case 'everyNWeeks':
      return `E${every(rule.everyNWeeks, 'week').slice(1)} on ${dayWords(rule.days)}`
    case 'weeksOfMonth':
      return `The ${weekWords(rule.weeks)} ${dayWords(rule.days)} of every month`
    case 'dates':
      return `The ${inWords(rule.dates.map(ordinal))} of ${every(rule.everyNMonths, 'month')}`
    case 'nthWeekday':
      return `The ${weekWords(rule.weeks)} ${dayWords(rule.days)} of ${every(rule.everyNMonths, 'month')}`
  }
}

/** The rule in plain English: 'Every week on Tuesday and Thursday until 01/15/2027'. */
export const describeRule = (rule: RecurrenceRule, untilDate?: LocalDate): string => {
  if (rule.type === 'none') return 'Does not repeat'
  return untilDate ? `${ruleWords(rule)} until ${formatDate(untilDate)}` : ruleWords(rule)
}
