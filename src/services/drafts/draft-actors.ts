import { fromCallback } from 'xstate'
import type { z } from 'zod'
import type { Draft, DraftEvent, DraftPlace, DropDraftInput, WriteDraftInput } from '#machines/common/draft.machine.ts'
import { fromCall } from '#machines/common/from-call.ts'
import type { LocalDrafts } from './local-drafts.ts'

/**
 * Actors for a form's drafts.
 *
 * @param content the schema of the form's values
 * @param onLeaving subscribes to the end of the user's session; returns the unsubscribe function
 */
export const draftActors = <Content>(
  drafts: LocalDrafts,
  content: z.ZodType<Content>,
  onLeaving: (tell: () => void) => () => void,
) => ({
  readDraft: fromCall<Draft<Content> | null, DraftPlace>(async (place) => drafts.read(content, place)),
  // Synchronous, because a page that is unloading does not wait.
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
