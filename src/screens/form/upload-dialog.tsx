import { Button, Group, Stack } from '@mantine/core'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { UploadMachine, UploadSnapshot } from '#machines/documents/upload.machine.ts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import { SteadyButton } from '#ui/steady-button/steady-button.tsx'
import { FileStep, refusalInWords } from './file-step.tsx'

interface Props<Outcome> {
  readonly upload: ActorRefFrom<UploadMachine<File, Outcome>>
  readonly title: string
  readonly label: string
  /** The accepted types, columns, and size. */
  readonly description: string
}

/** Uploads a file; shows the progress, and the file's problems line by line. */
export const UploadDialog = <Outcome,>({ upload, title, label, description }: Props<Outcome>) => {
  type Snapshot = UploadSnapshot<File, Outcome>
  const context = useSelector(upload, (snapshot: Snapshot) => snapshot.context)
  const state = useSelector(upload, ({ value }: Snapshot) => value)
  const isSending = state === 'sending'
  const close = () => upload.send({ type: 'upload.close' })
  return (
    <>
      <Dialog
        opened={state !== 'closed'}
        onClose={close}
        title={title}
        isCovered={state === 'refused'}
        closeOnClickOutside={!isSending}
      >
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            upload.send({ type: 'upload.start' })
          }}
        >
          <Stack gap="sm">
            <FileStep
              context={context}
              isSending={isSending}
              label={label}
              description={description}
              onChoose={(file) => upload.send({ type: 'file.choose', file })}
              onRemove={() => upload.send({ type: 'file.remove' })}
            />
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              <SteadyButton type="submit" isBusy={isSending}>
                Upload
              </SteadyButton>
            </Group>
          </Stack>
        </form>
      </Dialog>
      {state === 'refused' && context.refusal && (
        <MessageDialog {...refusalInWords(context.refusal)} onClose={() => upload.send({ type: 'failure.dismiss' })} />
      )}
    </>
  )
}
