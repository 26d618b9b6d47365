/** What a row of the route table is. */
import type { MenuEntry } from '#domain/menu.ts'
import { ROLE_NAMES, type RoleName } from '#domain/roles.ts'
import type { ScreenKey } from '#domain/screen-keys.ts'
import type { LazyScreen } from './lazy-screen.tsx'

export interface Route {
  /** As wouter reads it; a parameter is `:name`, and the screen gets it from `useParams`. */
  readonly path: string
  /** Title of the window and name of the screen. */
  readonly title: string
  /** `signedOut`: a signed-in user goes to `/` instead. The others need sign-in. */
  readonly audience: 'signedIn' | 'signedOut'
  /** Who may open it; where left out, see `rolesOf`. */
  readonly roles?: readonly RoleName[]
  /** The access list has to hold it. Some routes have none (DESIGN, section 4). */
  readonly screenKey?: ScreenKey
  readonly menu?: readonly MenuEntry[]
  /** Its label in the profile dropdown of providers (an administrator's has Logout alone). */
  readonly profileEntry?: string
  readonly screen: LazyScreen
}

export const ADMINISTRATORS = ['Administrators'] as const satisfies readonly RoleName[]
export const PROVIDERS = ['Providers', 'SpecialProvider'] as const satisfies readonly RoleName[]

/** A screen that only the administrators' menu shows needs that role, whatever its key. */
export const rolesOf = ({ roles, menu = [] }: Route): readonly RoleName[] =>
  roles ?? (menu.length > 0 && menu.every((entry) => entry.menu === 'administrators') ? ADMINISTRATORS : ROLE_NAMES)
