/**
 * Time off for a span of days, entered in one step and stored as single requests: which days are requested, which are
 * left out, and why.
 */
import { z } from 'zod'
import { hundredthsBetween } from './hours.ts'
import {
  addMinutes,
  daysBetween,
  eachDay,
  formatTimeRange,
  isWeekend,
  type LocalDate,
  localDateSchema,
  SLOT_MINUTES,
} from './time.ts'
import {
  type EmploymentDays,
  type PtoDay,
  type PtoForm,
  ptoFormSchema,
  timeOffMessages,
  whyNotEmployed,
} from './time-off.ts'

/** The longest span, in days: what the calendars show at once. */
export const MAX_SPAN_DAYS = 62

const tooLong = `At most ${MAX_SPAN_DAYS} days can be requested at once`

/** The form's raw values; '' if empty. */
export const ptoFormValuesSchema = z.object({
  requestedDate: z.string(),
  /** Whether it is a span; the next field and the half days count only then. */
  isSeveral: z.boolean(),
  lastDate: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  /** When the first and the last day of a span begin and end, if not like the others. */
  firstFrom: z.string(),
  lastUntil: z.string(),
  reason: z.string(),
} satisfies Record<keyof PtoForm, z.ZodString> & Record<string, z.ZodString | z.ZodBoolean>)
export type PtoFormValues = z.output<typeof ptoFormValuesSchema>

export const emptyPtoForm: PtoFormValues = {
  requestedDate: '',
  isSeveral: false,
  lastDate: '',
  startTime: '',
  endTime: '',
  firstFrom: '',
  lastUntil: '',
  reason: '',
}

/** Choosing a start sets the end to 15 minutes after it (spec 2, section 4). */
export const withPtoStart = (values: PtoFormValues, startTime: string): PtoFormValues => ({
  ...values,
  startTime,
  endTime: /^\d\d:\d\d$/.test(startTime) ? addMinutes(startTime, SLOT_MINUTES) : values.endTime,
})

type Span = Omit<PtoFormValues, 'reason'>

type SpanDates = Pick<Span, 'isSeveral' | 'requestedDate' | 'lastDate'>

const isDate = (text: string) => localDateSchema.safeParse(text).success

/** Whether the values ask for several days, with valid dates. */
const isSpan = ({ isSeveral, requestedDate, lastDate }: SpanDates): boolean =>
  isSeveral && isDate(requestedDate) && isDate(lastDate)

export interface SpanRange {
  readonly from: LocalDate
  readonly to: LocalDate
}

/** The range of a span whose days can be listed; undefined for a single day, and while the dates are not valid. */
export const spanRange = (values: SpanDates): SpanRange | undefined => {
  const { requestedDate: from, lastDate: to } = values
  return isSpan(values) && to >= from && daysBetween(from, to) < MAX_SPAN_DAYS ? { from, to } : undefined
}

/** A request that there already is, pending or accepted. */
export interface ExistingTimeOff {
  readonly date: LocalDate
  readonly startTime: string
  readonly endTime: string
}

export interface LeftOutDay {
  readonly date: LocalDate
  readonly why: string
}

export interface SpanDays {
  readonly days: readonly PtoDay[]
  readonly leftOut: readonly LeftOutDay[]
}

/** The days of a span with valid dates and times, in order. */
export const daysOfSpan = (span: Span, existing: readonly ExistingTimeOff[]): SpanDays => {
  const dates = eachDay(span.requestedDate, span.lastDate)
  const weekdays = dates.filter((date) => !isWeekend(date))
  const days: PtoDay[] = []
  const leftOut: LeftOutDay[] = []
  for (const date of dates) {
    const startTime = (date === weekdays[0] && span.firstFrom) || span.startTime
    const endTime = (date === weekdays.at(-1) && span.lastUntil) || span.endTime
    const other = existing.find((one) => one.date === date && one.startTime < endTime && one.endTime > startTime)
    if (isWeekend(date)) leftOut.push({ date, why: 'weekend' })
    else if (other) {
      leftOut.push({ date, why: `already requested, ${formatTimeRange(other.startTime, other.endTime)}` })
    } else days.push({ requestedDate: date, startTime, endTime })
  }
  return { days, leftOut }
}

