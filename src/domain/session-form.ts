/**
 * The session form: its values during editing, its validation rules, and its parsed result. Browser and server use the
 * same schema. The messages are verbatim from spec 1, section 5 and spec 2, section 5; each field shows the first rule
 * that it breaks.
 */
import { z } from 'zod'
import {
  dateOfMonthSchema,
  type Expansion,
  expandRule,
  MAX_INTERVAL,
  type RecurrenceRule,
  recurrenceRuleSchema,
  weekdaySchema,
  weekOfMonthSchema,
} from './recurrence.ts'
import { recurrenceMessages } from './recurrence-patterns.ts'
import { isAdministrator, type RoleName } from './roles.ts'
import { plainText, textMessages } from './text-rules.ts'
import {
  addMinutes,
  DAY_ENDS,
  DAY_STARTS,
  type LocalDate,
  type LocalTime,
  localDateSchema,
  minutesOf,
  SLOT_MINUTES,
  timeList,
} from './time.ts'

export const sessionFormMessages = {
  startDate: 'Start Date Is Required',
  startTime: 'Start Time Is Required',
  tooEarly: 'Starts time can not be less than 7 AM',
  endTime: 'End Time Is Required',
  endBeforeStart: 'End Time can not be less than Start Time',
  endEqualsStart: 'End Time should be greater than Start Time',
  tooLate: 'Time can not exceed to 11:45 PM',
  school: 'School Name Is Required',
  provider: 'Provider Name Is Required',
  student: 'At least 1 student is required',
  service: 'Service Is Required',
  rateType: 'Rate Type Is Required',
  nameTooLong: 'Maximum of 250 characters allowed',
  validTime: 'Enter Valid Time',
  added: 'Event has been added successfully',
  updated: 'Event has been updated successfully',
  expired: 'Event has been expired so you cannot change this event.',
} as const

/** A light green (spec 1, section 9). */
export const DEFAULT_COLOUR = '#90EE90'
export const MAX_NAME_LENGTH = 250

/** Ids in the API (spec 1, section 3). */
export const SESSION_MODE_IDS = { basic: 1, advance: 2 } as const
export type SessionMode = keyof typeof SESSION_MODE_IDS

/** The same form says Event on the page and Session in the modal. */
export type SessionNoun = 'Session' | 'Event'

const nameRequired: Readonly<Record<SessionNoun, string>> = {
  Session: 'Session Name Is Required',
  Event: 'Event Name Is Required',
}

const chosenId = z.int().positive().nullable()
const count = z.int().min(0).max(MAX_INTERVAL).nullable()

/**
 * The form's values; missing ones are '' or null. A recurrence keeps the fields of every type, so that switching types
 * loses nothing; only those of the chosen type are validated and sent.
 */
