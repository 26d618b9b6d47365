/** Keeps unsaved entries of a form, on a page or in a dialog, across a reload. */
import { useSelector } from '@xstate/react'
import { Fragment, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import type { RecordFormSnapshot } from '#machines/common/record-form.machine.ts'
import type { FormContent } from '#machines/common/record-page.ts'
import { DraftNotice } from '#screens/draft-notice.tsx'
import { useSession } from '#screens/provided.tsx'
import { type DraftActor, useDraft, useKeepDraft } from '#screens/use-draft.ts'
import { FormOutline } from '#ui/form-outline/form-outline.tsx'
import type { RecordFormActor } from './record-dialog.tsx'
import { StaleNotice, useStaleness, type Watched, type WatchedVersion } from './stale-notice.tsx'

/** The contents of any form; each form validates what it restores. */
export const recordContent: z.ZodType<FormContent> = z.record(z.string(), z.unknown())

interface WatchedProps<Subject, Stored, Sent, Outcome, Key> extends Watched<Key, Stored>, WatchedVersion<Key, Stored> {
  readonly actor: RecordFormActor<Subject, Stored, Sent, Outcome>
  readonly noun: string
  readonly onReload: () => void
}

const WatchedRecord = <Subject, Stored, Sent, Outcome, Key>({
  actor,
  noun,
  onReload,
  ...watched
}: WatchedProps<Subject, Stored, Sent, Outcome, Key>) => {
  const staleness = useStaleness(watched)
  const isBusy = useSelector(actor, (snapshot: RecordFormSnapshot<Subject, Stored, Sent, Outcome>) =>
    snapshot.hasTag('busy'),
  )
  return <StaleNotice staleness={isBusy ? undefined : staleness} noun={noun} onReload={onReload} />
}

export interface DraftRules<Stored, Content extends FormContent> {
  /** 'service': in messages about the draft. */
  readonly noun: string
  /** The form's values, valid or not; a draft of another shape is dropped. */
  readonly content: z.ZodType<Content>
  /** The version that the edits are based on; null for a new record. */
  readonly basisOf: (stored: Stored) => string | null
  /** The record with another version. */
  readonly withBasis: (stored: Stored, basis: string | null) => Stored
}

/** What a form does with its draft: opens with `restored`, passes what is entered to `draft`. */
export interface DraftedEntries<Content> {
  /** The form's initial values; undefined without a draft, when the stored values apply. */
  readonly restored: Content | undefined
  readonly draft: DraftActor<FormContent>
  /** The form replaced another while the user was working in it. */
  readonly takesFocus: boolean
}

export interface DraftedFields<Content, Sent> extends DraftedEntries<Content> {
  /** Saves over the version that the edits are based on. */
  readonly submit: (sent: Sent) => void
}

interface EntriesRules<Content extends FormContent> {
  /** The draft's name: `service/5`. */
  readonly name: string
  /** The form's values, valid or not; a draft of another shape is dropped. */
  readonly content: z.ZodType<Content>
  /** What the entries are based on. */
  readonly basis: string | null
  /** A draft with another basis is offered, not restored. */
  readonly offersOther?: boolean
}

/** The draft of an open form, with what it restores. */
const useEntries = <Content extends FormContent>({
  name,
  content,
  basis,
  offersOther = false,
}: EntriesRules<Content>) => {
  const { userId } = useSession()
  const draft = useDraft(recordContent, { place: { userId, name }, basis, isOpen: true, offersOther })
  const kept = useSelector(draft, ({ context }) => context.restored)
  const isReading = useSelector(draft, (snapshot) => snapshot.hasTag('busy'))
  const wasChosen = useRef(false)
  const restored = kept ? content.safeParse(kept.content).data : undefined
  return {
    draft,
    restored,
    isReading,
    /** What the shown entries are based on. */
    typedOver: kept && restored !== undefined ? kept.basis : basis,
    takesFocus: wasChosen.current,
    onChoice: () => {
      wasChosen.current = true
    },
    /** The form remounts when a draft is restored or discarded. */
    key: restored === undefined ? 'stored' : 'restored',
  }
}

interface DraftedProps<Content extends FormContent> extends EntriesRules<Content> {
  /** 'note': in messages about the draft. */
  readonly noun: string
  /** What a restored draft is without, such as the chosen file. */
  readonly missing?: string
  /** Calls `end` once the entries are saved; returns how to stop. Keep its identity stable. */
  readonly onSaved: (end: () => void) => () => void
  /** Renders the form, which remounts when a draft is restored or discarded; `discard` when the user cancels it. */
  readonly children: (entries: DraftedEntries<Content> & { readonly discard: () => void }) => ReactNode
}

/** For a form with a workflow of its own: waits for its draft, if there is one, and keeps it until the form is saved or canceled. */
export const Drafted = <Content extends FormContent>({
  noun,
  missing,
  onSaved,
  children,
  ...rules
}: DraftedProps<Content>) => {
  const { draft, restored, isReading, takesFocus, onChoice, key } = useEntries(rules)
  const discard = useCallback(() => draft.send({ type: 'draft.end' }), [draft])
  useEffect(() => onSaved(discard), [onSaved, discard])
  if (isReading) return <FormOutline />
  return (
    <>
      <DraftNotice {...{ draft, noun, missing, onChoice }} />
      <Fragment key={key}>{children({ restored, draft, takesFocus, discard })}</Fragment>
    </>
  )
}

interface Props<Subject, Stored, Sent, Outcome, Content extends FormContent, Key> extends DraftRules<Stored, Content> {
  readonly actor: RecordFormActor<Subject, Stored, Sent, Outcome>
  /** The draft's name: `service/5`. */
  readonly name: string
  readonly stored: Stored
  /** Says so when someone else changes the record. */
  readonly watched?: Watched<Key, Stored> | undefined
  /** Renders the form, which remounts when a draft is restored or discarded. */
  readonly children: (fields: DraftedFields<Content, Sent>) => ReactNode
}

/** Waits for the draft to load, if there is one, and keeps it until the form is saved or canceled. */
export const DraftedForm = <Subject, Stored, Sent, Outcome, Content extends FormContent, Key>({
  actor,
  name,
  noun,
  content,
  basisOf,
  withBasis,
  stored,
  watched,
  children,
}: Props<Subject, Stored, Sent, Outcome, Content, Key>) => {
  const [opened] = useState(stored)
  const basis = basisOf(opened)
  const { draft, restored, isReading, typedOver, takesFocus, onChoice, key } = useEntries({ name, content, basis })
  useEffect(() => {
    const done = [
      actor.on('record.saved', () => draft.send({ type: 'draft.end' })),
      actor.on('form.closed', () => draft.send({ type: 'draft.end' })),
    ]
    return () => {
      for (const { unsubscribe } of done) unsubscribe()
    }
  }, [actor, draft])
  const isRestored = restored !== undefined
  useEffect(() => {
    if (isRestored) actor.send({ type: 'form.change' })
  }, [actor, isRestored])
  if (isReading) return <FormOutline />
  return (
    <>
      <DraftNotice {...{ draft, noun, onChoice }} />
      {watched && (
        <WatchedRecord
          {...{ actor, noun }}
          {...watched}
          versionOf={basisOf}
          version={basis}
          onReload={() => {
            draft.send({ type: 'draft.end' })
            actor.send({ type: 'form.reload' })
          }}
        />
      )}
      <Fragment key={key}>
        {children({
          restored,
          draft,
          takesFocus,
          submit: (values) => {
            // Once the user has seen what changed, saving again overwrites it on purpose.
            const isFirst = actor.getSnapshot().context.stored === opened
            const over = isFirst && typedOver !== basis ? { over: withBasis(opened, typedOver) } : {}
            actor.send({ type: 'form.submit', values, ...over })
          },
        })}
      </Fragment>
    </>
  )
}

/** Passes the form's values to the draft once the user has changed anything. */
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
