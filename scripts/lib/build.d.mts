/** Builds client and server when a bundle is missing or stale. */
export function ensureBuilt(root: string): void
