import { expect, test } from 'vitest'
import { accountStateOf, isOpen, type StoredAccount } from './account.ts'

const TODAY = '2026-11-20'
const active: StoredAccount = {
  employment: { statusId: 1, termDate: null },
  isActive: true,
  canSignIn: true,
  isInvited: false,
}
const onLeave = { statusId: 2, termDate: null }
const terminated = { statusId: 3, termDate: '2026-11-19' }

test.each<[string, Partial<StoredAccount>]>([
  ['active', {}],
  ['active', { employment: null }],
  ['onLeave', { employment: onLeave }],
  ['notInvited', { canSignIn: false }],
  ['notInvited', { canSignIn: false, employment: onLeave }],
  ['invited', { canSignIn: false, isInvited: true }],
  ['invited', { canSignIn: false, isInvited: true, employment: onLeave }],
  ['deactivated', { isActive: false }],
  ['deactivated', { isActive: false, canSignIn: false, employment: onLeave }],
  ['deactivated', { isActive: false, employment: null }],
  ['terminated', { employment: terminated }],
  ['terminated', { employment: { statusId: 3, termDate: null } }],
  ['terminated', { employment: terminated, isActive: false, canSignIn: false }],
])('is %s: %j', (state, changes) => {
  expect(accountStateOf({ ...active, ...changes }, TODAY)).toBe(state)
})

test.each([
  ['2026-11-19', 'terminated'],
  ['2026-11-20', 'active'],
  ['2026-11-21', 'active'],
])('of someone whose last day is %s is %s', (termDate, state) => {
  expect(accountStateOf({ ...active, employment: { statusId: 1, termDate } }, TODAY)).toBe(state)
})

test('is open unless someone has closed it', () => {
  const states = ['notInvited', 'invited', 'active', 'onLeave', 'deactivated', 'terminated'] as const
  expect(states.filter(isOpen)).toEqual(['notInvited', 'invited', 'active', 'onLeave'])
})
