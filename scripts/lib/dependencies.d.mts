/** The folder of the checkout. */
export const root: string
/** Installs what package.json names, where it is missing or older. */
export function ensureDependencies(): void
