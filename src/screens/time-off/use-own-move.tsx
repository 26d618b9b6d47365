import { List } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect } from 'react'
import { type Call, callOf } from '#contract/call.ts'
import { giveBackPtos, keepPtos, type SpanDay, withdrawPto, withdrawPtos } from '#contract/time-off.ts'
import { requireValue } from '#domain/require-value.ts'
import { timeOffMessages } from '#domain/time-off.ts'
import type { ConfirmActionSnapshot } from '#machines/common/confirm-action.machine.ts'
import { useAction } from '#screens/use-calls.ts'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import { timeOf } from './pto-columns.tsx'
import classes from './pto-days.module.css'

/** One day, or several of a span. */
type Days = readonly SpanDay[]
type Snapshot = ConfirmActionSnapshot<Days, null>

/** What a provider does with requests of their own, after a confirmation. */
interface OwnMove {
  readonly call: Call<Days, null>
  readonly question: (days: number) => string
  /** The button of the question; 'Confirm' if left out. */
  readonly destructiveLabel?: (days: number) => string
  /** The toast afterward. */
  readonly done: string
  /** The title of the failure, and its text if the server gives no reason. */
  readonly failed: { readonly title: string; readonly text: string }
}

const bodyOf = (days: Days) => ({ body: { ids: days.map(({ id }) => id) } })

const withdrawn = {
  done: timeOffMessages.withdrawn,
  failed: { title: 'Not withdrawn', text: 'The request could not be withdrawn.' },
}

/** Withdraws one day, with the spec's call. */
export const withdrawal: OwnMove = {
  ...withdrawn,
  call: callOf(withdrawPto, ([day]: Days) => ({ params: { id: requireValue(day, 'The day').id } })),
  question: () => timeOffMessages.withdraw,
  destructiveLabel: () => 'Withdraw request',
}

export const withdrawalOfSpan: OwnMove = {
  ...withdrawn,
  call: callOf(withdrawPtos, bodyOf),
  question: (days) => `Are you sure you want to withdraw the requests for ${days} days?`,
  destructiveLabel: (days) => `Withdraw ${days} requests`,
}

export const givingBack: OwnMove = {
  call: callOf(giveBackPtos, bodyOf),
  question: (days) => (days === 1 ? timeOffMessages.giveBack : `Are you sure you want to return these ${days} days?`),
  done: timeOffMessages.givingBack,
  failed: { title: 'Not returned', text: 'The time off could not be returned.' },
}

export const keeping: OwnMove = {
  call: callOf(keepPtos, bodyOf),
  question: (days) => (days === 1 ? timeOffMessages.keep : `Are you sure you want to keep these ${days} days off?`),
  done: timeOffMessages.kept,
  failed: { title: 'Not kept', text: 'The time off could not be kept.' },
}

const selectIsAsking = (snapshot: Snapshot) => snapshot.matches('confirming') || snapshot.matches('running')

/**
 * Runs the move on one or several requests.
 *
 * @param onChanged called when the list is out of date: requests were moved, or their status had changed
 */
export const useOwnMove = (
  { call, question, destructiveLabel, done, failed }: OwnMove,
  onChanged: () => void,
): { ask: (days: Days) => void; dialogs: ReactNode } => {
  const move = useAction(call)
  useEffect(() => {
    const { unsubscribe } = move.on('action.done', () => {
      notifications.show({ message: done })
      onChanged()
    })
    return unsubscribe
  }, [move, done, onChanged])
  const { subject: days = [], message } = useSelector(move, ({ context }: Snapshot) => context)
  const isAsking = useSelector(move, selectIsAsking)
  const isBusy = useSelector(move, (snapshot: Snapshot) => snapshot.hasTag('busy'))
  const isFailed = useSelector(move, (snapshot: Snapshot) => snapshot.hasTag('failed'))
  const [day, ...more] = days
  return {
    ask: (asked) => move.send({ type: 'action.ask', subject: asked }),
    dialogs: (
      <>
        {isAsking && day && (
          <ConfirmDialog
            question={question(days.length)}
            {...(destructiveLabel && { destructiveLabel: destructiveLabel(days.length) })}
            {...(more.length === 0 && { details: timeOf(day) })}
            isBusy={isBusy}
            onCancel={() => move.send({ type: 'action.cancel' })}
            onConfirm={() => move.send({ type: 'action.confirm' })}
          >
            {more.length > 0 && (
              <List size="sm" mah="40dvh" className={classes.moved} tabIndex={0} aria-label="Days">
                {days.map((one) => (
                  <List.Item key={one.id}>{timeOf(one)}</List.Item>
                ))}
              </List>
            )}
          </ConfirmDialog>
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
