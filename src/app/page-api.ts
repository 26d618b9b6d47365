import type { z } from 'zod'
import { createDraftMachine } from '#machines/common/draft.machine.ts'
import { pageMemory } from '#machines/common/page-memory.ts'
import type { PageApi } from '#screens/provided.tsx'
import { draftActors } from '#services/drafts/draft-actors.ts'
import { type LocalDrafts, localDrafts } from '#services/drafts/local-drafts.ts'
import { saveFile } from '#services/save-file.ts'
import type { Services } from '#services/services.ts'
import { whenIdle } from '#services/when-idle.ts'
import type { AppServices } from './compose.ts'

/** Calls back when the session expires, before the page is gone. */
const onExpiry = (session: Services['session']) => (tell: () => void) => {
  const { unsubscribe } = session.subscribe((snapshot) => snapshot.matches('expired') && tell())
  return unsubscribe
}

const draftsOf = (session: Services['session']): LocalDrafts =>
  localDrafts({
    storage: () => window.localStorage,
    now: () => Date.now(),
    isSignedIn: (userId) => {
      const snapshot = session.getSnapshot()
      return !snapshot.matches('signingOut') && snapshot.context.session?.userId === userId
    },
  })

/** What the workflows of signed-in pages need. */
export const servicesOf = (app: AppServices): Services => ({
  ...app,
  rememberPages: pageMemory({ changes: app.changeLog, whenIdle, now: Date.now }),
})

/** The services behind generic pages: API, file downloads and form drafts. */
export const pageApiOf = ({ client, session, rememberPages }: Services): PageApi => ({
  client,
  rememberPages,
  saveFile,
  createPasskey: async (options) => (await import('#services/session/browser-passkeys.ts')).createPasskey(options),
  hasDraft: (place) => draftsOf(session).has(place),
  draftMachine: <Content>(content: z.ZodType<Content>) =>
    createDraftMachine<Content>().provide({ actors: draftActors(draftsOf(session), content, onExpiry(session)) }),
})
