import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import {
  APPROVAL_QUESTION,
  APPROVAL_WARNING,
  NOTHING_PENDING,
  type WeekApprovalSnapshot,
  type weekApprovalMachine,
} from '#machines/schedule/week-approval.machine.ts'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'

const selectState = ({ value }: WeekApprovalSnapshot) => value
const selectRefusals = ({ context }: WeekApprovalSnapshot) => context.refusals
const selectFailure = ({ context }: WeekApprovalSnapshot) => context.failure

/** The approval's confirmation and messages. */
export const ApprovalDialogs = ({ approval }: { readonly approval: ActorRefFrom<typeof weekApprovalMachine> }) => {
  const state = useSelector(approval, selectState)
  const refusals = useSelector(approval, selectRefusals)
  const failure = useSelector(approval, selectFailure)
  const dismiss = () => approval.send({ type: 'notice.dismiss' })
  switch (state) {
    case 'warned':
      return <MessageDialog title="Approve" message={NOTHING_PENDING} onClose={dismiss} />
    case 'confirming':
    case 'saving':
      return (
        <ConfirmDialog
          question={APPROVAL_QUESTION}
          details={APPROVAL_WARNING}
          isBusy={state === 'saving'}
          onCancel={() => approval.send({ type: 'approval.cancel' })}
          onConfirm={() => approval.send({ type: 'approval.confirm' })}
        />
      )
    case 'refused':
      return <MessageDialog title="These days could not be approved" message={refusals} onClose={dismiss} />
    case 'failed':
      return <MessageDialog title="Error" message={failure ?? ''} onClose={dismiss} />
    default:
      return null
  }
}
