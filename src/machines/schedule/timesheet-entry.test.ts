import { describe, expect, it, test } from 'vitest'
import { sampleListing, sampleTimesheet } from './sample-sessions.ts'
import {
  type EnteredHours,
  entered,
  entryOf,
  errorsOf,
  type HoursEntryEvent,
  hoursOfSession,
  isClosedRow,
  withHours,
} from './timesheet-entry.ts'

const wrong = { serviceId: 'Service', startTime: 'Start', endTime: 'End' }
const hours: EnteredHours = { entry: entryOf(sampleTimesheet()), errors: wrong }

describe('entering', () => {
  it.each<[HoursEntryEvent, Partial<EnteredHours['entry']>, EnteredHours['errors']]>([
    [{ type: 'start.choose', time: '10:00' }, { startTime: '10:00' }, { serviceId: 'Service' }],
    [{ type: 'start.choose', time: '14:00' }, { startTime: '14:00', endTime: '14:15' }, { serviceId: 'Service' }],
    [{ type: 'end.choose', time: '12:00' }, { endTime: '12:00' }, { serviceId: 'Service', startTime: 'Start' }],
    [{ type: 'service.choose', id: 4 }, { serviceId: 4 }, { startTime: 'Start', endTime: 'End' }],
    [{ type: 'isZeroHours.toggle' }, { isZeroHours: true }, { serviceId: 'Service' }],
    [{ type: 'isRequired.toggle' }, { isRequired: false }, {}],
  ])('%o clears the errors of the fields it changes', (event, change, errors) => {
    expect(entered(hours, event)).toEqual({ entry: { ...hours.entry, ...change }, errors })
  })
})

test('each place has its own error messages, and rows that require no hours have none', () => {
  const entry = { ...entryOf(sampleTimesheet()), startTime: '' }
  expect(errorsOf(entry, 'row')).toEqual({ startTime: 'Start Is Required' })
  expect(errorsOf(entry, 'modal')).toEqual({ startTime: 'Start is required' })
  expect(errorsOf(entry, 'session')).toEqual({ startTime: 'Start is required' })
  expect(errorsOf({ ...entry, isRequired: false }, 'session')).toEqual({})
})

test('approved and locked rows are closed; a row that no session requires is open only to Update Timesheet', () => {
  const isClosed = (change: Parameters<typeof sampleTimesheet>[0]) =>
    (['row', 'modal', 'session'] as const).map((place) => isClosedRow(sampleTimesheet(change), place))
  expect(isClosed({})).toEqual([false, false, false])
  expect(isClosed({ isApproved: 2 })).toEqual([false, false, false])
  expect(isClosed({ isApproved: 1 })).toEqual([true, true, true])
  expect(isClosed({ isApproved: 3 })).toEqual([true, true, true])
  expect(isClosed({ isRequired: false })).toEqual([true, true, false])
})

const { caseloadIds: _, ...listing } = sampleListing()
const session = {
  ...listing,
  isTimesheetReq: true,
  timesheetStartTime: '09:00',
  timesheetEndTime: '11:30',
  timesheetId: 5,
  timesheetCacheKey: '2',
  isZeroHours: true,
  isApproved: 1,
  serviceId: 3,
  serviceName: 'Speech therapy',
  isEventPassed: false,
  recurrence: '',
}

test("a session's hours are the row it belongs to", () => {
  expect(hoursOfSession(session)).toEqual(
    sampleTimesheet({ id: 5, isZeroHours: true, isApproved: 1, entityCacheKey: '2' }),
  )
})

test("a session's details take over the saved row", () => {
  const saved = sampleTimesheet({ id: 5, endTime: '12:00', isConfirmed: true, entityCacheKey: '3' })
  const after = { ...session, timesheetEndTime: '12:00', timesheetCacheKey: '3', isZeroHours: false }
  expect(withHours(session, saved)).toEqual(after)
  const now = { id: 1, isTimesheetReq: false, entityCacheKey: 'b' }
  expect(withHours(session, { ...saved, session: now })).toEqual({
    ...after,
    isTimesheetReq: false,
    entityCacheKey: 'b',
  })
})
