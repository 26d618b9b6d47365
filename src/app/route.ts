/** A row of the route table. */
import type { MenuEntry } from '#domain/menu.ts'
import { ROLE_NAMES, type RoleName } from '#domain/roles.ts'
import type { ScreenKey } from '#domain/screen-keys.ts'
import type { LazyScreen } from './lazy-screen.tsx'

export interface Route {
  /** In wouter's syntax; the screen reads a parameter `:name` with `useParams`. */
  readonly path: string
  /** The window's title and the screen's name. */
  readonly title: string
  /** `signedOut` redirects signed-in users to `/`. */
  readonly audience: 'signedIn' | 'signedOut'
  /** The roles that may open it. Default: see `rolesOf`. */
  readonly roles?: readonly RoleName[]
  /** Must be in the user's access list. Some routes have none. */
  readonly screenKey?: ScreenKey
  readonly menu?: readonly MenuEntry[]
  /** Its entry in the profile menu: providers' or, with `isForAll`, everyone's. */
  readonly profileEntry?: { readonly label: string; readonly isForAll?: true }
  /** Also for users who must add a second factor first. */
  readonly isOpenBeforeFactor?: true
  readonly screen: LazyScreen
}

/** In two parts, so that the sign-in page doesn't load what it can't show. */
export interface RouteTable {
  readonly signedOut: readonly Route[]
  /** Every row. */
  readonly loadAll: () => Promise<readonly Route[]>
}

/** Where users who must add a second factor are led. */
export const ADD_FACTOR_PAGE = '/security'

export const EVERYONE = ROLE_NAMES
export const ADMINISTRATORS = ['Administrators'] as const satisfies readonly RoleName[]
export const PROVIDERS = ['Providers', 'SpecialProvider'] as const satisfies readonly RoleName[]

/** By default, screens that are only in the administrators' menu are for administrators, others for all roles. */
export const rolesOf = ({ roles, menu = [] }: Route): readonly RoleName[] =>
  roles ?? (menu.length > 0 && menu.every((entry) => entry.menu === 'administrators') ? ADMINISTRATORS : ROLE_NAMES)

type Page = Omit<Route, 'path' | 'audience'>
type Pages = Readonly<Record<string, Page>>

/** Pages of signed-in users, by path. What a page says itself takes precedence. */
export const pages = (
  roles: readonly RoleName[],
  ...rest: readonly [byPath: Pages] | readonly [screenKey: ScreenKey, byPath: Pages]
): readonly Route[] => {
  const [screenKey, byPath] = rest.length === 2 ? rest : [undefined, rest[0]]
  const shared = { audience: 'signedIn', roles, ...(screenKey !== undefined && { screenKey }) } as const
  return Object.entries(byPath).map(([path, page]) => ({ path, ...shared, ...page }))
}
