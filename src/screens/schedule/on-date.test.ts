import { expect, test } from 'vitest'
import { onDate } from './on-date.ts'

test('changes only the date of an address', () => {
  expect(onDate('/schedule-event-viewer', '2026-12-01')).toBe('/schedule-event-viewer?date=2026-12-01')
  expect(onDate('/?view=daily&date=2026-11-23&provider=2', '2026-12-01')).toBe(
    '/?view=daily&date=2026-12-01&provider=2',
  )
})
