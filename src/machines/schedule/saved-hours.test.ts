import { expect, test } from 'vitest'
import type { CalendarData } from './calendar-data.ts'
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

test('what the sessions say stays with the row, and the other rows of the day are checked against the saved hours', () => {
  const proposed = { startTime: '09:00', endTime: '11:30', serviceId: 3, serviceName: 'Speech therapy' }
  const sessions = { startTime: '09:00', endTime: '11:30' }
  const facts = { sessions, usual: null, timeOff: [], others: [] }
  const before = { ...row, id: 0, proposed, facts }
  const before9 = { schoolId: 9, schoolName: 'Oak', startTime: '08:00', endTime: '08:30' }
  const beside = { ...others.school, facts: { ...facts, others: [before9] } }
  const known = { ...data, timesheets: [before, beside] }
  const worked = { schoolId: 3, schoolName: 'Lincoln Elementary', startTime: '09:00', endTime: '12:00' }
  const after = withSavedHours(known, row)
  expect(after.timesheets).toEqual([
    { ...row, proposed, facts },
    { ...beside, facts: { ...facts, others: [before9, worked] } },
  ])
  expect(withSavedHours(after, { ...row, isZeroHours: true }).timesheets[1]).toEqual(beside)
})
