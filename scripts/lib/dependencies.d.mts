export const root: string
/** Runs `npm ci` when node_modules is missing. */
export function ensureDependencies(): void
