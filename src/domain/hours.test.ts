import { expect, test } from 'vitest'
import { formatHours, hoursOf, hundredthsBetween, hundredthsOf } from './hours.ts'

test('counts hours in hundredths', () => {
  expect(hundredthsBetween('09:00', '16:30')).toBe(750)
  expect(hundredthsBetween('09:00', '09:20')).toBe(33)
  expect([hundredthsOf('7.50'), hundredthsOf('-0.07'), hundredthsOf('1.15')]).toEqual([750, -7, 115])
  expect([hoursOf(750), hoursOf(-7), hoursOf(0)]).toEqual(['7.50', '-0.07', '0.00'])
  expect([formatHours(750), formatHours(800), formatHours(-25)]).toEqual(['7.5', '8', '-0.25'])
})
