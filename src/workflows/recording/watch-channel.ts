/**
 * The channel over which a browser's tabs share what their machines do, one per signed-in administrator. A tab also
 * receives its own messages over it.
 */
import { z } from 'zod'
import { stepDetailsSchema, watchedTabSchema, watchReportSchema } from './watched.ts'

const toTab = { tab: z.string(), watcher: z.string() }

const messageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('tabs.ask') }),
  z.object({ type: z.literal('tab.here'), tab: watchedTabSchema }),
  z.object({ type: z.literal('tab.left'), tab: z.string() }),
  /** Sent repeatedly: a watcher that stops sending it gets no more updates. */
  z.object({ type: z.literal('watch.start'), ...toTab }),
  z.object({ type: z.literal('watch.stop'), ...toTab }),
  z.object({ type: z.literal('report.give'), ...toTab, report: watchReportSchema }),
  z.object({ type: z.literal('steps.clear'), tab: z.string() }),
  z.object({ type: z.literal('details.ask'), ...toTab, number: z.number().int() }),
  /** Null if the step has been dropped. */
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

/** @param hear gets valid messages; anything else, such as another version's, is ignored */
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
