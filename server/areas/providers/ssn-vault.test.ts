import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { SsnVault } from './ssn-vault.ts'

const old = { id: '2025', key: randomBytes(32) }
const current = { id: '2026', key: randomBytes(32) }

test('a number can be opened again, and its last four digits are known', () => {
  const vault = new SsnVault([current])
  const sealed = vault.close('123456789', 7)
  expect(sealed).toMatchObject({ ssnKeyId: '2026', ssnLastFour: '6789' })
  expect(sealed.ssn).not.toContain('12345')
  expect(vault.open(sealed, 7)).toBe('123456789')
})

test('the same number is encrypted differently each time', () => {
  const vault = new SsnVault([current])
  expect(vault.close('123456789', 7).ssn).not.toBe(vault.close('123456789', 7).ssn)
})

test('older keys open what they closed; the newest closes', () => {
  const sealed = new SsnVault([old]).close('123456789', 7)
  const vault = new SsnVault([current, old])
  expect(vault.open(sealed, 7)).toBe('123456789')
  expect(vault.close('123456789', 7).ssnKeyId).toBe('2026')
})

test("a number moved to another provider's row, changed, or without its key can't be opened", () => {
  const vault = new SsnVault([current])
  const sealed = vault.close('123456789', 7)
  expect(() => vault.open(sealed, 8)).toThrow()
  const bytes = Buffer.from(sealed.ssn, 'base64')
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  expect(() => vault.open({ ...sealed, ssn: bytes.toString('base64') }, 7)).toThrow()
  expect(() => new SsnVault([old]).open(sealed, 7)).toThrow('SSN_KEYS lacks the key 2026')
})
