import { z } from 'zod'
import { RETURN_KEY } from './return-to.ts'

/** `userId`: null for a page that anyone may have asked for. */
const returnSchema = z.object({ userId: z.number().nullable(), path: z.string().startsWith('/') })

/** Undefined if there is none, or if another user has signed in since. */
export const returnOf = (userId: number): string | undefined => {
  const kept = window.sessionStorage.getItem(RETURN_KEY)
  if (kept === null) return undefined
  try {
    const { data } = returnSchema.safeParse(JSON.parse(kept))
    return data?.userId === userId || data?.userId === null ? data.path : undefined
  } catch {
    return undefined
  }
}

export const dropReturn = (): void => window.sessionStorage.removeItem(RETURN_KEY)
