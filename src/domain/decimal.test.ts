import { expect, test } from 'vitest'
import { asDecimal, decimalSchema, hundredthsOf } from './decimal.ts'

test('amounts are written with exactly two decimals', () => {
  expect(['85.5', '85', '0085.05', ' 1.1 '].map(asDecimal)).toEqual(['85.50', '85.00', '85.05', '1.10'])
  expect(['', 'x', '-1', '1.234', '1e3', '1,5', '.5', '12345678'].map(asDecimal)).toEqual(Array(8).fill(undefined))
  expect(['1.10', '0.29', '999999.99'].map(hundredthsOf)).toEqual([110, 29, 99_999_999])
})

test('an amount is required and at least one, unless the minimum is lower', () => {
  const schema = decimalSchema({ required: 'Rate is required.', invalid: 'No', tooLarge: 'Too much', most: 100 })
  const messageOf = (text: string) => schema.safeParse(text).error?.issues[0]?.message
  expect(schema.parse('1')).toBe('1.00')
  expect(schema.parse('100')).toBe('100.00')
  expect([' ', '0.99', '100.01', 'one'].map(messageOf)).toEqual(['Rate is required.', 'No', 'Too much', 'No'])
  expect(['1000000', '9'.repeat(400), '1000000.5', '1000000.555', '-1000000'].map(messageOf)).toEqual([
    ...['Too much', 'Too much', 'Too much'],
    ...['No', 'No'],
  ])
  const small = decimalSchema({ required: 'Rate is required.', invalid: 'No', tooLarge: 'Too much', least: 1 })
  expect(['0.01', '0.5'].map((text) => small.parse(text))).toEqual(['0.01', '0.50'])
  expect(['0', '0.00', '0.001'].map((text) => small.safeParse(text).success)).toEqual([false, false, false])
})

test('zero can count as missing', () => {
  const words = { required: 'Rate  Is Required', invalid: 'No', tooLarge: 'Too much', least: 1 }
  const schema = decimalSchema({ ...words, isNonzero: true })
  const messageOf = (text: string) => schema.safeParse(text).error?.issues[0]?.message
  expect(['0', '0.00', '00', '0.001', ''].map(messageOf)).toEqual([
    ...Array(3).fill('Rate  Is Required'),
    ...['No', 'Rate  Is Required'],
  ])
  expect(schema.parse('0.01')).toBe('0.01')
})