export const sessionFormValuesSchema = z.object({
  mode: z.enum(['basic', 'advance']),
  eventName: z.string(),
  providerId: chosenId,
  /** The day of the session, or the first day of the series. */
  date: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  schoolId: chosenId,
  serviceId: chosenId,
  rateTypeId: chosenId,
  colourCode: z.string().regex(/^#[0-9a-fA-F]{6}$/),
  isTimesheetReq: z.boolean(),
  /** `caseloadFrequencyId`s, in the user's order. */
  caseloadIds: z.array(z.int().positive()),
  recurrence: z.object({
    type: z.enum(['none', 'daily', 'weekly', 'monthly']),
    daily: z.object({ option: z.enum(['everyNDays', 'everyWeekday']).nullable(), everyNDays: count }),
    weekly: z.object({
      option: z.enum(['everyNWeeks', 'weeksOfMonth']),
      everyNWeeks: count,
      weeks: z.array(weekOfMonthSchema),
      days: z.array(weekdaySchema),
    }),
    monthly: z.object({
      option: z.enum(['dates', 'nthWeekday']).nullable(),
      everyNMonths: count,
      dates: z.array(dateOfMonthSchema),
      weeks: z.array(weekOfMonthSchema),
      days: z.array(weekdaySchema),
    }),
  }),
  /** The last day of a series; '' for a single session. */
  endDate: z.string(),
})
export type SessionFormValues = z.infer<typeof sessionFormValuesSchema>
export type RecurrenceValues = SessionFormValues['recurrence']

/** A valid form, parsed: complete, and with only the chosen options. */
export interface SessionForm {
  mode: SessionMode
  eventName: string
  /** Null if the form doesn't ask for it; the provider is then the user. */
  providerId: number | null
  date: LocalDate
  startTime: LocalTime
  endTime: LocalTime
  schoolId: number
  serviceId: number
  /** Null if the form doesn't ask for it. */
  rateTypeId: number | null
  colourCode: string
  isTimesheetReq: boolean
  caseloadIds: number[]
  rule: RecurrenceRule
  /** The last day of the series, or the day of a single session. */
  endDate: LocalDate
}

/** The fields that this user's form has. */
export interface SessionFormQuestions {
  /** Administrators who are not providers themselves choose a provider. */
  asksProvider: boolean
  /** Rate types are hidden from providers. */
  asksRateType: boolean
  noun?: SessionNoun
}

/** Fields by user (spec 1, section 6). A user with a provider id acts only for that provider. */
export const questionsFor = (role: RoleName, providerId: number | null, noun?: SessionNoun): SessionFormQuestions => ({
  asksProvider: isAdministrator(role) && providerId === null,
  asksRateType: isAdministrator(role),
  ...(noun && { noun }),
})

/** Providers are forced into Advance and see no switch (spec 1, section 6); other roles choose. */
export const choosesMode = (role: RoleName): boolean => role !== 'Providers'

const isDate = (text: string) => localDateSchema.safeParse(text).success
const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/** The first start time rule that is broken. */
export const startTimeProblem = (startTime: string): string | undefined => {
  if (startTime === '') return sessionFormMessages.startTime
  if (!isTime(startTime)) return sessionFormMessages.validTime
  if (startTime < DAY_STARTS) return sessionFormMessages.tooEarly
  if (startTime > DAY_ENDS) return sessionFormMessages.tooLate
  return undefined
}

/** The first end time rule that is broken. Without a valid start, only the rules for the end itself apply. */
export const endTimeProblem = (startTime: string, endTime: string): string | undefined => {
  if (endTime === '') return sessionFormMessages.endTime
  if (!isTime(endTime)) return sessionFormMessages.validTime
  if (endTime > DAY_ENDS) return sessionFormMessages.tooLate
  if (!isTime(startTime)) return undefined
  if (endTime < startTime) return sessionFormMessages.endBeforeStart
  if (endTime === startTime) return sessionFormMessages.endEqualsStart
  return undefined
}

const optionProblem = ({ type, daily, monthly }: RecurrenceValues): string | undefined => {
  if (type === 'daily' && daily.option === null) return recurrenceMessages.dailyOption
  if (type === 'monthly' && monthly.option === null) return recurrenceMessages.monthlyOption
  return undefined
}

interface FieldProblem {
  path: string[]
  message: string
}

/** The rule from the form's recurrence fields, or the fields that are invalid. */
const ruleOf = (recurrence: RecurrenceValues): { rule: RecurrenceRule } | { problems: FieldProblem[] } => {
  const { type } = recurrence
  const path = ['recurrence', type]
  const missingOption = optionProblem(recurrence)
  if (missingOption) return { problems: [{ path: [...path, 'option'], message: missingOption }] }
  // The schema picks the pattern's fields.
  const parsed = recurrenceRuleSchema.safeParse(type === 'none' ? { type } : { type, ...recurrence[type] })
  if (parsed.success) return { rule: parsed.data }
  return {
    problems: parsed.error.issues.map((issue) => ({
      path: [...path, ...issue.path.map(String)],
      message: issue.message,
    })),
  }
}

export type SessionSeries =
  /** Without an expansion while the start or end date is missing. */
  { rule: RecurrenceRule; expansion?: Expansion } | { problems: FieldProblem[] }

/** The series that the recurrence and both dates make. Expanding is slow, so call it only when one of them changes. */
export const seriesOf = ({
  recurrence,
  date,
  endDate,
}: Pick<SessionFormValues, 'recurrence' | 'date' | 'endDate'>): SessionSeries => {
  const pattern = ruleOf(recurrence)
  if ('problems' in pattern || !isDate(date) || !isDate(endDate)) return pattern
  return { ...pattern, expansion: expandRule(pattern.rule, { fromDate: date, untilDate: endDate }) }
}

const endDateProblem = ({ date, endDate }: SessionFormValues): string | undefined => {
  if (!isDate(endDate)) return recurrenceMessages.endRequired
  if (!isDate(date)) return undefined
  if (endDate < date) return recurrenceMessages.endBeforeStart
  if (endDate === date) return recurrenceMessages.endEqualsStart
  return undefined
}

const nameProblem = (name: string, noun: SessionNoun): string | undefined => {
  const plain = plainText().safeParse(name)
  if (!plain.success) return textMessages.control
  if (plain.data.trim() === '') return nameRequired[noun]
  return name.trim().length > MAX_NAME_LENGTH ? sessionFormMessages.nameTooLong : undefined
}

/**
 * The form's schema for a user with these `questions`. Its issues have paths into `SessionFormValues`, at most one per
 * field, in the form's order.
 *
 * @param readSeries returns the values' series, if the caller already has it
 */
export const sessionFormSchema = (
  { asksProvider, asksRateType, noun = 'Session' }: SessionFormQuestions,
  readSeries: (values: SessionFormValues) => SessionSeries = seriesOf,
) =>
  sessionFormValuesSchema.transform((values, context): SessionForm => {
    const refuse = (path: string[], message: string | false | undefined) => {
      if (message) context.addIssue({ code: 'custom', path, message, input: values })
    }
    const { school, service, provider, student, rateType, startDate } = sessionFormMessages
    const advance = values.mode === 'advance'
    refuse(['eventName'], nameProblem(values.eventName, noun))
    refuse(['providerId'], asksProvider && values.providerId === null && provider)
    refuse(['date'], !isDate(values.date) && startDate)
    refuse(['startTime'], startTimeProblem(values.startTime))
    refuse(['endTime'], endTimeProblem(values.startTime, values.endTime))
    refuse(['schoolId'], values.schoolId === null && school)
    refuse(['serviceId'], values.serviceId === null && service)
    refuse(['rateTypeId'], asksRateType && values.rateTypeId === null && rateType)
    refuse(['caseloadIds'], advance && values.isTimesheetReq && values.caseloadIds.length === 0 && student)

    const recurs = values.recurrence.type !== 'none'
    const series = readSeries(values)
    if ('problems' in series) for (const { path, message } of series.problems) refuse(path, message)
    const wrongEnd = recurs ? endDateProblem(values) : undefined
    refuse(['endDate'], wrongEnd)
    if (recurs && !wrongEnd && 'rule' in series) {
      refuse(['endDate'], series.expansion && 'problem' in series.expansion && series.expansion.problem)
    }
    if (context.issues.length > 0 || 'problems' in series || values.schoolId === null || values.serviceId === null) {
      return z.NEVER
    }
    return {
      mode: values.mode,
      eventName: values.eventName.trim(),
      providerId: asksProvider ? values.providerId : null,
      date: values.date,
      startTime: values.startTime,
      endTime: values.endTime,
      schoolId: values.schoolId,
      serviceId: values.serviceId,
      rateTypeId: asksRateType ? values.rateTypeId : null,
      colourCode: values.colourCode,
      isTimesheetReq: values.isTimesheetReq,
      caseloadIds: advance ? [...new Set(values.caseloadIds)] : [],
      rule: series.rule,
      endDate: recurs ? values.endDate : values.date,
    }
  })

/** 15 minutes after the start, at the latest 11:45 PM. */
export const defaultEnd = (startTime: LocalTime): LocalTime => {
  const end = addMinutes(startTime, SLOT_MINUTES)
  return end > DAY_ENDS ? DAY_ENDS : end
}

/** The start time options. */
export const startOptions: readonly LocalTime[] = timeList

/** The end time options: the list without its first time (spec 2, section 4). */
export const endOptions: readonly LocalTime[] = timeList.slice(1)

/** The time between start and end; zero if invalid. */
export const durationOf = (startTime: LocalTime, endTime: LocalTime): { hours: number; minutes: number } => {
  const total = isTime(startTime) && isTime(endTime) ? Math.max(0, minutesOf(endTime) - minutesOf(startTime)) : 0
  return { hours: Math.floor(total / 60), minutes: total % 60 }
}

/** '1 hour 15 minutes', '45 minutes'; empty for no time at all. */
export const formatDuration = ({ hours, minutes }: { hours: number; minutes: number }): string =>
  [[hours, 'hour'] as const, [minutes, 'minute'] as const]
    .filter(([amount]) => amount > 0)
    .map(([amount, unit]) => `${amount} ${unit}${amount === 1 ? '' : 's'}`)
    .join(' ')

export const noRecurrence: RecurrenceValues = {
  type: 'none',
  daily: { option: 'everyNDays', everyNDays: 1 },
  weekly: { option: 'everyNWeeks', everyNWeeks: 1, weeks: [], days: [] },
  monthly: { option: 'dates', everyNMonths: 1, dates: [], weeks: [], days: [] },
}

/** One occurrence: the series' recurrence, which the form shows, is neither validated nor sent. */
export const asSingleSession = (values: SessionFormValues): SessionFormValues => ({
  ...values,
  recurrence: noRecurrence,
  endDate: '',
})

/**
 * An empty form, in Advance, on `date`. Without times selected on a calendar, it starts at the list's first time and ends
 * at its second.
 */
export const emptySessionForm = ({
  date,
  startTime = DAY_STARTS,
  endTime = defaultEnd(startTime),
}: {
  date: LocalDate
  startTime?: LocalTime | undefined
  endTime?: LocalTime | undefined
}): SessionFormValues => ({
  mode: 'advance',
  eventName: '',
  providerId: null,
  date,
  startTime,
  endTime,
  schoolId: null,
  serviceId: null,
  rateTypeId: null,
  colourCode: DEFAULT_COLOUR,
  isTimesheetReq: true,
  caseloadIds: [],
  recurrence: noRecurrence,
  endDate: '',
})
