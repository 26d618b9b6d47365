import { expect, test } from 'vitest'
import { deviationOf } from './close-out.ts'

test('an amount is out of the ordinary at half or double of the average of the earlier ones', () => {
  const before = ['100.00', '200.00']
  expect(['75.00', '75.01', '299.99', '300.00'].map((amount) => deviationOf(amount, before))).toEqual([
    'low',
    undefined,
    undefined,
    'high',
  ])
  expect(deviationOf('0.00', before)).toBe('none')
  expect(deviationOf('10.00', ['0.00', '0.00'])).toBe('new')
  expect(deviationOf('0.00', ['0.00', '0.00'])).toBeUndefined()
  expect(deviationOf('50.00', ['0.00', '100.00'])).toBeUndefined()
})
