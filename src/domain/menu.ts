/** A page's place in the menus. */

/** The menu groups, in display order. */
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

/** Every role except Administrators sees the providers' menu (spec 1, section 6). */
export type MenuName = 'administrators' | 'providers'

export interface MenuEntry {
  readonly menu: MenuName
  readonly group: MenuGroup
  readonly label: string
}
