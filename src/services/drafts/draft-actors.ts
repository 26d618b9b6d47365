import { fromCallback } from 'xstate'
import type { z } from 'zod'
import type { Draft, DraftEvent, DraftPlace, DropDraftInput, WriteDraftInput } from '#machines/common/draft.machine.ts'
import { fromCall } from '#machines/common/from-call.ts'
import type { LocalDrafts } from './local-drafts.ts'

/**
 * The actors of a form's drafts.
 *
 * @param content what the form holds
 * @param onLeaving registers who wants to know that the user's session is about to end; gives the way to unregister
 */
export const draftActors = <Content>(
  drafts: LocalDrafts,
  content: z.ZodType<Content>,
  onLeaving: (tell: () => void) => () => void,
) => ({
  readDraft: fromCall<Draft<Content> | null, DraftPlace>(async (place) => drafts.read(content, place)),
  // Not a moment later: a page that is going away does not wait.
  writeDraft: fromCall<void, WriteDraftInput<Content>>(async (input) => drafts.write(input)),
  dropDraft: fromCall<void, DropDraftInput<Content>>(async (input) => drafts.drop(input)),
  watchLeaving: fromCallback(({ sendBack }) => {
    const flush = () => sendBack({ type: 'draft.flush' } satisfies DraftEvent<Content>)
    const flushHidden = () => document.visibilityState === 'hidden' && flush()
    window.addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flushHidden)
    const unregister = onLeaving(flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flushHidden)
      unregister()
    }
  }),
})
