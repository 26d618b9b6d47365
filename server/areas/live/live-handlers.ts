import type { HandlerParts } from '#server/areas/handler-parts.ts'
import { LAST_EVENT_ID } from '#server/http/event-stream.ts'
import { type HandlersOf, StreamReply } from '#server/http/handler.ts'

export const createLiveHandlers = ({ live: streams }: HandlerParts): HandlersOf<'followChanges'> => ({
  followChanges: async ({ user, header }) => new StreamReply(await streams.open(user, header(LAST_EVENT_ID))),
})
