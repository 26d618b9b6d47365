import { useHistoryState } from 'wouter/use-browser-location'
import { z } from 'zod'

/** What a screen leaves in the history when it opens another: its own address. */
const cameFromSchema = z.object({ cameFrom: z.string().startsWith('/') })

/** The address that the screen was opened from; undefined where its own was entered by hand. */
export const useCameFrom = (): string | undefined => cameFromSchema.safeParse(useHistoryState<unknown>()).data?.cameFrom
