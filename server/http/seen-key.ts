import { createHash } from 'node:crypto'

/** Stands for what a caller was shown: sent back with their decision, it says whether that has changed in the meantime. */
export const seenKey = (shown: unknown): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 20)
