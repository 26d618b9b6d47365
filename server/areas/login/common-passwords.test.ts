import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

test.each([
  ['justinbieber', true],
  ['JustinBieber', true],
  ['1qaz2wsx3edc', true],
  ['password2026!', true],
  ['2026!!Welcome', true],
  ['administrator', true],
  ['homerhomerhomer', true],
  ['passwordpassword', true],
  ['aaaaaaaaaaaaaaaa', true],
  ['abcabcabcabcabc', true],
  ['correct horse battery staple', false],
  ['8493-0284-7501', false],
  ['🐴🔋🐎🧷🌵🦊🍀🎲🚲🪁🧭🫖', false],
  ['Q7!pm-vezzo-lark', false],
])('%s: %s', async (password, expected) => {
  expect(await isCommonPassword(password)).toBe(expected)
})
