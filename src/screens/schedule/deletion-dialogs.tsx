import { useSelector } from '@xstate/react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { formatDate } from '#domain/time.ts'
import type { confirmActionMachine } from '#machines/common/confirm-action.machine.ts'
import { type ChangeTarget, DELETION_QUESTION } from '#machines/schedule/event-modal.machine.ts'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'

type Snapshot = SnapshotFrom<typeof confirmActionMachine>
const selectIsAsking = (snapshot: Snapshot) => snapshot.matches('confirming') || snapshot.matches('running')
const selectIsBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
const selectIsFailed = (snapshot: Snapshot) => snapshot.hasTag('failed')
export const selectIsDeletionShown = (snapshot: Snapshot) => selectIsAsking(snapshot) || selectIsFailed(snapshot)
const selectMessage = ({ context }: Snapshot) => context.message
/** Only the event modal asks, with what it announces. */
const selectTarget = ({ context }: Snapshot) => context.subject as ChangeTarget | null

const detailsOf = (target: ChangeTarget | null) => {
  if (target === null || !target.isRecurring) return {}
  const date = formatDate(target.date)
  return { details: target.scope === 'series' ? `The series from ${date} on` : `The session of ${date} alone` }
}

/** Whether sessions may be deleted, and why they were not. */
export const DeletionDialogs = ({ deletion }: { readonly deletion: ActorRefFrom<typeof confirmActionMachine> }) => {
  const isAsking = useSelector(deletion, selectIsAsking)
  const isBusy = useSelector(deletion, selectIsBusy)
  const isFailed = useSelector(deletion, selectIsFailed)
  const message = useSelector(deletion, selectMessage)
  const target = useSelector(deletion, selectTarget)
  if (isFailed) {
    return (
      <MessageDialog
        title="Not deleted"
        message={message ?? 'The session could not be deleted.'}
        onClose={() => deletion.send({ type: 'failure.dismiss' })}
      />
    )
  }
  if (!isAsking) return null
  return (
    <ConfirmDialog
      question={DELETION_QUESTION}
      {...detailsOf(target)}
      isBusy={isBusy}
      onCancel={() => deletion.send({ type: 'action.cancel' })}
      onConfirm={() => deletion.send({ type: 'action.confirm' })}
    />
  )
}
