import type { z } from 'zod'
import { createDraftMachine } from '#machines/common/draft.machine.ts'
import type { PageApi } from '#screens/provided.tsx'
import { draftActors } from '#services/drafts/draft-actors.ts'
import { type LocalDrafts, localDrafts } from '#services/drafts/local-drafts.ts'
import { saveFile } from '#services/save-file.ts'
import type { House } from './compose.ts'

/** Calls back when the session expires, before the page is gone. */
const onExpiry = (session: House['session']) => (tell: () => void) => {
  const { unsubscribe } = session.subscribe((snapshot) => snapshot.matches('expired') && tell())
  return unsubscribe
}

const draftsOf = (session: House['session']): LocalDrafts =>
  localDrafts({
    storage: () => window.localStorage,
    now: () => Date.now(),
    isSignedIn: (userId) => {
      const snapshot = session.getSnapshot()
      return !snapshot.matches('signingOut') && snapshot.context.session?.userId === userId
    },
  })

/** The services behind generic pages: API, file downloads and form drafts. */
export const pageApiOf = ({ client, session, rememberPages }: House): PageApi => ({
  client,
  rememberPages,
  saveFile,
  createPasskey: async (options) => (await import('#services/session/browser-passkeys.ts')).createPasskey(options),
  draftMachine: <Content>(content: z.ZodType<Content>) =>
    createDraftMachine<Content>().provide({ actors: draftActors(draftsOf(session), content, onExpiry(session)) }),
})
