import { describe, expect, it } from 'vitest'
import {
  chooseMode,
  chooseSchool,
  chooseService,
  chooseStart,
  openedValues,
  patternOf,
  placeStudent,
  withPattern,
} from './session-entry.ts'
import { emptySessionForm, noRecurrence, type RecurrenceValues, type SessionFormValues } from './session-form.ts'

const empty = emptySessionForm({ date: '2026-11-24' })

describe('side effects of a choice', () => {
  it('a school resets service, rate type, and students, and sets its color', () => {
    const others = { serviceId: null, rateTypeId: null, caseloadIds: [] }
    expect(chooseSchool(2, '#74C0FC')).toEqual({ schoolId: 2, ...others, colourCode: '#74C0FC' })
    expect(chooseSchool(null)).toEqual({ schoolId: null, ...others })
  })

  it('a service resets the rate type', () => {
    expect(chooseService(10)).toEqual({ serviceId: 10, rateTypeId: null })
  })

  it('Basic removes the students', () => {
    expect(chooseMode('basic')).toEqual({ mode: 'basic', caseloadIds: [] })
    expect(chooseMode('advance')).toEqual({ mode: 'advance' })
  })

  it('a start moves the end once it is a valid time', () => {
    expect(chooseStart('10:00')).toEqual({ startTime: '10:00', endTime: '10:15' })
    expect(chooseStart('13')).toEqual({ startTime: '13' })
  })

  it('a student is inserted at a position or at the end, or moved', () => {
    expect(placeStudent([11, 13], 12, 1)).toEqual([11, 12, 13])
    expect(placeStudent([11, 13], 12)).toEqual([11, 13, 12])
    expect(placeStudent([11, 12, 13], 13, 0)).toEqual([13, 11, 12])
    expect(placeStudent([11, 12, 13], 11)).toEqual([12, 13, 11])
  })

  it('a pattern keeps the values of others', () => {
    const before = { ...noRecurrence, daily: { option: 'everyWeekday' as const, everyNDays: 4 } }
    const after = withPattern(before, { type: 'weekly', option: 'weeksOfMonth' })
    expect(after).toEqual({ ...before, type: 'weekly', weekly: { ...before.weekly, option: 'weeksOfMonth' } })
    expect(withPattern(after, { type: 'none' })).toEqual({ ...after, type: 'none' })
    expect(patternOf(after)).toEqual({ type: 'weekly', option: 'weeksOfMonth' })
  })
})

describe("the form's initial values", () => {
  it('are in Advance for Providers, who have no switch', () => {
    const basic: SessionFormValues = { ...empty, mode: 'basic' }
    expect([openedValues(basic, 'Providers').mode, openedValues(basic, 'SpecialProvider').mode]).toEqual([
      'advance',
      'basic',
    ])
  })

  it("have the type's first option if none is stored", () => {
    const optionless: RecurrenceValues = {
      ...noRecurrence,
      type: 'monthly',
      monthly: { ...noRecurrence.monthly, option: null },
    }
    expect(openedValues({ ...empty, recurrence: optionless }, 'Administrators').recurrence.monthly.option).toBe('dates')
  })
})
