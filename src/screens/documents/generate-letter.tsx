/** Generates letters: chosen, shown, and saved for one or more providers (spec 3, sections 2 and 5). */
import { Alert, Button, Checkbox, Group, Loader, Radio, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useSelector } from '@xstate/react'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import { z } from 'zod'
import { callOf, fileCallOf } from '#contract/call.ts'
import { getLetterFile, getLetterRun, type LetterRun, startLetterRun } from '#contract/letters.ts'
import { providerOptions } from '#contract/options.ts'
import { documentTypeOptions } from '#contract/type-options.ts'
import { LETTER_FORMATS, letterFormSchema, MAX_DOCUMENT_NAME } from '#domain/document-form.ts'
import { type RunMachine, type RunSnapshot, selectIsFollowed } from '#machines/common/run.machine.ts'
import {
  type GenerateLetterSnapshot,
  generateLetterMachine,
  type LetterOrder,
  type LetterSubject,
  seenFor,
} from '#machines/documents/generate-letter.machine.ts'
import { Drafted, type DraftedEntries } from '#screens/form/drafted-form.tsx'
import { useCheckedForm } from '#screens/form/use-checked-form.ts'
import { usePageApi, useProvided, useSession } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { useLookup, useRun } from '#screens/use-calls.ts'
import { useDownload } from '#screens/use-download.tsx'
import { useKeepDraft } from '#screens/use-draft.ts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { FileViewer } from '#ui/file-viewer/file-viewer.tsx'
import { IconFileTypeDocx } from '#ui/icons/file-type-docx.ts'
import { IconFileTypePdf } from '#ui/icons/file-type-pdf.ts'
import { IdSelect } from '#ui/id-select/id-select.tsx'
import { IdsSelect } from '#ui/id-select/ids-select.tsx'
import { SteadyButton } from '#ui/steady-button/steady-button.tsx'
import { LetterNotes } from './letter-notes.tsx'
import { LetterRunView, runInWords } from './letter-run.tsx'

type Actor = ActorRefFrom<typeof generateLetterMachine>

/** What is saved, and what of it was seen. */
interface Order extends LetterOrder {
  readonly seen: ReturnType<typeof seenFor>
}

type Run = ActorRefFrom<RunMachine<Order, LetterRun>>

const runCalls = {
  latest: callOf(getLetterRun, () => ({ query: {} })),
  start: callOf(startLetterRun, ({ providerIds, seen, ...order }: Order) => ({
    body: { ...order, providerIds: [...providerIds], seen: [...seen] },
  })),
  read: callOf(getLetterRun, (id: number) => ({ query: { id } })),
}

const TEMPLATES = { all: documentTypeOptions(true, true), own: documentTypeOptions(false, true) }

const wordFile = fileCallOf(getLetterFile, ({ sha256, ...subject }: LetterSubject & { sha256: string }) => ({
  query: { ...subject, sha256, format: 'docx' as const },
}))

const entriesSchema = z.object({
  templateTypeId: z.int().nullable(),
  providerIds: z.array(z.int()),
  documentName: z.string(),
  format: z.enum(LETTER_FORMATS),
  asksToAccept: z.boolean(),
})
type Entries = z.output<typeof entriesSchema>

const selectContext = ({ context }: GenerateLetterSnapshot) => context
const selectState = ({ value }: GenerateLetterSnapshot) => value
const selectMessage = ({ context }: GenerateLetterSnapshot) => context.message

type Following = RunSnapshot<Order, LetterRun>
const selectRun = ({ context }: Following) => context.run
const selectRefusal = ({ context }: Following) => context.message
const selectIsStarting = (snapshot: Following) => snapshot.matches('starting')
const selectIsLooking = (snapshot: Following) => snapshot.matches('reading')
const selectIsRun = (snapshot: Following) => selectIsFollowed(snapshot) || snapshot.matches({ atRest: 'over' })

interface FormProps extends DraftedEntries<Entries> {
  readonly actor: Actor
  readonly run: Run
  /** Whose letters; a provider's own can't be changed. */
  readonly providerIds: readonly number[]
  /** Drops the draft. */
  readonly discard: () => void
}

