import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type SessionForm, sessionFormSchema } from '#domain/session-form.ts'
import { tidyText } from '#domain/tidy-text.ts'
import { addDays, eachDay, timeList } from '#domain/time.ts'
import { tries } from '#tests/support/domain/tries.ts'
import { fromWire, scheduleEventPayloadSchema, toWire } from './schedule-event-payload.ts'

const form: SessionForm = {
  mode: 'advance',
  eventName: 'Speech group',
  providerId: 3,
  date: '2026-11-24',
  startTime: '09:00',
  endTime: '09:45',
  schoolId: 5,
  serviceId: 7,
  rateTypeId: 2,
  colourCode: '#1C7ED6',
  isTimesheetReq: true,
  caseloadIds: [11, 12],
  rule: { type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [2, 4] },
  endDate: '2027-01-14',
}

describe('the payload', () => {
  it('sends a new weekly series with the wire names', () => {
    expect(toWire(form, { userId: 1, serviceRate: '82.50' })).toEqual({
      id: 0,
      languageId: 1,
      isTimeSheetReq: true,
      scheduleEventMode: 2,
      createdById: 1,
      providerId: 3,
      schoolId: 5,
      fromDate: '2026-11-24',
      toDate: '2027-01-14',
      startTime: '09:00',
      endTime: '09:45',
      colourCode: '#1C7ED6',
      isRecurring: true,
      scheduleEventRecurringSelectionTypeId: 2,
      dailyOptionId: 0,
      dailyOnEveryDay: 0,
      weekOptionId: 1,
      weeklyWeekIds: [],
      recurringOnEveryWeek: 1,
      weeklyWeekDayIds: [2, 4],
      monthlyOptionId: 0,
      monthlyDates: [],
      monthlyWeeks: [],
      monthlyDays: [],
      monthlyOnEveryMonth: 0,
      yearlyOptionId: 0,
      yearlyOnEveryYear: 0,
      yearlyMonths: [],
      yearlyDates: [],
      yearlyWeeks: [],
      yearlyDays: [],
      isEventStarted: false,
      isSingleEventRecurrence: false,
      scheduleEventRecurrenceSchoolStudents: {
        eventName: 'Speech group',
        caseloadIds: [11, 12],
        serviceId: 7,
        serviceRateTypeId: 2,
        serviceRate: '82.50',
      },
    })
  })

  it('includes the user who updates a stored session', () => {
    const payload = toWire(form, { userId: 9, id: 44, isEventStarted: true })
    expect([payload.id, payload.createdById, payload.updatedById, payload.isEventStarted]).toEqual([
      44,
      undefined,
      9,
      true,
    ])
  })

  it('accepts times in the form’s format and rejects invalid ones', () => {
    const payload = toWire(form, { userId: 1 })
    const read = scheduleEventPayloadSchema.parse({ ...payload, startTime: '09:00 AM', endTime: '01:15 PM' })
    expect([read.startTime, read.endTime]).toEqual(['09:00', '13:15'])
    const refused = scheduleEventPayloadSchema.safeParse({ ...payload, startTime: '13:00 PM' })
    expect(refused.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['startTime', 'Enter Valid Time'],
    ])
  })

  it('rejects contradictory recurrences, invalid ids and missing fields', () => {
    const payload = toWire(form, { userId: 1 })
    const paths = (change: object) =>
      scheduleEventPayloadSchema.safeParse({ ...payload, ...change }).error?.issues.map(({ path }) => path.join('.'))
    expect(paths({ isRecurring: false })).toEqual(['isRecurring'])
    expect(paths({ providerId: -1 })).toEqual(['providerId'])
    expect(paths({ scheduleEventRecurrenceSchoolStudents: undefined })).toEqual([
      'scheduleEventRecurrenceSchoolStudents',
    ])
    expect(paths({ fromDate: '2026-02-30' })).toEqual(['fromDate'])
  })

  it('leaves unset values empty, for the form to require', () => {
    const payload = toWire(form, { userId: 1 })
    const values = fromWire({
      ...payload,
      providerId: 0,
      schoolId: 0,
      fromDate: '',
      startTime: '',
      scheduleEventRecurrenceSchoolStudents: {
        eventName: '',
        caseloadIds: [],
        serviceId: 0,
        serviceRateTypeId: 0,
        serviceRate: null,
      },
    })
    const { error } = sessionFormSchema({ asksProvider: true, asksRateType: true }).safeParse(values)
    expect(error?.issues.map((issue) => issue.message)).toEqual([
      'Session Name Is Required',
      'Provider Name Is Required',
      'Start Date Is Required',
      'Start Time Is Required',
      'School Name Is Required',
      'Service Is Required',
      'Rate Type Is Required',
      'At least 1 student is required',
    ])
  })
})

