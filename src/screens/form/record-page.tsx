/**
 * A page that adds or edits one record: title, fields, Cancel and Save, the server's messages, the confirmation, and the
 * way back. Unsaved edits are kept as a draft. See CONTRIBUTING for how to define a page.
 */

import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useSelector } from '@xstate/react'
import { type ComponentType, useEffect, useMemo, useRef } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { z } from 'zod'
import type { LiveTopic } from '#contract/live-topics.ts'
import { formMessages } from '#domain/form-messages.ts'
import {
  type FormContent,
  type RecordId,
  type RecordPageCalls,
  type RecordPageMachine,
  recordCallsOf,
  type StoredValues,
} from '#machines/common/record-page.ts'
import { useCameFrom } from '#screens/came-from.ts'
import { idOfAddress } from '#screens/id-of-address.ts'
import { useRecordForm } from '#screens/use-calls.ts'
import { useTold } from '#screens/use-told.ts'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'
import { FormOutline } from '#ui/form-outline/form-outline.tsx'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import { QuestionDialog } from '#ui/question-dialog/question-dialog.tsx'
import { type DraftedFields, DraftedForm, useKeepFields } from './drafted-form.tsx'
import classes from './form-grid.module.css'
import { RecordButtons, useRefusedFields } from './record-dialog.tsx'
import { useCheckedForm } from './use-checked-form.ts'

export type RecordActor<Values, More> = ActorRefFrom<RecordPageMachine<Values, More>>
type Snapshot<Values, More> = SnapshotFrom<RecordPageMachine<Values, More>>

export interface RecordFields<Values, More = null> {
  readonly form: UseFormReturnType<Values>
  /** The message at a field, by its path. */
  readonly errorOf: (path: string) => string | undefined
  /** Nothing can be changed at the moment, or ever in a view. */
  readonly isBusy: boolean
  /** The record is only shown. */
  readonly isView: boolean
  /** What was loaded with the values. */
  readonly more: More
}

/** Asks about a change before it is saved. */
export interface BeforeSaveProps<Values> {
  readonly id: number
  readonly values: Values
  /** Saves, with the answer. */
  readonly onSave: (values: Values) => void
  readonly onCancel: () => void
}

/** A form for one record, on a page or in part of one. */
export interface RecordFormDefinition<Values extends FormContent, More = null> extends RecordPageCalls<Values, More> {
  /** 'service': in the draft's name, and in messages about it. */
  readonly noun: string
  /** The form's values, valid or not; a draft of another shape is dropped. */
  readonly content: z.ZodType<Values>
  /** Values that can be saved; messages may differ between adding and editing. */
  readonly schema: (purpose: 'add' | 'edit') => z.ZodType<Values>
  /** Further rules, which depend on what was loaded with the values. */
  readonly rulesOf?: (more: More) => (values: Values, context: z.RefinementCtx) => void
  /** A question about valid values of a stored record, for changes that need one. */
  readonly beforeSave?: {
    readonly isAsked: (values: Values, stored: Values) => boolean
    readonly Question: ComponentType<BeforeSaveProps<Values>>
  }
  /** The confirmation after saving; leave it out where the next step makes it obvious. */
  readonly done?: { readonly add: string; readonly edit: string }
  /** What others change when they change the record: the form then says so. */
  readonly follows?: readonly LiveTopic[]
  /** Default 'Save'. */
  readonly saveLabel?: string | { readonly add: string; readonly edit: string }
  /** Values that must not stay in the browser: a restored draft has the stored ones. */
  readonly notKept?: readonly (keyof Values & string)[]
  readonly fields: ComponentType<RecordFields<Values, More>>
  /** The record's name in the title of the browser's tab. */
  readonly nameOf?: (values: Values) => string
}

export interface RecordPageDefinition<Values extends FormContent, More = null>
  extends RecordFormDefinition<Values, More> {
  readonly titles: { readonly add: string; readonly edit: string; readonly view?: string }
  /** The most that the page is wide. Default '42rem'. */
  readonly width?: string
  /** Where Cancel and OK lead if the page was not opened from a list. */
  readonly back: string
}

interface FieldsProps<Values extends FormContent, More> {
  readonly definition: RecordFormDefinition<Values, More>
  readonly actor: RecordActor<Values, More>
  readonly id: RecordId
  readonly stored: StoredValues<Values, More>
}

