import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { z } from 'zod'
import type { DraftInput, DraftMachine } from '#machines/common/draft.machine.ts'
import { usePageApi } from './provided.tsx'
import { useActorRef } from './use-actor.ts'

export type DraftActor<Content> = ActorRefFrom<DraftMachine<Content>>

/**
 * Runs a form's draft while the form is mounted. Its input is fixed when the form opens.
 *
 * @param content the schema of the form's contents; keep its identity stable
 */
export const useDraft = <Content>(content: z.ZodType<Content>, input: DraftInput): DraftActor<Content> => {
  const { draftMachine } = usePageApi()
  const machine = useMemo(() => draftMachine(content), [draftMachine, content])
  const draft = useActorRef(machine, { input })
  // Runs before the effect of `useActorRef` stops the actor, so that leaving by a link keeps the last keystrokes.
  useLayoutEffect(() => () => draft.send({ type: 'draft.flush' }), [draft])
  return draft
}

/**
 * Passes the form's contents to the draft whenever they change.
 *
 * @param content serializable
 * @param isChanged whether the user changed anything; an untouched form has no draft
 */
export const useKeepDraft = <Content>(
  draft: DraftActor<Content> | undefined,
  content: Content,
  isChanged: boolean,
): void => {
  const lastKept = useRef(JSON.stringify(content))
  useEffect(() => {
    const text = JSON.stringify(content)
    if (!isChanged || text === lastKept.current) return
    lastKept.current = text
    draft?.send({ type: 'draft.change', content })
  })
}
