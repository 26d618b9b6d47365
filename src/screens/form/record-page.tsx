/**
 * A page that adds or edits one record: title, fields, Cancel and Save, what the server refused, the success and the way
 * back. What was typed is kept as a draft. A screen gives a definition and the machine; see CONTRIBUTING.
 */
import { Alert, Stack, Title } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useActorRef, useSelector } from '@xstate/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation, useParams } from 'wouter'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { z } from 'zod'
import { formMessages } from '#domain/form-messages.ts'
import type { FormContent, RecordId, RecordPageMachine, StoredValues } from '#machines/common/record-page.ts'
import { idOfAddress, useCameFrom } from '#screens/came-from.ts'
import { DraftNotice } from '#screens/draft-notice.tsx'
import { useProvided, useSession } from '#screens/provided.tsx'
import { type DraftActor, useDraft, useKeepDraft } from '#screens/use-draft.ts'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'
import { FormOutline } from '#ui/form-outline/form-outline.tsx'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import { QuestionDialog } from '#ui/question-dialog/question-dialog.tsx'
import { RecordButtons, useRefusedFields } from './record-dialog.tsx'
import { useCheckedForm } from './use-checked-form.ts'

export type RecordActor<Values> = ActorRefFrom<RecordPageMachine<Values>>
type Snapshot<Values> = SnapshotFrom<RecordPageMachine<Values>>

export interface RecordFields<Values> {
  readonly form: UseFormReturnType<Values>
  /** The message at a field, by its path. */
  readonly errorOf: (path: string) => string | undefined
  readonly isBusy: boolean
}

export interface RecordPageDefinition<Values extends FormContent> {
  /** 'service': in the name of the page's draft, and in what is said of it. */
  readonly noun: string
  readonly titles: { readonly add: string; readonly edit: string }
  /** What is typed, whether it can be saved or not: a draft that is none is dropped. */
  readonly content: z.ZodType<Values>
  /** What can be saved; the messages of a new record and of a stored one may differ. */
  readonly schema: (purpose: 'add' | 'edit') => z.ZodType<Values>
  readonly done: { readonly add: string; readonly edit: string }
  /** The list that Cancel and OK lead to, where the page was not opened from another place of it. */
  readonly back: string
  readonly fields: (fields: RecordFields<Values>) => ReactNode
}

interface FieldsProps<Values extends FormContent> {
  readonly definition: RecordPageDefinition<Values>
  readonly actor: RecordActor<Values>
  readonly id: RecordId
  /** What was read when the page opened. */
  readonly stored: StoredValues<Values>
}

interface BodyProps<Values extends FormContent> extends FieldsProps<Values> {
  readonly initial: Values
  /** The version that a restored draft was begun on. */
  readonly basis: string | null
  readonly draft: DraftActor<FormContent>
  /** It took another's place under the user's hands. */
  readonly takesFocus: boolean
}

/** The fields over their first values; a draft that is restored or discarded gives them others, and a new body. */
const RecordBody = <Values extends FormContent>({
  definition,
  actor,
  id,
  stored,
  initial,
  basis,
  draft,
  takesFocus,
}: BodyProps<Values>) => {
  const isBusy = useSelector(actor, (snapshot: Snapshot<Values>) => snapshot.hasTag('busy'))
  const message = useSelector(actor, ({ context }: Snapshot<Values>) => context.message)
  const isChanged = useSelector(actor, ({ context }: Snapshot<Values>) => context.isChanged)
  const form = useForm<Values>({
    initialValues: initial,
    onValuesChange: () => actor.send({ type: 'form.change' }),
  })
  useKeepDraft<FormContent>(draft, form.values, isChanged)
  useRefusedFields(actor, form.setErrors)
  const { errorOf, submit } = useCheckedForm(
    form,
    definition.schema(id === 'new' ? 'add' : 'edit').safeParse(form.values),
    {
      onValid: (values) => {
        const { stored: now } = actor.getSnapshot().context
        // Once the server has said what changed meanwhile, saving again is meant.
        const isFirst = now?.version === stored.version
        actor.send({
          type: 'form.submit',
          values,
          ...(isFirst && basis !== stored.version && { over: { ...stored, version: basis } }),
        })
      },
    },
  )
  const body = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (takesFocus) body.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }, [takesFocus])
  return (
    <form ref={body} onSubmit={submit} noValidate>
      <Stack gap="sm">
        {definition.fields({ form, errorOf, isBusy })}
        {message !== undefined && (
          <Alert color="red" variant="light" role="alert" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {message}
          </Alert>
        )}
        <RecordButtons isBusy={isBusy} onCancel={() => actor.send({ type: 'form.close' })} />
      </Stack>
    </form>
  )
}

