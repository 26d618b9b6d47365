import { useHistoryState } from 'wouter/use-browser-location'
import { z } from 'zod'

/** The history state that a screen passes when it opens another: its own address. */
const cameFromSchema = z.object({ cameFrom: z.string().startsWith('/') })

/** The address that the screen was opened from; undefined if the user typed the URL. */
export const useCameFrom = (): string | undefined => cameFromSchema.safeParse(useHistoryState<unknown>()).data?.cameFrom
