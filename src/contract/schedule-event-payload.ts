/**
 * A session on the wire, with the spec's names and ids (spec 1, section 3, "Schedule event (session) payload"), and its
 * conversion to and from the form. The conversion is lossless: `sessionFormSchema` parses `fromWire(toWire(form))` to
 * `form`.
 *
 * This schema checks only the shape; `sessionFormSchema` decides whether the result of `fromWire` can be saved. Field
 * errors therefore have the form's paths (`recurrence.weekly.days`), not the wire's.
 */
import { z } from 'zod'
import {
  dateOfMonthSchema,
  MAX_INTERVAL,
  type RecurrenceRule,
  weekdaySchema,
  weekOfMonthSchema,
} from '#domain/recurrence.ts'
import type { RecurrenceType } from '#domain/recurrence-patterns.ts'
import {
  DEFAULT_COLOUR,
  noRecurrence,
  type RecurrenceValues,
  SESSION_MODE_IDS,
  type SessionForm,
  type SessionFormValues,
} from '#domain/session-form.ts'
import { plainText } from '#domain/text-rules.ts'
import { localDateSchema, parseTime } from '#domain/time.ts'
import { id, languageId } from './endpoint.ts'

/** Null is sent as 0. */
const idOrZero = z.int().nonnegative()
const count = z.int().min(0).max(MAX_INTERVAL)
const noNumber = z.literal(0).default(0)
const noList = z.array(z.never()).max(0).default([])

/** `HH:mm` as we send it, or `hh:mm A`; '' if blank. */
const wireTime = z.string().transform((text, context) => {
  const time = text === '' ? '' : parseTime(text)
  if (time === undefined) context.addIssue({ code: 'custom', message: 'Enter Valid Time', input: text })
  return time ?? ''
})
const wireDate = z.union([localDateSchema, z.literal('')])

