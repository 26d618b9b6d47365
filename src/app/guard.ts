/** Decides which screen a URL shows to a user. Pure, so that the whole table can be tested without a browser. */
import { MENU_GROUPS, type MenuGroup } from '#domain/menu.ts'
import { isAdministrator, type RoleName } from '#domain/roles.ts'
import type { ScreenKey } from '#domain/screen-keys.ts'
import type { ScreenRoles } from '#screens/provided.tsx'
import { ADD_FACTOR_PAGE, type Route, rolesOf } from './route.ts'

/** The current user; undefined if signed out. */
export interface Visitor {
  readonly roleName: RoleName
  /** Returns undefined until the access list has loaded. */
  readonly mayOpen: (key: ScreenKey) => boolean | undefined
  /** Until then, they can open nothing else. */
  readonly mustAddFactor: boolean
}

export type Verdict =
  | { readonly kind: 'show'; readonly route: Route }
  | { readonly kind: 'redirect'; readonly to: '/' | '/login' | typeof ADD_FACTOR_PAGE }
  /** "You don't have access to this page" */
  | { readonly kind: 'denied' }
  /** The access list is still loading. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'unknown' }

const mayOpen = (route: Route, { roleName, mustAddFactor, mayOpen: hasKey }: Visitor): boolean | undefined =>
  (!mustAddFactor || route.isOpenBeforeFactor === true) &&
  rolesOf(route).includes(roleName) &&
  (route.screenKey === undefined || hasKey(route.screenKey))

/** @param matching the rows of the route table whose path matches the URL, in table order */
export const judge = (matching: readonly Route[], visitor: Visitor | undefined): Verdict => {
  const [first] = matching
  if (visitor === undefined) {
    return first?.audience === 'signedOut' ? { kind: 'show', route: first } : { kind: 'redirect', to: '/login' }
  }
  if (visitor.mustAddFactor && !first?.isOpenBeforeFactor) return { kind: 'redirect', to: ADD_FACTOR_PAGE }
  if (first === undefined) return { kind: 'unknown' }
  if (first.audience === 'signedOut') return { kind: 'redirect', to: '/' }
  const answers = matching.map((route) => mayOpen(route, visitor))
  const route = matching[answers.indexOf(true)]
  if (route) return { kind: 'show', route }
  return { kind: answers.includes(undefined) ? 'wait' : 'denied' }
}

export interface MenuLink {
  readonly path: string
  readonly label: string
}

export interface MenuGroupShown {
  readonly group: MenuGroup
  readonly entries: readonly MenuLink[]
}

/** The user's menu: groups with at least one screen that they may open. */
export const menuOf = (visitor: Visitor, routes: readonly Route[]): readonly MenuGroupShown[] => {
  const menu = isAdministrator(visitor.roleName) ? 'administrators' : 'providers'
  const entries = routes
    .filter((route) => mayOpen(route, visitor) === true)
    .flatMap(({ path, menu: own = [] }) =>
      own.filter((entry) => entry.menu === menu).map(({ group, label }) => ({ path, group, label })),
    )
  return MENU_GROUPS.map((group) => ({ group, entries: entries.filter((entry) => entry.group === group) })).filter(
    (shown) => shown.entries.length > 0,
  )
}

export interface ScreenLink extends MenuLink {
  /** The menu group that lists it; '' if none does. */
  readonly group: string
}

/** Every screen that the user may open without choosing a record first, those of the menu first. */
export const screensOf = (visitor: Visitor, routes: readonly Route[]): readonly ScreenLink[] => {
  const listed = menuOf(visitor, routes).flatMap(({ group, entries }) => entries.map((entry) => ({ ...entry, group })))
  const others = routes
    .filter((route) => route.audience === 'signedIn' && !route.path.includes(':') && mayOpen(route, visitor) === true)
    .map(({ path, title }) => ({ path, label: title, group: '' }))
  // Screens with a name that another has can't be told apart in a list.
  const isNew = ({ path, label }: MenuLink, index: number, all: readonly MenuLink[]) =>
    all.findIndex((other) => other.path === path || other.label === label) === index
  return [...listed, ...others].filter(isNew)
}

/** The links of the profile dropdown, above Logout. */
export const profileLinksOf = (visitor: Visitor, routes: readonly Route[]): readonly MenuLink[] =>
  routes
    .filter((route) => mayOpen(route, visitor) === true)
    .flatMap(({ path, profileEntry: entry }) =>
      entry && (entry.isForAll || !isAdministrator(visitor.roleName)) ? [{ path, label: entry.label }] : [],
    )

/** The roles whose menu and routes have each screen: for other roles, its key opens nothing. */
export const rolesOfScreens = (routes: readonly Route[]): ScreenRoles => {
  const found = new Map<string, readonly RoleName[]>()
  for (const route of routes) {
    const { screenKey } = route
    if (screenKey !== undefined)
      found.set(screenKey, [...new Set([...(found.get(screenKey) ?? []), ...rolesOf(route)])])
  }
  return found
}
