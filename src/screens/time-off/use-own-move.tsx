import { notifications } from '@mantine/notifications'
import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect } from 'react'
import { type Call, callOf } from '#contract/call.ts'
import { giveBackPto, type Pto, withdrawPto } from '#contract/time-off.ts'
import { timeOffMessages } from '#domain/time-off.ts'
import type { ConfirmActionSnapshot } from '#machines/common/confirm-action.machine.ts'
import { useAction } from '#screens/use-calls.ts'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import { timeOf } from './pto-columns.tsx'

type Snapshot = ConfirmActionSnapshot<Pto, null>

/** What a provider does with a request of their own, after a confirmation. */
interface OwnMove {
  readonly call: Call<Pto, null>
  readonly question: string
  /** The button of the question; 'Confirm' if left out. */
  readonly destructiveLabel?: string
  /** The toast afterward. */
  readonly done: string
  /** The title of the failure, and its text if the server gives no reason. */
  readonly failed: { readonly title: string; readonly text: string }
}

export const withdrawal: OwnMove = {
  call: callOf(withdrawPto, ({ id }: Pto) => ({ params: { id } })),
  question: timeOffMessages.withdraw,
  destructiveLabel: 'Withdraw request',
  done: timeOffMessages.withdrawn,
  failed: { title: 'Not withdrawn', text: 'The request could not be withdrawn.' },
}

export const givingBack: OwnMove = {
  call: callOf(giveBackPto, ({ id }: Pto) => ({ body: { id } })),
  question: timeOffMessages.giveBack,
  done: timeOffMessages.givingBack,
  failed: { title: 'Not given back', text: 'The time off could not be given back.' },
}

const selectIsAsking = (snapshot: Snapshot) => snapshot.matches('confirming') || snapshot.matches('running')

/**
 * Runs the move on a request.
 *
 * @param onChanged called when the list is out of date: the request was moved, or its status had changed
 */
export const useOwnMove = (
  { call, question, destructiveLabel, done, failed }: OwnMove,
  onChanged: () => void,
): { ask: (pto: Pto) => void; dialogs: ReactNode } => {
  const move = useAction(call)
  useEffect(() => {
    const { unsubscribe } = move.on('action.done', () => {
      notifications.show({ message: done })
      onChanged()
    })
    return unsubscribe
  }, [move, done, onChanged])
  const { subject: pto, message } = useSelector(move, ({ context }: Snapshot) => context)
  const isAsking = useSelector(move, selectIsAsking)
  const isBusy = useSelector(move, (snapshot: Snapshot) => snapshot.hasTag('busy'))
  const isFailed = useSelector(move, (snapshot: Snapshot) => snapshot.hasTag('failed'))
  return {
    ask: (asked) => move.send({ type: 'action.ask', subject: asked }),
    dialogs: (
      <>
        {isAsking && pto && (
          <ConfirmDialog
            question={question}
            {...(destructiveLabel !== undefined && { destructiveLabel })}
            details={timeOf(pto)}
            isBusy={isBusy}
            onCancel={() => move.send({ type: 'action.cancel' })}
            onConfirm={() => move.send({ type: 'action.confirm' })}
          />
        )}
        {isFailed && (
          <MessageDialog
            title={failed.title}
            message={message ?? failed.text}
            onClose={() => {
              move.send({ type: 'failure.dismiss' })
              onChanged()
            }}
          />
        )}
      </>
    ),
  }
}
