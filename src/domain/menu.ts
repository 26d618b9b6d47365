/** Where a page stands in the menus. */

/** The menus' groups, in the order in which they show. */
export const MENU_GROUPS = [
  'Home',
  'Profile',
  'Billing',
  'Schools',
  'Workforce Management',
  'Scheduling',
  'Documents',
  'Reports',
  'Workflows',
] as const
export type MenuGroup = (typeof MENU_GROUPS)[number]

/** There are two menus; every role but Administrators sees the providers' (spec 1, section 6). */
type MenuName = 'administrators' | 'providers'

export interface MenuEntry {
  readonly menu: MenuName
  readonly group: MenuGroup
  readonly label: string
}
