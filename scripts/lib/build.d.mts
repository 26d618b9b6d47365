/** Whether a bundle is missing or older than what it is made of. */
export function isBuildStale(root: string): boolean
/** Builds client and server when a bundle is missing or older than its sources. */
export function ensureBuilt(root: string): void
