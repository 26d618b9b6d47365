import type { z } from 'zod'
import { createDraftMachine } from '#machines/common/draft.machine.ts'
import type { PageApi } from '#screens/provided.tsx'
import { draftActors } from '#services/drafts/draft-actors.ts'
import { saveFile } from '#services/save-file.ts'
import type { House } from './compose.ts'

/** Reports that a session has expired, while its page is still there. */
const onExpiry = (session: House['session']) => (tell: () => void) => {
  const { unsubscribe } = session.subscribe((snapshot) => snapshot.matches('expired') && tell())
  return unsubscribe
}

/** What generic pages run on: the API, files to save, and drafts of forms. */
export const pageApiOf = ({ client, session, drafts }: House): PageApi => ({
  client,
  saveFile,
  draftMachine: <Content>(content: z.ZodType<Content>) =>
    createDraftMachine<Content>().provide({ actors: draftActors(drafts, content, onExpiry(session)) }),
})
