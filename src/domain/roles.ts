/** A user's first role decides (spec 1, section 6). */
export const ROLE_NAMES = ['Administrators', 'Providers', 'SpecialProvider'] as const
export type RoleName = (typeof ROLE_NAMES)[number]

/** New provider users get role 2 (spec 3, section 9). */
export const ROLE_IDS = { Administrators: 1, Providers: 2, SpecialProvider: 3 } as const satisfies Record<
  RoleName,
  number
>

/** Anyone whose first role is not named Administrators is treated as a provider (spec 1, section 6). */
export const isAdministrator = (role: RoleName): boolean => role === 'Administrators'
