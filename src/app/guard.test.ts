import { describe, expect, test } from 'vitest'
import type { RoleName } from '#domain/roles.ts'
import type { ScreenKey } from '#domain/screen-keys.ts'
import { judge, menuOf, profileLinksOf, rolesOfScreens, screensOf, type Visitor } from './guard.ts'
import { lazyScreen } from './lazy-screen.tsx'
import type { Route } from './route.ts'

const screen = lazyScreen(async () => ({ Nothing: () => null }), 'Nothing')
const row = (path: string, more: Partial<Route> = {}): Route => ({
  path,
  title: path,
  audience: 'signedIn',
  screen,
  ...more,
})

const visitor = (roleName: RoleName, keys: readonly ScreenKey[] | undefined = []): Visitor => ({
  roleName,
  mustAddFactor: false,
  mayOpen: (key) => keys?.includes(key),
})
const unknownKeys: Visitor = { roleName: 'Administrators', mustAddFactor: false, mayOpen: () => undefined }

const login = row('/login', { audience: 'signedOut' })
const adminHome = row('/', { roles: ['Administrators'], title: 'Admin home' })
const providerHome = row('/', { roles: ['Providers', 'SpecialProvider'], title: 'Provider home' })
const lockOut = row('/lockout', { menu: [{ menu: 'administrators', group: 'Billing', label: 'Lock Out' }] })
const caseloads = row('/caseload-record', { screenKey: 'Caseloads' })

describe('the guard', () => {
  test('redirects signed-out visitors to the sign-in page from any URL', () => {
    for (const matching of [[caseloads], [], [adminHome, providerHome]]) {
      expect(judge(matching, undefined)).toEqual({ kind: 'redirect', to: '/login' })
    }
    expect(judge([login], undefined)).toEqual({ kind: 'show', route: login })
  })

  test('redirects signed-in users away from it', () => {
    expect(judge([login], visitor('Providers'))).toEqual({ kind: 'redirect', to: '/' })
  })

  test('picks the row for the role if several share a path', () => {
    const homes = [adminHome, providerHome]
    expect(judge(homes, visitor('Administrators'))).toEqual({ kind: 'show', route: adminHome })
    expect(judge(homes, visitor('Providers'))).toEqual({ kind: 'show', route: providerHome })
    expect(judge(homes, visitor('SpecialProvider'))).toEqual({ kind: 'show', route: providerHome })
  })

  test("holds a screen's key against the access list, for administrators too", () => {
    expect(judge([caseloads], visitor('Administrators'))).toEqual({ kind: 'denied' })
    expect(judge([caseloads], visitor('Providers', ['Caseloads']))).toEqual({ kind: 'show', route: caseloads })
    expect(judge([caseloads], unknownKeys)).toEqual({ kind: 'wait' })
  })

  test("keeps the administrators' menu to administrators", () => {
    expect(judge([lockOut], visitor('Administrators'))).toEqual({ kind: 'show', route: lockOut })
    expect(judge([lockOut], visitor('SpecialProvider'))).toEqual({ kind: 'denied' })
  })

  test('reports other URLs as unknown', () => {
    expect(judge([], visitor('Providers'))).toEqual({ kind: 'unknown' })
  })
})

describe('the menus', () => {
  const routes = [
    row('/', {
      menu: [
        { menu: 'administrators', group: 'Home', label: 'Home Page' },
        { menu: 'providers', group: 'Home', label: 'Home Page' },
      ],
    }),
    row('/report/pto', { screenKey: 'PTOReport', menu: [{ menu: 'administrators', group: 'Reports', label: 'PTO' }] }),
    lockOut,
    row('/profile', { profileEntry: { label: 'My Profile' } }),
    row('/security', { profileEntry: { label: 'Security', isForAll: true } }),
  ]

  test('list what the user may open, in the order of the groups', () => {
    expect(menuOf(visitor('Administrators', ['PTOReport']), routes)).toEqual([
      { group: 'Home', entries: [{ path: '/', group: 'Home', label: 'Home Page' }] },
      { group: 'Billing', entries: [{ path: '/lockout', group: 'Billing', label: 'Lock Out' }] },
      { group: 'Reports', entries: [{ path: '/report/pto', group: 'Reports', label: 'PTO' }] },
    ])
    expect(menuOf(visitor('Administrators'), routes).map(({ group }) => group)).toEqual(['Home', 'Billing'])
    expect(menuOf(visitor('Providers', ['PTOReport']), routes).map(({ group }) => group)).toEqual(['Home'])
  })

  test('the profile dropdown has most of its links only for providers', () => {
    const security = { path: '/security', label: 'Security' }
    expect(profileLinksOf(visitor('Providers'), routes)).toEqual([{ path: '/profile', label: 'My Profile' }, security])
    expect(profileLinksOf(visitor('Administrators'), routes)).toEqual([security])
  })
})

test('lists every screen that the user may open without choosing a record, those of the menu first', () => {
  const routes = [
    login,
    row('/add-school', { title: 'Add School', roles: ['Administrators'] }),
    row('/student/:id', { title: 'Student' }),
    caseloads,
    row('/other-home', { title: 'Home' }),
    row('/', { title: 'Home Page', menu: [{ menu: 'administrators', group: 'Home', label: 'Home' }] }),
  ]
  expect(screensOf(visitor('Administrators'), routes)).toEqual([
    { path: '/', label: 'Home', group: 'Home' },
    { path: '/add-school', label: 'Add School', group: '' },
  ])
  expect(screensOf(visitor('Providers', ['Caseloads']), routes)).toEqual([
    { path: '/caseload-record', label: '/caseload-record', group: '' },
    { path: '/other-home', label: 'Home', group: '' },
  ])
})

test('the roles of a screen are those of all rows with its key', () => {
  const student = { screenKey: 'ProviderCaseload' } as const
  const rows = [
    row('/student', { ...student, roles: ['Providers'] }),
    row('/provider-caseload', { ...student, roles: ['SpecialProvider'] }),
    row('/pto-record', { screenKey: 'PTORequest', menu: [{ menu: 'administrators', group: 'Home', label: 'PTO' }] }),
    row('/caseload-record', { screenKey: 'Caseloads' }),
    lockOut,
  ]
  expect([...rolesOfScreens(rows)]).toEqual([
    ['ProviderCaseload', ['Providers', 'SpecialProvider']],
    ['PTORequest', ['Administrators']],
    ['Caseloads', ['Administrators', 'Providers', 'SpecialProvider']],
  ])
})

describe('a user who must add a second factor first', () => {
  const security = row('/security', {
    isOpenBeforeFactor: true,
    profileEntry: { label: 'Security', isForAll: true },
  })
  const must: Visitor = { ...visitor('Administrators'), mustAddFactor: true }

  test('is led from any other page to the one that adds it', () => {
    for (const matching of [[adminHome, providerHome], [lockOut], [caseloads], [login], []]) {
      expect(judge(matching, must)).toEqual({ kind: 'redirect', to: '/security' })
    }
    expect(judge([security], must)).toEqual({ kind: 'show', route: security })
  })

  test('sees nothing else in menus and lists of pages', () => {
    const routes = [adminHome, lockOut, caseloads, security]
    expect(menuOf(must, routes)).toEqual([])
    expect(profileLinksOf(must, routes)).toEqual([{ path: '/security', label: 'Security' }])
    expect(screensOf(must, routes)).toEqual([{ path: '/security', label: '/security', group: '' }])
  })
})
