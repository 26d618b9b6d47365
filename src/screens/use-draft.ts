import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { z } from 'zod'
import type { DraftInput, DraftMachine } from '#machines/common/draft.machine.ts'
import { usePageApi } from './provided.tsx'
import { useActorRef } from './use-actor.ts'

export type DraftActor<Content> = ActorRefFrom<DraftMachine<Content>>

/**
 * Runs a form's draft for as long as the form is on the page. Its input is fixed when the form opens.
 *
 * @param content what the form holds; keep its identity stable
 */
export const useDraft = <Content>(content: z.ZodType<Content>, input: DraftInput): DraftActor<Content> => {
  const { draftMachine } = usePageApi()
  const machine = useMemo(() => draftMachine(content), [draftMachine, content])
  const draft = useActorRef(machine, { input })
  // Before the effect of `useActorRef` stops it: a form that is left by a link keeps what was typed last.
  useLayoutEffect(() => () => draft.send({ type: 'draft.flush' }), [draft])
  return draft
}

/**
 * Tells the draft what the form holds, each time that it changes.
 *
 * @param content serialisable
 * @param isChanged whether the user changed anything: a form that only opened has no draft
 */
export const useKeepDraft = <Content>(
  draft: DraftActor<Content> | undefined,
  content: Content,
  isChanged: boolean,
): void => {
  const told = useRef(JSON.stringify(content))
  useEffect(() => {
    const text = JSON.stringify(content)
    if (!isChanged || text === told.current) return
    told.current = text
    draft?.send({ type: 'draft.change', content })
  })
}
