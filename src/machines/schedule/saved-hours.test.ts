import { expect, test } from 'vitest'
import type { CalendarData } from './calendar.machine.ts'
import { sampleApproval, sampleEvent, sampleListing, sampleTimesheet } from './sample-sessions.ts'
import { withSavedHours } from './saved-hours.ts'

const others = {
  school: sampleTimesheet({ schoolId: 4 }),
  provider: sampleTimesheet({ providerId: 8 }),
  date: sampleTimesheet({ date: '2026-03-04' }),
}
const open = sampleApproval({ approvedStatus: 'Pending', isApproved: 0 })
const data: CalendarData = {
  events: [sampleEvent(), sampleEvent({ id: 2 })],
  approvedDates: [open, { ...open, providerId: 8 }, { ...open, approvedDate: '2026-03-04' }],
  timesheets: [sampleTimesheet(), ...Object.values(others)],
  timeOff: [],
  editAnswers: [],
  schools: [
    { timesheet: sampleTimesheet(), listing: [sampleListing(), sampleListing({ id: 2 })] },
    { timesheet: others.school, listing: [] },
  ],
}
const row = sampleTimesheet({ id: 5, endTime: '12:00', isConfirmed: true, entityCacheKey: 'b' })

test('a saved row replaces its own wherever it is shown', () => {
  expect(withSavedHours(data, row)).toEqual({
    ...data,
    timesheets: [row, ...Object.values(others)],
    schools: [{ timesheet: row, listing: data.schools[0]?.listing }, data.schools[1]],
  })
})

test('with it come the state of its day and the version of the session that it was corrected from', () => {
  const day = { ...open, isConfirmed: true }
  const session = { id: 1, isTimesheetReq: true, entityCacheKey: 'c' }
  const shown = withSavedHours(data, { ...row, day, session })
  expect(shown.approvedDates).toEqual([day, data.approvedDates[1], data.approvedDates[2]])
  expect(shown.events.map(({ entityCacheKey }) => entityCacheKey)).toEqual(['c', 'a'])
  expect(shown.schools[0]?.listing.map(({ entityCacheKey }) => entityCacheKey)).toEqual(['c', 'a'])
  expect(shown.timesheets[0]).toEqual(row)
})