/** Their total, in hundredths of an hour. */
export const hundredthsOfDays = (days: readonly PtoDay[]): number =>
  days.reduce((sum, { startTime, endTime }) => sum + hundredthsBetween(startTime, endTime), 0)

const TIME = /^\d\d:\d\d$/

const checkSpan = (form: Span, context: z.RefinementCtx) => {
  const refuse = (field: keyof Span, message: string) => context.addIssue({ code: 'custom', path: [field], message })
  const { requestedDate, lastDate, startTime, endTime, firstFrom, lastUntil } = form
  if (form.isSeveral && lastDate === '') return refuse('lastDate', timeOffMessages.lastDate)
  if (!isSpan(form)) return
  if (lastDate < requestedDate) return refuse('lastDate', timeOffMessages.lastBeforeFirst)
  if (daysBetween(requestedDate, lastDate) >= MAX_SPAN_DAYS) return refuse('lastDate', tooLong)
  if (!TIME.test(startTime) || !TIME.test(endTime) || endTime <= startTime) return
  const isFirstRight = firstFrom === '' || firstFrom < endTime
  const isLastRight = lastUntil === '' || lastUntil > startTime
  if (!isFirstRight) refuse('firstFrom', timeOffMessages.firstFrom)
  if (!isLastRight) refuse('lastUntil', timeOffMessages.lastUntil)
  const isOneDay = eachDay(requestedDate, lastDate).filter((date) => !isWeekend(date)).length === 1
  if (isFirstRight && isLastRight && isOneDay && (lastUntil || endTime) <= (firstFrom || startTime)) {
    refuse('lastUntil', timeOffMessages.nothingBetween)
  }
}

const optionalTime = z.union([z.literal(''), z.string().regex(TIME, timeOffMessages.validTime)])

/** The form of a new request; what it sends are the days that it showed. */
const ptoSpanFormSchema = ptoFormSchema
  .safeExtend({
    isSeveral: z.boolean(),
    lastDate: z.union([z.literal(''), localDateSchema]),
    firstFrom: optionalTime,
    lastUntil: optionalTime,
  })
  .superRefine(checkSpan, { when: ({ value }) => ptoFormValuesSchema.safeParse(value).success })

/** What the form sends: one day, or the days of a span that it showed. */
export interface RequestedDays {
  readonly days: readonly PtoDay[]
  readonly reason: string
}

/**
 * @param existing the requests that leave days of a span out; undefined while they are loading
 * @param employment of the provider
 */
export const requestedDaysSchema = (existing: readonly ExistingTimeOff[] | undefined, employment: EmploymentDays) =>
  ptoSpanFormSchema.transform((form, context): RequestedDays => {
    const { requestedDate, startTime, endTime, reason } = form
    const ends = isSpan(form) ? (['requestedDate', 'lastDate'] as const) : (['requestedDate'] as const)
    for (const path of ends) {
      const message = whyNotEmployed(employment, form[path])
      if (message === undefined) continue
      context.addIssue({ code: 'custom', path: [path], message })
      return z.NEVER
    }
    if (!isSpan(form)) return { days: [{ requestedDate, startTime, endTime }], reason }
    const refuse = (message: string) => {
      context.addIssue({ code: 'custom', path: ['lastDate'], message })
      return z.NEVER
    }
    if (existing === undefined) return refuse(timeOffMessages.daysNotShown)
    const { days } = daysOfSpan(form, existing)
    return days.length === 0 ? refuse(timeOffMessages.noDay) : { days, reason }
  })

/** The days to show while other fields may still be invalid; undefined until dates and times are valid. */
export const shownDays = (values: PtoFormValues, existing: readonly ExistingTimeOff[]): SpanDays | undefined =>
  spanRange(values) && ptoSpanFormSchema.safeParse({ ...values, reason: '-' }).success
    ? daysOfSpan(values, existing)
    : undefined
