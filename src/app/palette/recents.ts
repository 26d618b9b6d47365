/**
 * What a user opened from the palette lately, in `localStorage`: only kinds, ids and addresses of screens, never names.
 * What may still be opened, and its name, comes from the server each time.
 */
import { z } from 'zod'
import { MOST_RECENT, recordRefSchema } from '#contract/search.ts'

const recentSchema = z.union([recordRefSchema, z.object({ kind: z.literal('screen'), path: z.string() })])
export type Recent = z.infer<typeof recentSchema>

const keyOf = (userId: number) => `recent/${userId}`

/** Identifies a record or a screen among all others. */
export const recentKey = (recent: Recent): string =>
  recent.kind === 'screen' ? `screen ${recent.path}` : `${recent.kind} ${recent.id}`

/** Latest first; empty if the browser blocks reading, or the entry is corrupt. */
export const readRecents = (userId: number): readonly Recent[] => {
  try {
    return z.array(recentSchema).parse(JSON.parse(window.localStorage.getItem(keyOf(userId)) ?? '[]'))
  } catch {
    return []
  }
}

export const addRecent = (userId: number, recent: Recent): void => {
  const others = readRecents(userId).filter((other) => recentKey(other) !== recentKey(recent))
  try {
    window.localStorage.setItem(keyOf(userId), JSON.stringify([recent, ...others].slice(0, MOST_RECENT)))
  } catch {
    // A browser that blocks storage remembers nothing.
  }
}
