import { describe, expect, test } from 'vitest'
import { changePasswordFormSchema, forgotPasswordFormSchema, isPersonal, recoveryFormSchema } from './passwords.ts'

const messagesOf = (schema: typeof recoveryFormSchema | typeof changePasswordFormSchema, values: unknown) =>
  Object.fromEntries(
    (schema.safeParse(values).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  )

describe('a recovery', () => {
  test.each([
    ['', '', { newPassword: 'Please enter New Password.', confirmPassword: 'Please enter Confirm Password.' }],
    ['twelve chars', '', { confirmPassword: 'Please enter Confirm Password.' }],
    ['twelve chars', 'twelve chars', {}],
    ['twelve chars', 'Twelve chars', { confirmPassword: 'Password & Confirm Password not matched.' }],
    [
      'eleven char',
      'different',
      { newPassword: 'Use at least 12 characters.', confirmPassword: 'Password & Confirm Password not matched.' },
    ],
    [
      '',
      'different',
      { newPassword: 'Please enter New Password.', confirmPassword: 'Password & Confirm Password not matched.' },
    ],
    ['eleven char', 'eleven char', { newPassword: 'Use at least 12 characters.' }],
    ['            ', '            ', {}],
    ['пароль·из·слов', 'пароль·из·слов', {}],
    ['🐴🔋🐴🔋🐴🔋', '🐴🔋🐴🔋🐴🔋', { newPassword: 'Use at least 12 characters.' }],
    ['🐴🔋🐴🔋🐴🔋🐴🔋🐴🔋🐴🔋', '🐴🔋🐴🔋🐴🔋🐴🔋🐴🔋🐴🔋', {}],
    ['long'.repeat(64), 'long'.repeat(64), {}],
    [`${'long'.repeat(64)}!`, `${'long'.repeat(64)}!`, { newPassword: 'Use at most 256 characters.' }],
  ])('of %j, confirmed by %j', (newPassword, confirmPassword, expected) => {
    expect(messagesOf(recoveryFormSchema, { newPassword, confirmPassword })).toEqual(expected)
  })
})

describe('a change', () => {
  test.each([
    [
      { oldPassword: '', newPassword: '', confirmNewPassword: '' },
      {
        oldPassword: 'Please enter current password',
        newPassword: 'Please enter new password',
        confirmNewPassword: 'Please confirm new password',
      },
    ],
    [
      { oldPassword: 'x', newPassword: 'twelve chars', confirmNewPassword: 'twelve char' },
      { confirmNewPassword: 'Please enter same password ' },
    ],
    [{ oldPassword: 'x', newPassword: 'twelve chars', confirmNewPassword: 'twelve chars' }, {}],
  ])('%j', (values, expected) => {
    expect(messagesOf(changePasswordFormSchema, values)).toEqual(expected)
  })
})

test.each([
  ['', 'Please enter Email Id'],
  ['   ', 'Please enter Email Id'],
  ['ada', 'Invalid email id.'],
  ['ada@district.example\r\nBcc: bo@district.example', 'Invalid email id.'],
  [' ada@district.example ', undefined],
])('the address %j', (email, message) => {
  expect(forgotPasswordFormSchema.safeParse({ email }).error?.issues[0]?.message).toBe(message)
})

describe('a password is personal', () => {
  const paul = { email: 'paul.provider@district.example', name: 'Paul Müller Provider' }
  test.each([
    ['PaulProvider2026', true],
    ['paul.provider@district.example', true],
    ['MULLER-provider', true],
    ['müllermüller', true],
    ['districtpaul1', true],
    ['paul likes green tea', false],
    ['correct horse battery', false],
    ['twelve chars', false],
    ['short', false],
  ])('%j: %s', (password, expected) => {
    expect(isPersonal(password, paul)).toBe(expected)
  })

  test('not by a name of two letters', () => {
    expect(isPersonal('jonglieren 42', { email: 'jo@a.example', name: 'Jo Li' })).toBe(false)
  })
})
