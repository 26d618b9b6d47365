import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { confirmActionMachine } from '#machines/common/confirm-action.machine.ts'
import { useActorRef } from '#screens/use-actor.ts'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'

type Machine = typeof confirmActionMachine
type Snapshot = SnapshotFrom<Machine>
export type RowActionActor = ActorRefFrom<Machine>

/** What is asked and said of something that is done to a row. */
export interface RowActionWords<Row> {
  /** Undefined for what is done at once. */
  readonly question?: string
  /** Undefined where the list itself shows that it is done. Of a switch it depends on the row as it was. */
  readonly done?: string | ((row: Row) => string)
  /** Above the server's words for why it was not: 'Not deleted'. */
  readonly failed: string
  /** Which row, in the dialogs and in the names of buttons. */
  readonly nameOf: (row: Row) => string
}

/**
 * Runs the machine of something that is done to a row; afterwards the list is read anew.
 *
 * @param onDone where nothing is said of it; `RowActionDialogs` has its own, after OK
 */
export const useRowAction = <Row,>(
  machine: Machine,
  { question, done }: Pick<RowActionWords<Row>, 'question' | 'done'>,
  onDone?: () => void,
) => {
  const action = useActorRef(machine)
  useEffect(() => {
    if (done !== undefined || !onDone) return undefined
    const { unsubscribe } = action.on('action.done', onDone)
    return unsubscribe
  }, [action, done, onDone])
  return {
    action,
    begin: (row: Row) => action.send({ type: question === undefined ? 'action.run' : 'action.ask', subject: row }),
  }
}

interface Props<Row> {
  readonly action: RowActionActor
  readonly words: RowActionWords<Row>
  readonly onDone: () => void
}

/** The question, the success and the failure of something that is done to a row. */
export const RowActionDialogs = <Row,>({ action, words, onDone }: Props<Row>) => {
  const { subject, message, wasAsked } = useSelector(action, ({ context }: Snapshot) => context)
  const state = useSelector(action, ({ value }: Snapshot) => value)
  if (state === 'failed') {
    return (
      <MessageDialog
        title={words.failed}
        message={message ?? 'Please try again.'}
        onClose={() => action.send({ type: 'failure.dismiss' })}
      />
    )
  }
  if (state === 'done' && words.done !== undefined) {
    return (
      <MessageDialog
        title="Done"
        // What begins it hands over a row.
        message={typeof words.done === 'string' ? words.done : words.done(subject as Row)}
        onClose={() => {
          action.send({ type: 'success.dismiss' })
          onDone()
        }}
      />
    )
  }
  if (words.question === undefined || !wasAsked || (state !== 'confirming' && state !== 'running')) return null
  return (
    <ConfirmDialog
      question={words.question}
      details={words.nameOf(subject as Row)}
      isBusy={state === 'running'}
      onCancel={() => action.send({ type: 'action.cancel' })}
      onConfirm={() => action.send({ type: 'action.confirm' })}
    />
  )
}
