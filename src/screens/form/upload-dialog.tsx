import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { UploadMachine, UploadSnapshot } from '#machines/documents/upload.machine.ts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { FileDrop } from '#ui/file-drop/file-drop.tsx'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'

interface Props<Outcome> {
  readonly upload: ActorRefFrom<UploadMachine<File, Outcome>>
  readonly title: string
  readonly label: string
  /** What the file has to be. */
  readonly description: string
}

/** Chooses a file and sends it; shows how far it has got, and line by line what is wrong with it. */
export const UploadDialog = <Outcome,>({ upload, title, label, description }: Props<Outcome>) => {
  type Snapshot = UploadSnapshot<File, Outcome>
  const { rule, file, problem, part, refusal } = useSelector(upload, ({ context }: Snapshot) => context)
  const state = useSelector(upload, ({ value }: Snapshot) => value)
  const isSending = state === 'sending'
  const close = () => upload.send({ type: 'upload.close' })
  const percent = Math.round(part * 100)
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
            <FileDrop
              label={label}
              description={description}
              endings={rule.endings}
              file={file}
              error={problem}
              disabled={isSending}
              onChoose={(chosen) => upload.send({ type: 'file.choose', file: chosen })}
              onRemove={() => upload.send({ type: 'file.remove' })}
            />
            {isSending && (
              <Stack gap={4}>
                <Progress.Root size="lg">
                  <Progress.Section value={percent} aria-label="Upload" animated={percent === 100} striped />
                </Progress.Root>
                <Text size="sm" c="dimmed" role="status">
                  {percent < 100 ? `${percent}% sent` : 'Sent. The file is being read …'}
                </Text>
              </Stack>
            )}
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              <Button type="submit" loading={isSending}>
                Upload
              </Button>
            </Group>
          </Stack>
        </form>
      </Dialog>
      {state === 'refused' && refusal && (
        <MessageDialog
          title={refusal.lines.length > 0 ? refusal.message : 'Error'}
          message={refusal.lines.length > 0 ? refusal.lines : refusal.message}
          onClose={() => upload.send({ type: 'failure.dismiss' })}
        />
      )}
    </>
  )
}