/** The whole dialog: fields, and what is wrong with them. */
const LetterForm = ({ actor, run, providerIds: initial, restored, draft, discard }: FormProps) => {
  const { isAdministrator } = useSession()
  const templates = useLookup(TEMPLATES[isAdministrator ? 'all' : 'own'])
  const notShown = useSelector(actor, selectMessage)
  const notSaved = useSelector(run, selectRefusal)
  const message = notShown ?? notSaved
  const isStarting = useSelector(run, selectIsStarting)
  const isRendering = useSelector(actor, selectState) === 'rendering'
  const form = useForm<Entries>({
    initialValues: restored ?? {
      templateTypeId: null,
      providerIds: [...initial],
      documentName: '',
      format: 'pdf',
      asksToAccept: false,
    },
    onValuesChange: () => {
      actor.send({ type: 'message.clear' })
      run.send({ type: 'message.clear' })
    },
  })
  const { values, setFieldValue, setValues } = form
  useKeepDraft(draft, values, form.isDirty())
  const { errorOf, submit } = useCheckedForm(form, letterFormSchema.safeParse(values), {
    onValid: ({ templateTypeId, ...entries }) => {
      if (templateTypeId === null) return
      const order = { ...entries, templateTypeId }
      run.send({ type: 'run.start', order: { ...order, seen: seenFor(actor.getSnapshot().context, order) } })
    },
  })
  const titleOf = (id: number | null) => templates.find((template) => template.id === id)?.name ?? ''
  const choose = (id: number | null) => {
    const isUntouched = values.documentName === '' || values.documentName === titleOf(values.templateTypeId)
    setValues({ templateTypeId: id, ...(isUntouched && { documentName: titleOf(id) }) })
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="sm">
        {message !== undefined && (
          <Alert color="red" variant="light" role="alert">
            {message}
          </Alert>
        )}
        <IdSelect
          label="Template"
          required
          placeholder="Choose..."
          openOnFocus={false}
          options={templates.map(({ id, name }) => ({ id, label: name }))}
          value={values.templateTypeId}
          onChange={choose}
          error={errorOf('templateTypeId')}
        />
        {isAdministrator && (
          <ProvidersField
            values={values.providerIds}
            onChange={(ids) => setFieldValue('providerIds', ids)}
            error={errorOf('providerIds')}
          />
        )}
        <TextInput
          label="Document Name"
          description="A document of this type that has the same name gets a newer version."
          required
          autoComplete="off"
          maxLength={MAX_DOCUMENT_NAME}
          {...form.getInputProps('documentName')}
          error={errorOf('documentName')}
        />
        <Radio.Group
          label="Save As"
          value={values.format}
          onChange={(format) =>
            setValues(format === 'pdf' ? { format: 'pdf' } : { format: 'docx', asksToAccept: false })
          }
        >
          <Group mt={4}>
            <Radio value="pdf" label="PDF" />
            <Radio value="docx" label="Word" />
          </Group>
        </Radio.Group>
        {isAdministrator && (
          <Checkbox
            label="Send for acknowledgment"
            description="The provider is asked to read and accept it. Only for PDFs."
            disabled={values.format !== 'pdf'}
            {...form.getInputProps('asksToAccept', { type: 'checkbox' })}
          />
        )}
        <Buttons actor={actor} values={values} isBusy={isStarting} isRendering={isRendering} discard={discard} />
      </Stack>
    </form>
  )
}

interface ProvidersProps {
  readonly values: readonly number[]
  readonly onChange: (ids: number[]) => void
  readonly error: string | undefined
}

const useProviderOptions = () => useLookup(providerOptions.call).map(({ id, name }) => ({ id, label: name }))

const ProvidersField = ({ error, ...field }: ProvidersProps) => {
  const options = useProviderOptions()
  return (
    <Stack gap={4}>
      <IdsSelect
        label="Providers"
        required
        placeholder="Choose..."
        clearable
        options={options}
        error={error}
        {...field}
      />
      <Group>
        <Button variant="subtle" size="compact-xs" onClick={() => field.onChange(options.map(({ id }) => id))}>
          Choose all providers
        </Button>
      </Group>
    </Stack>
  )
}

interface ButtonsProps {
  readonly actor: Actor
  readonly values: Entries
  readonly isBusy: boolean
  readonly isRendering: boolean
  readonly discard: () => void
}

/** Preview needs a template and a provider; without them, Save says what is missing. */
const Buttons = ({ actor, values, isBusy, isRendering, discard }: ButtonsProps) => {
  const [chosen, setChosen] = useState<number | null>(null)
  const { templateTypeId, providerIds } = values
  const previewed = chosen !== null && providerIds.includes(chosen) ? chosen : providerIds[0]
  const canShow = templateTypeId !== null && previewed !== undefined
  return (
    <>
      {providerIds.length > 1 && <PreviewedField ids={providerIds} value={previewed ?? null} onChange={setChosen} />}
      <Group justify="flex-end" gap="xs">
        <Button
          variant="default"
          disabled={isBusy}
          onClick={() => {
            discard()
            actor.send({ type: 'dialog.close' })
          }}
        >
          Cancel
        </Button>
        <SteadyButton
          variant="default"
          disabled={!canShow || isBusy}
          isBusy={isRendering}
          onClick={() =>
            canShow && actor.send({ type: 'letter.show', subject: { templateTypeId, providerId: previewed } })
          }
        >
          Preview
        </SteadyButton>
        <SteadyButton type="submit" isBusy={isBusy} disabled={isRendering}>
          Save
        </SteadyButton>
      </Group>
    </>
  )
}

