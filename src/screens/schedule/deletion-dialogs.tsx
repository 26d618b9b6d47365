import { Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { formMessages } from '#domain/form-messages.ts'
import { formatDate } from '#domain/time.ts'
import type { ChangeTarget } from '#machines/schedule/event-modal.machine.ts'
import { previewInWords, replacesInWords } from '#machines/schedule/preview-in-words.ts'
import type { SessionDeletionSnapshot, sessionDeletionMachine } from '#machines/schedule/session-deletion.machine.ts'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { LoadingMark } from '#ui/loading-mark/loading-mark.tsx'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'

const selectIsLooking = (snapshot: SessionDeletionSnapshot) => snapshot.matches('previewing')
const selectIsDeleting = (snapshot: SessionDeletionSnapshot) => snapshot.matches('deleting')
const selectIsFailed = (snapshot: SessionDeletionSnapshot) => snapshot.hasTag('failed')
export const selectIsDeletionShown = (snapshot: SessionDeletionSnapshot) => !snapshot.matches('idle')
const selectContext = ({ context }: SessionDeletionSnapshot) => context

const detailsOf = (target: ChangeTarget | undefined) => {
  if (!target?.isRecurring) return {}
  const date = formatDate(target.date)
  return { details: target.scope === 'series' ? `The series, starting ${date}` : `Only the session on ${date}` }
}

interface DeletionDialogsProps {
  readonly deletion: ActorRefFrom<typeof sessionDeletionMachine>
}

/** Confirms a deletion, and says why it failed. */
export const DeletionDialogs = ({ deletion }: DeletionDialogsProps) => {
  const isShown = useSelector(deletion, selectIsDeletionShown)
  const isLooking = useSelector(deletion, selectIsLooking)
  const isDeleting = useSelector(deletion, selectIsDeleting)
  const isFailed = useSelector(deletion, selectIsFailed)
  const { target, preview, message } = useSelector(deletion, selectContext)
  if (isFailed) {
    return (
      <MessageDialog
        title="Not deleted"
        message={message ?? 'The session could not be deleted.'}
        onClose={() => deletion.send({ type: 'failure.dismiss' })}
      />
    )
  }
  if (!isShown) return null
  return (
    <ConfirmDialog
      question={formMessages.deletion}
      {...detailsOf(target)}
      destructiveLabel={target?.scope === 'series' ? 'Delete series' : 'Delete session'}
      isReady={!isLooking}
      isBusy={isDeleting}
      onCancel={() => deletion.send({ type: 'deletion.cancel' })}
      onConfirm={() => deletion.send({ type: 'deletion.confirm' })}
    >
      {isLooking && <LoadingMark size="xs" />}
      {preview && (target?.scope === 'series' || preview.counts.isPending) && (
        <Text size="sm">{previewInWords(preview)}.</Text>
      )}
      {preview?.replaces && <Text size="sm">{replacesInWords(preview.replaces)}</Text>}
    </ConfirmDialog>
  )
}
