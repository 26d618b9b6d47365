export const root: string
/** Runs `npm ci` when the packages for it are missing. */
export function ensureDependencies(purpose: 'run' | 'develop'): void
