/** Builds client and server when a bundle is missing or stale. */
export function ensureBuilt(root: string): void

/** Whether a bundle is missing or older than its inputs. */
export function isBuildStale(root: string): boolean