const ids = fc.integer({ min: 1, max: 100_000 })
const everyN = fc.integer({ min: 1, max: 3 })
/** Every day or every week, so that the series has at least one session. */
const days = fc.constantFrom([0, 1, 2, 3, 4, 5, 6] as const).map((list) => [...list])
const weeks = fc.constantFrom([1, 2, 3, 4, 5] as const).map((list) => [...list])
const dates = fc.constant(eachDay('2026-01-01', '2026-01-28').map((date) => Number(date.slice(8))))
const daily = { type: 'daily' as const }
const weekly = { type: 'weekly' as const }
const monthly = { type: 'monthly' as const }
const anyRule: fc.Arbitrary<SessionForm['rule']> = fc.oneof(
  fc.constant({ type: 'none' as const }),
  everyN.map((everyNDays) => ({ ...daily, option: 'everyNDays' as const, everyNDays })),
  fc.constant({ ...daily, option: 'everyWeekday' as const }),
  fc.record({ everyNWeeks: everyN, days }).map((fields) => ({ ...weekly, option: 'everyNWeeks' as const, ...fields })),
  fc.record({ weeks, days }).map((fields) => ({ ...weekly, option: 'weeksOfMonth' as const, ...fields })),
  fc.record({ everyNMonths: everyN, dates }).map((fields) => ({ ...monthly, option: 'dates' as const, ...fields })),
  fc
    .record({ everyNMonths: everyN, weeks, days })
    .map((fields) => ({ ...monthly, option: 'nthWeekday' as const, ...fields })),
)

const anyForm: fc.Arbitrary<SessionForm> = fc
  .record({
    mode: fc.constantFrom('basic' as const, 'advance' as const),
    // Composed, as text is stored.
    eventName: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }).map((name) => tidyText(`${name}x`).trim()),
    providerId: ids,
    start: fc.integer({ min: 0, max: timeList.length - 2 }),
    schoolId: ids,
    serviceId: ids,
    rateTypeId: ids,
    colourCode: fc.integer({ min: 0, max: 0xffffff }).map((code) => `#${code.toString(16).padStart(6, '0')}`),
    isTimesheetReq: fc.boolean(),
    caseloadIds: fc.uniqueArray(ids, { minLength: 1, maxLength: 6 }),
    rule: anyRule,
    offset: fc.integer({ min: 0, max: 2000 }),
    length: fc.integer({ min: 200, max: 700 }),
  })
  .map(({ start, offset, length, ...rest }) => {
    const date = addDays('2025-01-01', offset)
    return {
      ...rest,
      date,
      endDate: rest.rule.type === 'none' ? date : addDays(date, length),
      startTime: timeList[start] ?? '07:00',
      endTime: timeList[start + 1] ?? '07:15',
      caseloadIds: rest.mode === 'basic' ? [] : rest.caseloadIds,
    }
  })

describe('the round trip', () => {
  it('preserves any valid form through JSON', () => {
    fc.assert(
      fc.property(anyForm, (original) => {
        const travelled = scheduleEventPayloadSchema.parse(JSON.parse(JSON.stringify(toWire(original, { userId: 1 }))))
        const parsed = sessionFormSchema({ asksProvider: true, asksRateType: true }).parse(fromWire(travelled))
        expect(parsed).toEqual(original)
        expect(toWire(parsed, { userId: 1 })).toEqual(travelled)
      }),
      tries(200),
    )
  })
})