interface PreviewedProps {
  readonly ids: readonly number[]
  readonly value: number | null
  readonly onChange: (id: number | null) => void
}

const PreviewedField = ({ ids, value, onChange }: PreviewedProps) => (
  <IdSelect
    label="Whose letter the preview shows"
    openOnFocus={false}
    options={useProviderOptions().filter(({ id }) => ids.includes(id))}
    value={value}
    onChange={onChange}
  />
)

/** The letter as it will be saved, full screen. */
const Preview = ({ actor }: { readonly actor: Actor }) => {
  const { letter, subject } = useSelector(actor, selectContext)
  const { saveFile } = usePageApi()
  const word = useDownload(wordFile, 'Not downloaded')
  return (
    <>
      <FileViewer
        title="Preview of the Letter"
        file={letter?.file.content}
        onClose={() => actor.send({ type: 'letter.hide' })}
        onDownload={() => letter && saveFile(letter.file)}
        waiting={<Loader />}
        actions={
          letter &&
          subject && (
            <>
              <Button
                variant="default"
                size="xs"
                leftSection={<IconFileTypePdf size={16} aria-hidden />}
                onClick={() => saveFile(letter.file)}
              >
                Download PDF
              </Button>
              <Button
                variant="default"
                size="xs"
                leftSection={<IconFileTypeDocx size={16} aria-hidden />}
                disabled={word.isRunning}
                onClick={() => word.start({ ...subject, sha256: letter.sha256 })}
              >
                Download Word
              </Button>
              <LetterNotes letter={letter} />
            </>
          )
        }
      />
      {word.failure}
    </>
  )
}

interface LetterGeneration {
  /** @param providerIds whose letter, if that is known */
  readonly open: (providerIds?: readonly number[]) => void
  /** Render it once. */
  readonly dialog: ReactNode
}

/** @param onSaved called when the list is out of date; keep its identity stable */
export const useGenerateLetter = (onSaved: () => void): LetterGeneration => {
  const actor = useActorRef(useProvided(generateLetterMachine))
  const run = useRun(runCalls, ['runs'])
  const [providerIds, setProviderIds] = useState<readonly number[]>([])
  const state = useSelector(actor, selectState)
  const letters = useSelector(run, selectRun)
  const isRun = useSelector(run, selectIsRun)
  const isLooking = useSelector(run, selectIsLooking)
  const isStarting = useSelector(run, selectIsStarting)
  useEffect(() => {
    const { unsubscribe } = run.on('run.over', ({ run: over }) => {
      onSaved()
      if (actor.getSnapshot().matches('closed')) notifications.show({ message: runInWords(over) })
    })
    return unsubscribe
  }, [actor, run, onSaved])
  const onStarted = useCallback(
    (end: () => void) => run.subscribe((snapshot) => selectIsFollowed(snapshot) && end()).unsubscribe,
    [run],
  )
  const close = () => {
    actor.send({ type: 'dialog.close' })
    if (selectIsFollowed(run.getSnapshot())) onSaved()
  }
  const isOpen = state !== 'closed'
  const isCovered = state === 'rendering' || state === 'shown'
  return {
    open: (ids = []) => {
      setProviderIds(ids)
      run.send({ type: 'message.clear' })
      run.send({ type: 'run.find' })
      actor.send({ type: 'letter.open' })
    },
    dialog: (
      <>
        <Dialog
          opened={isOpen}
          onClose={close}
          title="Generate Letter"
          size={isRun ? 'lg' : 'md'}
          isCovered={isCovered}
          closeOnClickOutside={!isCovered && !isStarting}
        >
          {isRun && letters ? (
            <LetterRunView run={letters} onClose={close} />
          ) : (
            !isLooking && (
              <Drafted
                name={['letter/new', ...providerIds].join('/')}
                noun="letter"
                content={entriesSchema}
                basis={null}
                onSaved={onStarted}
              >
                {(entries) => <LetterForm actor={actor} run={run} providerIds={providerIds} {...entries} />}
              </Drafted>
            )
          )}
        </Dialog>
        {isCovered && <Preview actor={actor} />}
      </>
    ),
  }
}
