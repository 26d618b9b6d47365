import { createHash } from 'node:crypto'
import { Refusal } from './refusal.ts'

/** Stands for what a caller was shown: sent back with their decision, it says whether that has changed in the meantime. */
export const seenKey = (shown: unknown): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 20)

/** @throws Refusal 409 if an undo would not do what its preview showed */
export const requireSeenUndo = (now: string, seen: string): void => {
  if (now === seen) return
  throw new Refusal(
    409,
    'Nothing was undone because something changed in the meantime. Please review what will be undone.',
  )
}
