/** The live machine's actors: the server's stream, and the browser's other tabs. */
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { type EventObject, fromCallback } from 'xstate'
import { z } from 'zod'
import type { ApiClient } from '#contract/api-client.ts'
import { followChanges, liveChangeSchema } from '#contract/live.ts'
import type { LiveEvent, LiveNews } from '#machines/session/live.machine.ts'

const newsSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('news.changes'), changes: z.array(liveChangeSchema), id: z.string() }),
  z.object({ type: z.literal('news.reset'), id: z.string().or(z.undefined()) }),
  z.object({ type: z.literal('news.beat'), id: z.string() }),
  z.object({ type: z.literal('news.resume') }),
  z.object({ type: z.literal('news.state'), isFresh: z.boolean() }),
]) satisfies z.ZodType<LiveNews>

/** A server of another version may tell of more than this page knows. */
const changesOf = (data: string) =>
  z
    .array(z.unknown())
    .parse(JSON.parse(data))
    .flatMap((each) => liveChangeSchema.safeParse(each).data ?? [])

/** Timers pause while the computer sleeps: one that is this late says that it did, in milliseconds. */
const SLEPT = 15_000
const LOOK_EVERY = 5_000

/** @param userId whose changes: tabs of another user have nothing to do with these */
export const liveActors = (client: ApiClient, userId: number) => {
  const name = `homeroom-live-${userId}`
  return {
    seekLead: fromCallback(({ sendBack }) => {
      const lead = () => sendBack({ type: 'lead.gain' } satisfies LiveEvent)
      // Only pages served over HTTPS, or from this computer, have locks: elsewhere every tab leads.
      if (!('locks' in navigator)) return lead()
      const abort = new AbortController()
      let release = () => {}
      const hold = () =>
        new Promise<void>((resolve) => {
          release = resolve
          lead()
        })
      navigator.locks.request(name, { signal: abort.signal }, hold).catch(() => undefined)
      return () => {
        release()
        abort.abort()
      }
    }),
    shareNews: fromCallback<LiveNews>(({ sendBack, receive }) => {
      const channel = new BroadcastChannel(name)
      channel.addEventListener('message', ({ data }: MessageEvent) => {
        const news = newsSchema.safeParse(data)
        if (news.success) sendBack({ type: 'leader.broadcast', news: news.data } satisfies LiveEvent)
      })
      receive((news) => channel.postMessage(news))
      return () => channel.close()
    }),
    watchSleep: fromCallback(({ sendBack }) => {
      const tell = () => sendBack({ type: 'computer.wake' } satisfies LiveEvent)
      let lookedAt = Date.now()
      const timer = setInterval(() => {
        if (Date.now() - lookedAt > LOOK_EVERY + SLEPT && document.visibilityState === 'visible') tell()
        lookedAt = Date.now()
      }, LOOK_EVERY)
      return () => clearInterval(timer)
    }),
    readStream: fromCallback<EventObject, { readonly lastId: string | undefined }>(
      ({ sendBack, input: { lastId } }) => {
        const abort = new AbortController()
        const tell = (event: LiveEvent) => {
          if (!abort.signal.aborted) sendBack(event)
        }
        const read = async () => {
          const body = await client.stream(followChanges, {
            signal: abort.signal,
            isUnattended: true,
            ...(lastId !== undefined && { headers: { 'Last-Event-ID': lastId } }),
          })
          tell({ type: 'stream.open' })
          const events = body
            .pipeThrough(new TextDecoderStream())
            .pipeThrough(new EventSourceParserStream())
            .getReader()
          for (let next = await events.read(); !next.done; next = await events.read()) {
            const { event, id = '', data } = next.value
            if (event === 'changes') tell({ type: 'stream.tell', changes: changesOf(data), id })
            if (event === 'reset' || event === 'beat') tell({ type: `stream.${event}`, id })
          }
        }
        read()
          .catch(() => undefined)
          .finally(() => tell({ type: 'stream.lose' }))
        return () => abort.abort()
      },
    ),
  }
}
