import { describe, expect, test } from 'vitest'
import type { RoleName } from '#domain/roles.ts'
import type { ScreenKey } from '#domain/screen-keys.ts'
import { judge, menuOf, type Visitor } from './guard.ts'
import { ROUTES } from './route-table.ts'

const visitor = (roleName: RoleName, ...keys: ScreenKey[]): Visitor => ({
  roleName,
  mustAddFactor: false,
  mayOpen: (key) => keys.includes(key),
})
const at = (path: string) => ROUTES.filter((route) => route.path === path)

describe('administrators’ screens', () => {
  test.each([
    '/acl',
    '/acl/changes',
    '/acl/users',
    '/billing-history',
    '/close-out',
    '/outgoing-mail',
    '/settings',
    '/settings/changes',
  ])('%s is closed to providers', (path) => {
    expect(at(path)).not.toEqual([])
    expect(judge(at(path), visitor('Providers'))).toEqual({ kind: 'denied' })
  })

  test('are in the menu of administrators', () => {
    const groups = menuOf(visitor('Administrators', 'BillingHistory', 'Caseloads'), ROUTES)
    const labels = (name: string) => groups.find(({ group }) => group === name)?.entries.map(({ label }) => label)
    expect(labels('Workforce Management')).toEqual(['PTO Available Hours', 'Settings'])
    expect(labels('Schools')).toContain('Caseloads')
    expect(labels('Billing')).toContain('Billing History')
  })

  test('are listed for providers in the order of the specification', () => {
    const mayOpenAll: Visitor = { roleName: 'Providers', mustAddFactor: false, mayOpen: () => true }
    const groups = menuOf(mayOpenAll, ROUTES).map(({ group, entries }) => [group, ...entries.map(({ label }) => label)])
    expect(groups).toEqual([
      ['Home', 'Home Page'],
      [
        'Profile',
        ...['My Profile', 'PTO Requests', 'My Documents', 'Hours Report', 'Student Report', 'Note Report'],
        ...['Provider Details', 'Your Reports'],
      ],
      ['Workforce Management', 'Permissions'],
      ['Scheduling', 'Manage Schedule', 'Caseload Record', 'Caseload'],
    ])
  })

  test('that providers share are in theirs', () => {
    const groups = menuOf(visitor('Providers', 'ProviderCaseload'), ROUTES)
    expect(groups.find(({ group }) => group === 'Scheduling')?.entries.map(({ label }) => label)).toContain('Caseload')
  })
})
