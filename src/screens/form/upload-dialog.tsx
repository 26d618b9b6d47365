import { Button, Group, Stack } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect, useMemo } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { Call } from '#contract/call.ts'
import type { UploadRule } from '#contract/upload.ts'
import { type Upload, uploadMachine } from '#machines/common/page-machines.ts'
import type { UploadMachine, UploadSnapshot } from '#machines/documents/upload.machine.ts'
import { usePageApi } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import { SteadyButton } from '#ui/steady-button/steady-button.tsx'
import { FileStep, refusalInWords } from './file-step.tsx'

export type UploadActor<Outcome, Fields = null> = ActorRefFrom<UploadMachine<File, Outcome, Fields>>

/**
 * An upload with its dialog. Keep the identity of `send` and `onDone` stable.
 *
 * @param onDone called with the server's answer
 */
export const useUpload = <Outcome, Fields = null>(
  send: Call<Upload<Fields>, Outcome>,
  { rule, onDone }: { readonly rule: UploadRule; readonly onDone: (outcome: Outcome) => void },
): UploadActor<Outcome, Fields> => {
  const { client } = usePageApi()
  const upload = useActorRef(
    useMemo(() => uploadMachine(client, send), [client, send]),
    { input: { rule } },
  )
  useEffect(() => {
    const { unsubscribe } = upload.on('upload.done', ({ outcome }) => onDone(outcome))
    return unsubscribe
  }, [upload, onDone])
  return upload
}

interface FrameProps<Outcome, Fields> {
  readonly upload: UploadActor<Outcome, Fields>
  readonly title: string
  /** The form; it lasts until the dialog closes. */
  readonly children: ReactNode
}

/** The dialog of an upload, and the file's problems line by line. */
export const UploadFrame = <Outcome, Fields>({ upload, title, children }: FrameProps<Outcome, Fields>) => {
  type Snapshot = UploadSnapshot<File, Outcome, Fields>
  const refusal = useSelector(upload, ({ context }: Snapshot) => context.refusal)
  const state = useSelector(upload, ({ value }: Snapshot) => value)
  return (
    <>
      <Dialog
        opened={state !== 'closed'}
        onClose={() => upload.send({ type: 'upload.close' })}
        title={title}
        isCovered={state === 'refused'}
        closeOnClickOutside={state !== 'sending'}
      >
        {children}
      </Dialog>
      {state === 'refused' && refusal && (
        <MessageDialog {...refusalInWords(refusal)} onClose={() => upload.send({ type: 'failure.dismiss' })} />
      )}
    </>
  )
}

interface StepProps<Outcome, Fields> {
  readonly upload: UploadActor<Outcome, Fields>
  readonly label: string
  /** The accepted types, columns, and size. */
  readonly description: string
  /** What the server allows, if that is known and less than the upload's rule. */
  readonly maxBytes?: number | undefined
  /** Cancel was clicked, which drops what was entered; closing the dialog in another way keeps it. */
  readonly onCancel?: () => void
}

/** The end of an upload's form: the file, the progress, and the buttons. */
export const UploadStep = <Outcome, Fields>({
  upload,
  label,
  description,
  maxBytes,
  onCancel,
}: StepProps<Outcome, Fields>) => {
  type Snapshot = UploadSnapshot<File, Outcome, Fields>
  const context = useSelector(upload, (snapshot: Snapshot) => snapshot.context)
  const isSending = useSelector(upload, (snapshot: Snapshot) => snapshot.hasTag('busy'))
  return (
    <>
      <FileStep
        context={context}
        isSending={isSending}
        label={label}
        description={description}
        onChoose={(file) => upload.send({ type: 'file.choose', file, ...(maxBytes !== undefined && { maxBytes }) })}
        onRemove={() => upload.send({ type: 'file.remove' })}
      />
      <Group justify="flex-end" gap="xs">
        <Button
          variant="default"
          onClick={() => {
            onCancel?.()
            upload.send({ type: 'upload.close' })
          }}
        >
          Cancel
        </Button>
        <SteadyButton type="submit" isBusy={isSending}>
          Upload
        </SteadyButton>
      </Group>
    </>
  )
}

interface Props<Outcome, Fields> extends StepProps<Outcome, Fields> {
  readonly title: string
  /** What is sent with the file. */
  readonly fields: Fields
}

/** Uploads a file; shows the progress, and the file's problems line by line. */
export const UploadDialog = <Outcome, Fields>({ title, fields, ...step }: Props<Outcome, Fields>) => (
  <UploadFrame upload={step.upload} title={title}>
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        step.upload.send({ type: 'upload.start', fields })
      }}
    >
      <Stack gap="sm">
        <UploadStep {...step} />
      </Stack>
    </form>
  </UploadFrame>
)