export const scheduleEventPayloadSchema = z
  .object({
    /** 0 for a new session. */
    id: idOrZero.default(0),
    languageId,
    isTimeSheetReq: z.boolean(),
    /** 1 Basic, 2 Advance. */
    scheduleEventMode: z.literal([1, 2]),
    /** Sent for hosts that read them; this server uses the token's user. */
    createdById: id.optional(),
    updatedById: id.optional(),
    /** 0 means the calling provider. */
    providerId: idOrZero,
    schoolId: idOrZero,
    fromDate: wireDate,
    /** The last day of a series, or a single session's day. */
    toDate: wireDate,
    startTime: wireTime,
    endTime: wireTime,
    colourCode: z
      .string()
      .regex(/^#[0-9a-fA-F]{6}$/)
      .default(DEFAULT_COLOUR),
    isRecurring: z.boolean(),
    /** 0 none, 1 daily, 2 weekly, 3 monthly. */
    scheduleEventRecurringSelectionTypeId: z.literal([0, 1, 2, 3]),
    /** 0 none, 1 every N days, 2 every weekday. */
    dailyOptionId: z.literal([0, 1, 2]),
    dailyOnEveryDay: count,
    /** 0 none, 1 every N weeks on days, 2 weeks of each month on days. */
    weekOptionId: z.literal([0, 1, 2]),
    /** First to Fourth and Last, 1 to 5. */
    weeklyWeekIds: z.array(weekOfMonthSchema).max(5),
    recurringOnEveryWeek: count,
    /** Sunday 0 to Saturday 6. */
    weeklyWeekDayIds: z.array(weekdaySchema).max(7),
    /** 0 none, 1 by dates, 2 by week and day. */
    monthlyOptionId: z.literal([0, 1, 2]),
    monthlyDates: z.array(dateOfMonthSchema).max(31),
    monthlyWeeks: z.array(weekOfMonthSchema).max(5),
    monthlyDays: z.array(weekdaySchema).max(7),
    monthlyOnEveryMonth: count,
    yearlyOptionId: noNumber,
    yearlyOnEveryYear: noNumber,
    yearlyMonths: noList,
    yearlyDates: noList,
    yearlyWeeks: noList,
    yearlyDays: noList,
    isEventStarted: z.boolean(),
    /** Set for a single occurrence of a series. */
    isSingleEventRecurrence: z.boolean(),
    scheduleEventRecurrenceSchoolStudents: z.object({
      eventName: plainText().max(2000),
      caseloadIds: z.array(id).max(500),
      serviceId: idOrZero,
      serviceRateTypeId: idOrZero,
      /** Dollars as text, as shown in the form; the server looks the rate up itself. */
      serviceRate: plainText().nullable().default(null),
    }),
  })
  .refine((payload) => payload.isRecurring === (payload.scheduleEventRecurringSelectionTypeId !== 0), {
    path: ['isRecurring'],
    message: 'isRecurring and scheduleEventRecurringSelectionTypeId contradict each other',
  })
export type ScheduleEventPayload = z.output<typeof scheduleEventPayloadSchema>

/** Values that aren't in the form. */
export interface WireContext {
  userId: number
  /** The session being edited; missing for a new one. */
  id?: number
  serviceRate?: string | null
  isEventStarted?: boolean
  isSingleEventRecurrence?: boolean
}

const TYPE_IDS = { none: 0, daily: 1, weekly: 2, monthly: 3 } as const satisfies Record<RecurrenceType, number>
const TYPES = ['none', 'daily', 'weekly', 'monthly'] as const

type RecurrenceFields = Pick<
  ScheduleEventPayload,
  | 'dailyOptionId'
  | 'dailyOnEveryDay'
  | 'weekOptionId'
  | 'weeklyWeekIds'
  | 'recurringOnEveryWeek'
  | 'weeklyWeekDayIds'
  | 'monthlyOptionId'
  | 'monthlyDates'
  | 'monthlyWeeks'
  | 'monthlyDays'
  | 'monthlyOnEveryMonth'
>

const nothingRecurs: RecurrenceFields = {
  dailyOptionId: 0,
  dailyOnEveryDay: 0,
  weekOptionId: 0,
  weeklyWeekIds: [],
  recurringOnEveryWeek: 0,
  weeklyWeekDayIds: [],
  monthlyOptionId: 0,
  monthlyDates: [],
  monthlyWeeks: [],
  monthlyDays: [],
  monthlyOnEveryMonth: 0,
}

const fieldsOf = (rule: RecurrenceRule): Partial<RecurrenceFields> => {
  if (rule.type === 'none') return {}
  switch (rule.option) {
    case 'everyNDays':
      return { dailyOptionId: 1, dailyOnEveryDay: rule.everyNDays }
    case 'everyWeekday':
      return { dailyOptionId: 2 }
    case 'everyNWeeks':
      return { weekOptionId: 1, recurringOnEveryWeek: rule.everyNWeeks, weeklyWeekDayIds: rule.days }
    case 'weeksOfMonth':
      return { weekOptionId: 2, weeklyWeekIds: rule.weeks, weeklyWeekDayIds: rule.days }
    case 'dates':
      return { monthlyOptionId: 1, monthlyOnEveryMonth: rule.everyNMonths, monthlyDates: rule.dates }
    case 'nthWeekday':
      return {
        monthlyOptionId: 2,
        monthlyOnEveryMonth: rule.everyNMonths,
        monthlyWeeks: rule.weeks,
        monthlyDays: rule.days,
      }
  }
}

export const toWire = (form: SessionForm, context: WireContext): ScheduleEventPayload => ({
  id: context.id ?? 0,
  languageId: 1,
  isTimeSheetReq: form.isTimesheetReq,
  scheduleEventMode: SESSION_MODE_IDS[form.mode],
  ...(context.id ? { updatedById: context.userId } : { createdById: context.userId }),
  providerId: form.providerId ?? 0,
  schoolId: form.schoolId,
  fromDate: form.date,
  toDate: form.endDate,
  startTime: form.startTime,
  endTime: form.endTime,
  colourCode: form.colourCode,
  isRecurring: form.rule.type !== 'none',
  scheduleEventRecurringSelectionTypeId: TYPE_IDS[form.rule.type],
  ...nothingRecurs,
  ...fieldsOf(form.rule),
  yearlyOptionId: 0,
  yearlyOnEveryYear: 0,
  yearlyMonths: [],
  yearlyDates: [],
  yearlyWeeks: [],
  yearlyDays: [],
  isEventStarted: context.isEventStarted ?? false,
  isSingleEventRecurrence: context.isSingleEventRecurrence ?? false,
  scheduleEventRecurrenceSchoolStudents: {
    eventName: form.eventName,
    caseloadIds: form.caseloadIds,
    serviceId: form.serviceId,
    serviceRateTypeId: form.rateTypeId ?? 0,
    serviceRate: context.serviceRate ?? null,
  },
})

const recurrenceOf = (payload: ScheduleEventPayload): RecurrenceValues => {
  const type = TYPES[payload.scheduleEventRecurringSelectionTypeId] ?? 'none'
  return {
    ...noRecurrence,
    type,
    ...(type === 'daily' && {
      daily: {
        option: ([null, 'everyNDays', 'everyWeekday'] as const)[payload.dailyOptionId] ?? null,
        everyNDays: payload.dailyOnEveryDay,
      },
    }),
    ...(type === 'weekly' && {
      weekly: {
        option: payload.weekOptionId === 2 ? ('weeksOfMonth' as const) : ('everyNWeeks' as const),
        everyNWeeks: payload.recurringOnEveryWeek,
        weeks: payload.weeklyWeekIds,
        days: payload.weeklyWeekDayIds,
      },
    }),
    ...(type === 'monthly' && {
      monthly: {
        option: ([null, 'dates', 'nthWeekday'] as const)[payload.monthlyOptionId] ?? null,
        everyNMonths: payload.monthlyOnEveryMonth,
        dates: payload.monthlyDates,
        weeks: payload.monthlyWeeks,
        days: payload.monthlyDays,
      },
    }),
  }
}

/** Converts the payload to form values. */
export const fromWire = (payload: ScheduleEventPayload): SessionFormValues => {
  const { eventName, caseloadIds, serviceId, serviceRateTypeId } = payload.scheduleEventRecurrenceSchoolStudents
  const recurrence = recurrenceOf(payload)
  return {
    mode: payload.scheduleEventMode === SESSION_MODE_IDS.basic ? 'basic' : 'advance',
    eventName,
    providerId: payload.providerId || null,
    date: payload.fromDate,
    startTime: payload.startTime,
    endTime: payload.endTime,
    schoolId: payload.schoolId || null,
    serviceId: serviceId || null,
    rateTypeId: serviceRateTypeId || null,
    colourCode: payload.colourCode,
    isTimesheetReq: payload.isTimeSheetReq,
    caseloadIds,
    recurrence,
    endDate: recurrence.type === 'none' ? '' : payload.toDate,
  }
}