interface BodyProps<Values extends FormContent, More>
  extends FieldsProps<Values, More>,
    DraftedFields<Values, Values> {}

const NONE: readonly never[] = []

/** The fields with their initial values; remounts when a draft is restored or discarded. */
const RecordBody = <Values extends FormContent, More>({
  definition,
  actor,
  id,
  stored,
  restored,
  draft,
  submit: save,
  takesFocus,
}: BodyProps<Values, More>) => {
  const isBusy = useSelector(actor, (snapshot: Snapshot<Values, More>) => snapshot.hasTag('busy'))
  const message = useSelector(actor, ({ context }: Snapshot<Values, More>) => context.message)
  const form = useForm<Values>({
    initialValues: restored ?? stored.values,
    onValuesChange: () => actor.send({ type: 'form.change' }),
  })
  const notKept: readonly string[] = definition.notKept ?? NONE
  useKeepFields(
    actor,
    draft,
    Object.fromEntries(Object.entries(form.values).filter(([name]) => !notKept.includes(name))),
  )
  useRefusedFields(actor, form.setErrors)
  const purpose = id === 'new' ? 'add' : 'edit'
  const { saveLabel } = definition
  const schema = definition.schema(purpose)
  const rules = definition.rulesOf?.(stored.more)
  const result = (rules ? schema.superRefine(rules) : schema).safeParse(form.values)
  const { beforeSave } = definition
  const asked = useSelector(actor, (snapshot: Snapshot<Values, More>) =>
    snapshot.matches('confirmingSave') ? snapshot.context.values : undefined,
  )
  const { errorOf, submit } = useCheckedForm(form, result, {
    onValid: (values) =>
      id !== 'new' && beforeSave?.isAsked(values, stored.values)
        ? actor.send({ type: 'form.ask', values })
        : save(values),
  })
  const body = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (takesFocus) body.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }, [takesFocus])
  return (
    <form ref={body} onSubmit={submit} noValidate>
      <Stack gap="sm">
        <definition.fields form={form} errorOf={errorOf} isBusy={isBusy} isView={false} more={stored.more} />
        {message !== undefined && (
          <Alert color="red" variant="light" role="alert" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {message}
          </Alert>
        )}
        <RecordButtons
          isBusy={isBusy}
          {...(saveLabel !== undefined && {
            saveLabel: typeof saveLabel === 'string' ? saveLabel : saveLabel[purpose],
          })}
          onCancel={() => actor.send({ type: 'form.close' })}
        />
      </Stack>
      {asked !== undefined && id !== 'new' && beforeSave && (
        <beforeSave.Question
          id={id}
          values={asked}
          onSave={save}
          onCancel={() => actor.send({ type: 'question.dismiss' })}
        />
      )}
    </form>
  )
}

const DraftedRecord = <Values extends FormContent, More>(props: FieldsProps<Values, More>) => {
  const { definition, actor, id, stored } = props
  const { noun, content, notKept = NONE, read, follows } = definition
  const restored = useMemo(
    () =>
      z.preprocess(
        (kept) => ({
          ...(kept instanceof Object && kept),
          ...Object.fromEntries(notKept.map((name) => [name, stored.values[name]])),
        }),
        content,
      ),
    [content, notKept, stored],
  )
  return (
    <DraftedForm
      actor={actor}
      name={`${noun}/${id}`}
      noun={noun}
      content={restored}
      stored={stored}
      basisOf={({ version }) => version}
      withBasis={(before, version) => ({ ...before, version })}
      {...(follows && { watched: { read, subject: id === 'new' ? undefined : id, follows } })}
    >
      {(drafted) => <RecordBody {...props} {...drafted} />}
    </DraftedForm>
  )
}

interface ShownProps<Values extends FormContent, More> {
  readonly definition: RecordFormDefinition<Values, More>
  readonly stored: StoredValues<Values, More>
  readonly onBack: () => void
}

/** Puts the record's name before the page's title in the browser's tab. */
const useNameInTab = (name: string | undefined) => {
  useEffect(() => {
    if (!name) return
    const { title } = document
    document.title = `${name} · ${title}`
    return () => {
      document.title = title
    }
  }, [name])
}

const nothingWrong = () => undefined

/** The fields, which can only be read. */
const ShownRecord = <Values extends FormContent, More>({ definition, stored, onBack }: ShownProps<Values, More>) => {
  const form = useForm<Values>({ initialValues: stored.values })
  return (
    <Stack gap="sm" className={classes.view}>
      <definition.fields form={form} errorOf={nothingWrong} isBusy isView more={stored.more} />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
      </Group>
    </Stack>
  )
}

