/**
 * How the tabs of a browser tell each other what their machines do. One channel for each user who is signed in as an
 * administrator; a tab hears itself over it as it hears any other.
 */
import { z } from 'zod'
import { stepDetailsSchema, watchedTabSchema, watchReportSchema } from '#machines/workflows/watched.ts'

const toTab = { tab: z.string(), watcher: z.string() }

const messageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('tabs.ask') }),
  z.object({ type: z.literal('tab.here'), tab: watchedTabSchema }),
  z.object({ type: z.literal('tab.left'), tab: z.string() }),
  /** Said again and again: who stops saying it is told nothing any more. */
  z.object({ type: z.literal('watch.start'), ...toTab }),
  z.object({ type: z.literal('watch.stop'), ...toTab }),
  z.object({ type: z.literal('report.give'), ...toTab, report: watchReportSchema }),
  z.object({ type: z.literal('steps.clear'), tab: z.string() }),
  z.object({ type: z.literal('details.ask'), ...toTab, number: z.number().int() }),
  /** Null: the step is no longer remembered. */
  z.object({
    type: z.literal('details.give'),
    ...toTab,
    number: z.number().int(),
    details: stepDetailsSchema.nullable(),
  }),
])
export type WatchMessage = z.output<typeof messageSchema>

export interface WatchChannel {
  readonly post: (message: WatchMessage) => void
  readonly close: () => void
}

/** @param hear gets what is of the right form; the rest is another version's, or nobody's */
export const openWatchChannel = (userId: number | undefined, hear: (message: WatchMessage) => void): WatchChannel => {
  const channel = new BroadcastChannel(`homeroom-watch-${userId ?? 'nobody'}`)
  channel.addEventListener('message', ({ data }: MessageEvent) => {
    const message = messageSchema.safeParse(data)
    if (message.success) hear(message.data)
  })
  return {
    post: (message) => channel.postMessage(message),
    close: () => channel.close(),
  }
}
