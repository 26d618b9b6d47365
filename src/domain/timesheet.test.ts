import { describe, expect, it } from 'vitest'
import { MODAL_WORDS, type TimesheetEntry, timesheetErrors, withStart } from './timesheet.ts'

const entry = (change: Partial<TimesheetEntry> = {}): TimesheetEntry => ({
  startTime: '09:00',
  endTime: '11:30',
  isZeroHours: false,
  serviceId: 3,
  ...change,
})

describe("the Home Page's table", () => {
  it.each<[string, Partial<TimesheetEntry>, ReturnType<typeof timesheetErrors>]>([
    ['all given', {}, {}],
    ['no service', { serviceId: null }, { serviceId: 'Service Is Required' }],
    ['no start', { startTime: '' }, { startTime: 'Start Is Required' }],
    ['no end', { endTime: '' }, { endTime: 'End Is Required' }],
    [
      'what is no time',
      { startTime: '25', endTime: 'noon' },
      { startTime: 'Enter Valid Time', endTime: 'Enter Valid Time' },
    ],
    ['an end before the start', { endTime: '08:45' }, { endTime: 'End can not be less than Start Time' }],
    ['an end at the start', { endTime: '09:00' }, { endTime: 'End should be greater than Start Time' }],
    [
      'nothing at all',
      { startTime: '', endTime: '', serviceId: null },
      { serviceId: 'Service Is Required', startTime: 'Start Is Required', endTime: 'End Is Required' },
    ],
    ['zero hours with times out of order', { isZeroHours: true, endTime: '08:00' }, {}],
    ['zero hours without a service', { isZeroHours: true, serviceId: null }, { serviceId: 'Service Is Required' }],
  ])('%s', (_, change, errors) => {
    expect(timesheetErrors(entry(change))).toEqual(errors)
  })
})

describe("the calendar's dialog", () => {
  it.each<[string, Partial<TimesheetEntry>, ReturnType<typeof timesheetErrors>]>([
    ['no service', { serviceId: null }, { serviceId: 'Service Type is required' }],
    ['no start', { startTime: '' }, { startTime: 'Start is required' }],
    ['no end', { endTime: '' }, { endTime: 'End is required' }],
    ['an end before the start', { endTime: '08:45' }, { endTime: 'End can not be less than Start' }],
    ['an end at the start', { endTime: '09:00' }, { endTime: 'End should be greater than Start' }],
  ])('has its own message for %s', (_, change, errors) => {
    expect(timesheetErrors(entry(change), MODAL_WORDS)).toEqual(errors)
  })
})

describe('choosing a start', () => {
  it('moves an end that would be before the start', () => {
    expect(withStart(entry(), '13:00')).toMatchObject({ startTime: '13:00', endTime: '13:15' })
  })
  it('keeps an end that is still later, and an empty one', () => {
    expect(withStart(entry(), '11:00')).toMatchObject({ startTime: '11:00', endTime: '11:30' })
    expect(withStart(entry({ endTime: '' }), '13:00')).toMatchObject({ startTime: '13:00', endTime: '' })
  })
  it('ignores an incomplete time', () => {
    expect(withStart(entry(), '9')).toMatchObject({ startTime: '9', endTime: '11:30' })
  })
  it('stays within the day', () => {
    expect(withStart(entry(), '23:45')).toMatchObject({ endTime: '23:59' })
  })
})
