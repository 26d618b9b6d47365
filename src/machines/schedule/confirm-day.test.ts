import { expect, test } from 'vitest'
import { confirmableRows } from './confirm-day.ts'
import { sampleTimesheet } from './sample-sessions.ts'

const { date, endTime } = sampleTimesheet()
const now = { date, time: endTime }
const offered = (change: Parameters<typeof sampleTimesheet>[0], at = now) =>
  confirmableRows([{ timesheet: sampleTimesheet({ isConfirmed: false, isApproved: 0, ...change }) }], at).length > 0

test('offers rows that are over, not confirmed and not approved', () => {
  expect(offered({})).toBe(true)
  expect(offered({}, { ...now, time: '00:00' })).toBe(false)
  expect(offered({ isZeroHours: true }, { ...now, time: '00:00' })).toBe(true)
  expect(offered({ isConfirmed: true })).toBe(false)
  expect(offered({ isRequired: false })).toBe(false)
  expect([0, 1, 2, 3].map((isApproved) => offered({ isApproved }))).toEqual([true, false, true, false])
})
