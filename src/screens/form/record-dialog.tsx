import { Button, Group, Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect } from 'react'
import type { ActorRefFrom } from 'xstate'
import { formMessages } from '#domain/form-messages.ts'
import type { RecordFormMachine, RecordFormSnapshot } from '#machines/common/record-form.machine.ts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import { QuestionDialog } from '#ui/question-dialog/question-dialog.tsx'
import { SteadyButton } from '#ui/steady-button/steady-button.tsx'
import { focusFirstInvalidSoon } from './focus-first-invalid.ts'

export type RecordFormActor<Subject, Stored, Values, Outcome> = ActorRefFrom<
  RecordFormMachine<Subject, Stored, Values, Outcome>
>

/** A form whose fields the server may refuse. */
interface RefusedForm {
  readonly on: (
    type: 'form.refused',
    listener: (emitted: { readonly fields: Readonly<Record<string, string>> }) => void,
  ) => { readonly unsubscribe: () => void }
}

/** Shows the server's messages at their fields, and moves the focus to the first. */
export const useRefusedFields = (form: RefusedForm, setErrors: (errors: Record<string, string>) => void): void => {
  useEffect(() => {
    const { unsubscribe } = form.on('form.refused', ({ fields }) => {
      setErrors({ ...fields })
      focusFirstInvalidSoon(document.activeElement?.closest('form'))
    })
    return unsubscribe
  }, [form, setErrors])
}

interface Props<Subject, Stored, Values, Outcome> {
  readonly form: RecordFormActor<Subject, Stored, Values, Outcome>
  readonly title: string
  readonly size?: string
  /** A dialog of the form's own is on top. */
  readonly isAsking?: boolean
  /** The fields and buttons for the loaded record. They stay mounted under other dialogs, until the form closes. */
  readonly children: (stored: Stored, isBusy: boolean) => ReactNode
}

/** A form for one record in a dialog, with its confirmations and messages. */
export const RecordDialog = <Subject, Stored, Values, Outcome>({
  form,
  title,
  size = 'md',
  isAsking = false,
  children,
}: Props<Subject, Stored, Values, Outcome>) => {
  type Snapshot = RecordFormSnapshot<Subject, Stored, Values, Outcome>
  const { stored, message } = useSelector(form, ({ context }: Snapshot) => context)
  const state = useSelector(form, ({ value }: Snapshot) => value)
  const isBusy = useSelector(form, (snapshot: Snapshot) => snapshot.hasTag('busy'))
  const close = () => form.send({ type: state === 'saved' ? 'success.dismiss' : 'form.close' })
  const isCovered = isAsking || state === 'confirmingClose' || state === 'failed'
  return (
    <>
      <Dialog opened={state !== 'closed'} onClose={close} title={title} size={size} isCovered={isCovered}>
        {state === 'unread' ? (
          <FailedToRead
            message={message ?? 'The form could not be loaded.'}
            onRetry={() => form.send({ type: 'read.retry' })}
          />
        ) : stored === undefined ? (
          <Stack role="status" aria-label="Loading...">
            <VisuallyHidden>Loading…</VisuallyHidden>
            <Skeleton height={34} />
            <Skeleton height={90} />
          </Stack>
        ) : (
          children(stored, isBusy)
        )}
      </Dialog>
      {state === 'failed' && (
        <MessageDialog
          title="Not saved"
          message={message ?? 'It could not be saved.'}
          onClose={() => form.send({ type: 'failure.dismiss' })}
        />
      )}
      {state === 'confirmingClose' && (
        <QuestionDialog
          question={formMessages.cancel}
          onYes={() => form.send({ type: 'close.confirm' })}
          onNo={() => form.send({ type: 'close.dismiss' })}
        />
      )}
    </>
  )
}

interface ButtonsProps {
  readonly isBusy: boolean
  readonly onCancel: () => void
  /** Default 'Save'. */
  readonly saveLabel?: string
  /** It turns something down: a red button. */
  readonly isRefusal?: boolean
}

/** Cancel, and the form's submit button. */
export const RecordButtons = ({ isBusy, onCancel, saveLabel = 'Save', isRefusal = false }: ButtonsProps) => (
  <Group justify="flex-end" mt="md" gap="xs">
    <Button variant="default" onClick={onCancel} disabled={isBusy}>
      Cancel
    </Button>
    <SteadyButton type="submit" isBusy={isBusy} {...(isRefusal && { color: 'red.9' })}>
      {saveLabel}
    </SteadyButton>
  </Group>
)
