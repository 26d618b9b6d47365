import { LAST_EVENT_ID } from '#server/http/event-stream.ts'
import { type HandlersOf, StreamReply } from '#server/http/handler.ts'
import type { LiveStreams } from './live-streams.ts'

export const createLiveHandlers = ({ live: streams }: { readonly live: LiveStreams }): HandlersOf<'followChanges'> => ({
  followChanges: async ({ user, header }) => new StreamReply(await streams.open(user, header(LAST_EVENT_ID))),
})
