/** Paths by the icon's name, below the project's root. */
export const ICONS_FILE: string
/** Writes a module for each icon. */
export function prepareIcons(root: string): void
