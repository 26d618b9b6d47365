import { expect, test } from 'vitest'
import { confirmableRows, replacedHours } from './confirm-day.ts'
import { sampleTimesheet } from './sample-sessions.ts'

const { date, startTime, endTime, serviceId, serviceName } = sampleTimesheet()
const proposed = { startTime, endTime, serviceId, serviceName }
const now = { date, time: endTime }
const offered = (change: Parameters<typeof sampleTimesheet>[0], at = now) =>
  confirmableRows([{ timesheet: sampleTimesheet({ isConfirmed: false, isApproved: 0, proposed, ...change }) }], at)
    .length > 0

test('offers rows that are over, not confirmed and not approved', () => {
  expect(offered({})).toBe(true)
  expect(offered({}, { ...now, time: '00:00' })).toBe(false)
  // Whatever is stored: what the sessions say is confirmed.
  expect(offered({ endTime: '23:00' })).toBe(true)
  expect(offered({ isZeroHours: true }, { ...now, time: '00:00' })).toBe(false)
  expect(offered({ isConfirmed: true })).toBe(false)
  expect(offered({ isRequired: false })).toBe(false)
  expect([0, 1, 2, 3].map((isApproved) => offered({ isApproved }))).toEqual([true, false, true, false])
})

test('offers no row whose sessions leave nothing to propose', () => {
  expect(offered({ proposed: { ...proposed, endTime: startTime } })).toBe(false)
  expect(offered({ proposed: undefined })).toBe(false)
})

test.each<[string, Parameters<typeof sampleTimesheet>[0], boolean]>([
  ['not stored', { id: 0, endTime: '12:00' }, false],
  ['the same', {}, false],
  ['another start', { startTime: '08:45' }, true],
  ['another end', { endTime: '12:00' }, true],
  ['another service', { serviceId: 4 }, true],
  ['zero hours', { isZeroHours: true }, true],
])('says whether it replaces what is stored: %s', (_, change, isReplaced) => {
  const row = sampleTimesheet({ id: 5, proposed, ...change })
  expect(replacedHours(row)).toBe(isReplaced ? row : undefined)
})
