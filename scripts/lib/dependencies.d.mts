export const root: string
/** Runs `npm ci` when packages are missing. */
export function ensureDependencies(): void
