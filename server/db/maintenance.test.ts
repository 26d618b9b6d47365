import { expect, test } from 'vitest'
import { isVacuumDue } from './maintenance.ts'

const at = (day: number, hour: number, minute = 0) => new Date(2025, 4, day, hour, minute)

test.each([
  ['never done', undefined, at(1, 12), true],
  ['the night after a day', at(1, 9), at(2, 3, 5), true],
  ['the same night', at(2, 3, 5), at(2, 3, 15), false],
  ['every night', at(1, 3, 5), at(2, 3, 1), true],
  ['the day after a night', at(2, 3, 5), at(2, 14), false],
  ['the first morning of a server that is off at night', at(1, 3, 5), at(2, 16), true],
  ['another hour of the night', at(1, 23), at(2, 2), false],
])('a vacuum is due: %s', (_, last, now, due) => {
  expect(isVacuumDue(last, now)).toBe(due)
})
