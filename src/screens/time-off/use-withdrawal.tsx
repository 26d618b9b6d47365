import { notifications } from '@mantine/notifications'
import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect } from 'react'
import { callOf } from '#contract/call.ts'
import { type Pto, withdrawPto } from '#contract/time-off.ts'
import { timeOffMessages } from '#domain/time-off.ts'
import type { ConfirmActionSnapshot } from '#machines/common/confirm-action.machine.ts'
import { useAction } from '#screens/use-calls.ts'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import { timeOf } from './pto-columns.tsx'

type Snapshot = ConfirmActionSnapshot<Pto, null>

const withdraw = callOf(withdrawPto, ({ id }: Pto) => ({ params: { id } }))

const selectIsAsking = (snapshot: Snapshot) => snapshot.matches('confirming') || snapshot.matches('running')

/**
 * Withdraws a request after a confirmation.
 *
 * @param onChanged called when the list is out of date: the request was withdrawn, or its status had changed
 */
export const useWithdrawal = (onChanged: () => void): { ask: (pto: Pto) => void; dialogs: ReactNode } => {
  const withdrawal = useAction(withdraw)
  useEffect(() => {
    const { unsubscribe } = withdrawal.on('action.done', () => {
      notifications.show({ message: timeOffMessages.withdrawn })
      onChanged()
    })
    return unsubscribe
  }, [withdrawal, onChanged])
  const { subject: pto, message } = useSelector(withdrawal, ({ context }: Snapshot) => context)
  const isAsking = useSelector(withdrawal, selectIsAsking)
  const isBusy = useSelector(withdrawal, (snapshot: Snapshot) => snapshot.hasTag('busy'))
  const isFailed = useSelector(withdrawal, (snapshot: Snapshot) => snapshot.hasTag('failed'))
  return {
    ask: (asked) => withdrawal.send({ type: 'action.ask', subject: asked }),
    dialogs: (
      <>
        {isAsking && pto && (
          <ConfirmDialog
            question={timeOffMessages.withdraw}
            destructiveLabel="Withdraw request"
            details={timeOf(pto)}
            isBusy={isBusy}
            onCancel={() => withdrawal.send({ type: 'action.cancel' })}
            onConfirm={() => withdrawal.send({ type: 'action.confirm' })}
          />
        )}
        {isFailed && (
          <MessageDialog
            title="Not withdrawn"
            message={message ?? 'The request could not be withdrawn.'}
            onClose={() => {
              withdrawal.send({ type: 'failure.dismiss' })
              onChanged()
            }}
          />
        )}
      </>
    ),
  }
}
