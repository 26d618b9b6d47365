/** What is entered into the form over one record, on a page or in a dialog, and not saved: it survives a reload. */
import { useSelector } from '@xstate/react'
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import type { RecordFormSnapshot } from '#machines/common/record-form.machine.ts'
import type { FormContent } from '#machines/common/record-page.ts'
import { DraftNotice } from '#screens/draft-notice.tsx'
import { useSession } from '#screens/provided.tsx'
import { type DraftActor, useDraft, useKeepDraft } from '#screens/use-draft.ts'
import { FormOutline } from '#ui/form-outline/form-outline.tsx'
import type { RecordFormActor } from './record-dialog.tsx'

/** What any form holds; each checks what it restores. */
export const recordContent: z.ZodType<FormContent> = z.record(z.string(), z.unknown())

export interface DraftRules<Stored, Content extends FormContent> {
  /** 'service': in what is said of the draft. */
  readonly noun: string
  /** What is typed, whether it can be saved or not: a draft that is none is dropped. */
  readonly content: z.ZodType<Content>
  /** The version that what is typed is based on; null for a new record. */
  readonly basisOf: (stored: Stored) => string | null
  /** The record as one with another version. */
  readonly withBasis: (stored: Stored, basis: string | null) => Stored
}

export interface DraftedFields<Content, Sent> {
  /** What the form begins with; undefined where there is no draft, and what is stored counts. */
  readonly restored: Content | undefined
  readonly draft: DraftActor<FormContent>
  /** Saves over the version that was typed over. */
  readonly submit: (sent: Sent) => void
  /** It took another's place under the user's hands. */
  readonly takesFocus: boolean
}

interface Props<Subject, Stored, Sent, Outcome, Content extends FormContent> extends DraftRules<Stored, Content> {
  readonly actor: RecordFormActor<Subject, Stored, Sent, Outcome>
  /** Of the user's drafts: `service/5`. */
  readonly name: string
  readonly stored: Stored
  /** The form; another one once a draft is restored or discarded. */
  readonly children: (fields: DraftedFields<Content, Sent>) => ReactNode
}

/** Waits for the draft, if there is one, and keeps it until the form is saved or cancelled. */
export const DraftedForm = <Subject, Stored, Sent, Outcome, Content extends FormContent>({
  actor,
  name,
  noun,
  content,
  basisOf,
  withBasis,
  stored,
  children,
}: Props<Subject, Stored, Sent, Outcome, Content>) => {
  const { userId } = useSession()
  const [opened] = useState(stored)
  const basis = basisOf(opened)
  const draft = useDraft(recordContent, {
    place: { userId, name },
    basis,
    isOpen: true,
    offersOther: false,
  })
  const kept = useSelector(draft, ({ context }) => context.restored)
  const isReading = useSelector(draft, (snapshot) => snapshot.hasTag('busy'))
  useEffect(() => {
    const done = [
      actor.on('record.saved', () => draft.send({ type: 'draft.end' })),
      actor.on('form.closed', () => draft.send({ type: 'draft.end' })),
    ]
    return () => {
      for (const { unsubscribe } of done) unsubscribe()
    }
  }, [actor, draft])
  const wasChosen = useRef(false)
  const restored = kept ? content.safeParse(kept.content).data : undefined
  const isRestored = restored !== undefined
  useEffect(() => {
    if (isRestored) actor.send({ type: 'form.change' })
  }, [actor, isRestored])
  if (isReading) return <FormOutline />
  const typedOver = kept && isRestored ? kept.basis : basis
  return (
    <>
      <DraftNotice
        draft={draft}
        noun={noun}
        onChoice={() => {
          wasChosen.current = true
        }}
      />
      <Fragment key={isRestored ? 'restored' : 'stored'}>
        {children({
          restored,
          draft,
          takesFocus: wasChosen.current,
          submit: (values) => {
            // Once the server has said what changed meanwhile, saving again is meant.
            const isFirst = actor.getSnapshot().context.stored === opened
            const over = isFirst && typedOver !== basis ? { over: withBasis(opened, typedOver) } : {}
            actor.send({ type: 'form.submit', values, ...over })
          },
        })}
      </Fragment>
    </>
  )
}

/** Tells the draft what the form holds, once anything was changed. */
export const useKeepFields = <Subject, Stored, Sent, Outcome>(
  actor: RecordFormActor<Subject, Stored, Sent, Outcome>,
  draft: DraftActor<FormContent>,
  values: FormContent,
): void => {
  const isChanged = useSelector(
    actor,
    ({ context }: RecordFormSnapshot<Subject, Stored, Sent, Outcome>) => context.isChanged,
  )
  useKeepDraft(draft, values, isChanged)
}