/** Waits for the draft, if there is one, and keeps it. */
const DraftedRecord = <Values extends FormContent>(props: FieldsProps<Values>) => {
  const { definition, actor, id, stored } = props
  const { userId } = useSession()
  const draft = useDraft(useProvided('recordDraft'), {
    place: { userId, name: `${definition.noun}/${id}` },
    basis: stored.version,
    isOpen: true,
    offersOther: false,
  })
  const restored = useSelector(draft, ({ context }) => context.restored)
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
  const found = restored && definition.content.safeParse(restored.content).data
  const isRestored = Boolean(found)
  useEffect(() => {
    if (isRestored) actor.send({ type: 'form.change' })
  }, [actor, isRestored])
  if (isReading) return <FormOutline />
  return (
    <>
      <DraftNotice
        draft={draft}
        noun={definition.noun}
        onChoice={() => {
          wasChosen.current = true
        }}
      />
      <RecordBody
        {...props}
        key={found ? 'restored' : 'stored'}
        initial={found ?? stored.values}
        basis={found && restored ? restored.basis : stored.version}
        draft={draft}
        takesFocus={wasChosen.current}
      />
    </>
  )
}

interface Props<Values extends FormContent> {
  readonly definition: RecordPageDefinition<Values>
  readonly machine: RecordPageMachine<Values>
}

/** The record is the address's `id`; a page without one adds a record. */
export const RecordPage = <Values extends FormContent>({ definition, machine }: Props<Values>) => {
  const { id: text } = useParams<{ id?: string }>()
  const id: RecordId = text === undefined ? 'new' : (idOfAddress(text) ?? Number.NaN)
  const purpose = id === 'new' ? 'add' : 'edit'
  const actor = useActorRef(machine)
  const [, navigate] = useLocation()
  const cameFrom = useCameFrom()
  const back = cameFrom?.startsWith(definition.back) ? cameFrom : definition.back
  const [opened, setOpened] = useState<StoredValues<Values>>()
  const state = useSelector(actor, ({ value }: Snapshot<Values>) => value)
  const message = useSelector(actor, ({ context }: Snapshot<Values>) => context.message)
  const stored = useSelector(actor, ({ context }: Snapshot<Values>) => context.stored)
  if (stored && !opened) setOpened(stored)

  useEffect(() => {
    actor.send({ type: 'form.open', subject: id, tellsSaved: true })
  }, [actor, id])
  useEffect(() => {
    const { unsubscribe } = actor.on('form.closed', () => navigate(back))
    return unsubscribe
  }, [actor, navigate, back])

  return (
    <Stack gap="md" maw="42rem">
      <Title order={1}>{definition.titles[purpose]}</Title>
      {state === 'unread' ? (
        <FailedToRead
          message={message ?? 'The form could not be read.'}
          onRetry={() => actor.send({ type: 'read.retry' })}
        />
      ) : opened ? (
        <DraftedRecord definition={definition} actor={actor} id={id} stored={opened} />
      ) : (
        <FormOutline />
      )}
      {state === 'confirmingClose' && (
        <QuestionDialog
          question={formMessages.cancel}
          onYes={() => actor.send({ type: 'close.confirm' })}
          onNo={() => actor.send({ type: 'close.dismiss' })}
        />
      )}
      {state === 'saved' && (
        <MessageDialog
          title="Saved"
          message={definition.done[purpose]}
          onClose={() => actor.send({ type: 'success.dismiss' })}
        />
      )}
    </Stack>
  )
}
