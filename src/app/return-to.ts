/** The page that was open when a user's session expired, in this tab. */
import { z } from 'zod'

const KEY = 'returnTo'

const returnSchema = z.object({ userId: z.number(), path: z.string().startsWith('/') })

export const keepReturn = (userId: number, path: string): void => {
  window.sessionStorage.setItem(KEY, JSON.stringify({ userId, path }))
}

/** Undefined if there is none, or if another user has signed in since. */
export const returnOf = (userId: number): string | undefined => {
  const kept = window.sessionStorage.getItem(KEY)
  if (kept === null) return undefined
  try {
    const { data } = returnSchema.safeParse(JSON.parse(kept))
    return data?.userId === userId ? data.path : undefined
  } catch {
    return undefined
  }
}

export const dropReturn = (): void => window.sessionStorage.removeItem(KEY)
