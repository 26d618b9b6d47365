/**
 * The page to show after sign-in, in this tab: a page of an email that was opened before, or what was open when the
 * session expired.
 */
import { z } from 'zod'

const KEY = 'returnTo'

/** `userId`: null for a page that anyone may have asked for. */
const returnSchema = z.object({ userId: z.number().nullable(), path: z.string().startsWith('/') })

/** @param userId whose page it was; null if nobody has been signed in */
export const keepReturn = (userId: number | null, path: string): void => {
  window.sessionStorage.setItem(KEY, JSON.stringify({ userId, path }))
}

/** Undefined if there is none, or if another user has signed in since. */
export const returnOf = (userId: number): string | undefined => {
  const kept = window.sessionStorage.getItem(KEY)
  if (kept === null) return undefined
  try {
    const { data } = returnSchema.safeParse(JSON.parse(kept))
    return data?.userId === userId || data?.userId === null ? data.path : undefined
  } catch {
    return undefined
  }
}

export const dropReturn = (): void => window.sessionStorage.removeItem(KEY)
