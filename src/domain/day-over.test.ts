import { expect, test } from 'vitest'
import { dayAheadReason, hoursAheadReason, isDayOver } from './day-over.ts'

const NOW = { date: '2026-11-20', time: '10:00' }

test.each([
  ['2026-11-19', '23:45', true],
  ['2026-11-20', '10:00', true],
  ['2026-11-20', '10:15', false],
  ['2026-11-21', '07:00', false],
])('a day that ends on %s at %s is over: %s', (date, lastEnd, isOver) => {
  expect(isDayOver(date, lastEnd, NOW)).toBe(isOver)
})

test('hours can be confirmed once they have ended, and zero hours at any time', () => {
  const hours = { date: '2026-11-20', endTime: '13:30', isZeroHours: false }
  expect(hoursAheadReason(hours, NOW)).toBe(
    'These hours end at 1:30 PM on 11/20/2026. You can confirm them after that, or now with zero hours.',
  )
  expect(hoursAheadReason({ ...hours, endTime: '10:00' }, NOW)).toBeUndefined()
  expect(hoursAheadReason({ ...hours, date: '2026-11-19' }, NOW)).toBeUndefined()
  expect(hoursAheadReason({ ...hours, isZeroHours: true }, NOW)).toBeUndefined()
  expect(hoursAheadReason({ ...hours, endTime: '25:00' }, NOW)).toBeUndefined()
  expect(hoursAheadReason({ ...hours, date: '2026-11-21', endTime: '' }, NOW)).toBe(
    'These hours end on 11/21/2026. You can confirm them after that, or now with zero hours.',
  )
})

test('says when a day can be approved', () => {
  expect(dayAheadReason('2026-11-20', '16:00')).toBe(
    '11/20/2026 is not over. It can be approved after its last session, which ends at 4:00 PM.',
  )
})