interface FormProps<Values extends FormContent, More> {
  readonly definition: RecordFormDefinition<Values, More>
  readonly id: RecordId
  /** Only shows the record. */
  readonly isView?: boolean
  /** Called once the record is stored, with its id and what was stored. */
  readonly onSaved?: (id: number | null, values: Values | undefined) => void
  /** The user is done: after the confirmation's OK if there is one, or by Cancel. */
  readonly onClosed: (wasSaved: boolean) => void
}

/** The form for one record, from loading it to the confirmation's OK. */
export const RecordForm = <Values extends FormContent, More>({
  definition,
  id,
  isView = false,
  onSaved,
  onClosed,
}: FormProps<Values, More>) => {
  const actor = useRecordForm(useMemo(() => recordCallsOf(definition.noun, definition), [definition]))
  const state = useSelector(actor, ({ value }: Snapshot<Values, More>) => value)
  const message = useSelector(actor, ({ context }: Snapshot<Values, More>) => context.message)
  const stored = useSelector(actor, ({ context }: Snapshot<Values, More>) => context.stored)
  const outcome = useSelector(actor, ({ context }: Snapshot<Values, More>) => context.outcome)
  useNameInTab(id === 'new' || !stored ? undefined : definition.nameOf?.(stored.values))

  const tellsSaved = definition.done !== undefined
  useTold(actor, { type: 'form.open', subject: id, tellsSaved })
  const latest = useRef({ onSaved, onClosed })
  useEffect(() => {
    latest.current = { onSaved, onClosed }
  })
  useEffect(() => {
    const listeners = [
      actor.on('record.saved', ({ outcome: { id: savedId } }) =>
        latest.current.onSaved?.(savedId, actor.getSnapshot().context.values),
      ),
      actor.on('form.closed', ({ wasSaved }) => latest.current.onClosed(wasSaved)),
    ]
    return () => {
      for (const { unsubscribe } of listeners) unsubscribe()
    }
  }, [actor])

  return (
    <>
      {state === 'unread' ? (
        <FailedToRead
          message={message ?? 'The form could not be loaded.'}
          onRetry={() => actor.send({ type: 'read.retry' })}
          onBack={() => onClosed(false)}
        />
      ) : stored && isView ? (
        <ShownRecord definition={definition} stored={stored} onBack={() => onClosed(false)} />
      ) : stored ? (
        <DraftedRecord definition={definition} actor={actor} id={id} stored={stored} />
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
      {state === 'saved' && definition.done && (
        <MessageDialog
          title="Saved"
          message={outcome?.message ?? definition.done[id === 'new' ? 'add' : 'edit']}
          onClose={() => actor.send({ type: 'success.dismiss' })}
        >
          {outcome?.next && (
            <Text mt="sm" style={{ overflowWrap: 'anywhere' }}>
              {outcome.next.text}{' '}
              <Anchor component={Link} href={outcome.next.href} inherit>
                {outcome.next.label}
              </Anchor>
            </Text>
          )}
        </MessageDialog>
      )}
    </>
  )
}

/** Leads back to the list with its filters if the page was opened from it. */
export const useBackTo = (list: string): (() => void) => {
  const [, navigate] = useLocation()
  const cameFrom = useCameFrom()
  return () => navigate(cameFrom?.startsWith(list) ? cameFrom : list)
}

/** The record that the address names; without an id, the page adds one. */
export const useRecordId = (): RecordId => {
  const { id } = useParams<{ id?: string }>()
  return id === undefined ? 'new' : (idOfAddress(id) ?? Number.NaN)
}

interface Props<Values extends FormContent, More> {
  readonly definition: RecordPageDefinition<Values, More>
  /** Only shows the record. */
  readonly isView?: boolean
}

/** A page that contains only the form. */
export const RecordPage = <Values extends FormContent, More>({ definition, isView = false }: Props<Values, More>) => {
  const { titles, width = '42rem' } = definition
  const id = useRecordId()
  const goBack = useBackTo(definition.back)
  return (
    <Stack gap="md" maw={width}>
      <Title order={1}>{(isView && titles.view) || titles[id === 'new' ? 'add' : 'edit']}</Title>
      <RecordForm definition={definition} id={id} isView={isView} onClosed={goBack} />
    </Stack>
  )
}
