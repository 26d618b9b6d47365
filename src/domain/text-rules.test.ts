import { expect, test } from 'vitest'
import { plainLines, plainText, requiredText } from './text-rules.ts'
import { localDateSchema } from './time.ts'

const messageOf = (
  schema: { safeParse: (text: string) => { error?: { issues: { message: string }[] } } },
  text: string,
) => schema.safeParse(text).error?.issues.map(({ message }) => message)

const CONTROL = ['Please remove control characters from this text.']

test('names keep any script and emoji, and refuse control characters', () => {
  const name = requiredText('Name Is Required', 20)
  expect(name.parse('  Núñez 言語 👩‍🏫 ')).toBe('Núñez 言語 👩‍🏫')
  expect(messageOf(name, 'a\u0007')).toEqual(CONTROL)
  expect(messageOf(name, 'a\nb')).toEqual(CONTROL)
  expect(messageOf(name, 'a\u202eb')).toEqual(CONTROL)
  expect(messageOf(name, 'a\ud83d')).toEqual(CONTROL)
  expect(messageOf(name, '\udc69b')).toEqual(CONTROL)
  expect(messageOf(name, '\u200b\u2060 ')).toEqual(['Name Is Required'])
  expect(messageOf(name, '\u2800')).toEqual(['Name Is Required'])
})

test('notes keep tabs and line breaks', () => {
  expect(plainLines().parse('a\tb\r\nc')).toBe('a\tb\r\nc')
  expect(messageOf(plainLines(), 'a\u0000b')).toEqual(CONTROL)
  expect(messageOf(plainLines(), 'a\ud83d\nb')).toEqual(CONTROL)
  expect(plainText().parse('\u200b')).toBe('')
})

test('dates are between 1900 and 2199', () => {
  expect(localDateSchema.parse('1900-01-01')).toBe('1900-01-01')
  expect(localDateSchema.parse('2199-12-31')).toBe('2199-12-31')
  expect(messageOf(localDateSchema, '0000-01-01')).toEqual(['Enter a date from 1900 to 2199'])
  expect(messageOf(localDateSchema, '9999-12-31')).toEqual(['Enter a date from 1900 to 2199'])
  expect(messageOf(localDateSchema, '2026-02-30')).toEqual(['Enter Valid Date'])
})
