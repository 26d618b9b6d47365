import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { ConfirmActionActor, ConfirmActionSnapshot } from '#machines/common/confirm-action.machine.ts'
import { useAction } from '#screens/use-calls.ts'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import type { RowAction } from './list-definition.ts'

export type RowActionActor<Row> = ConfirmActionActor<Row, unknown>

const questionOf = <Row,>(definition: RowAction<Row> | undefined, row: Row): string | undefined =>
  typeof definition?.question === 'function' ? definition.question(row) : definition?.question

const notOffered = { run: () => Promise.reject(new Error('This list offers no such action')) }

/**
 * Runs an action on a row; the list reloads afterward.
 *
 * @param onDone called right away if the action has no success message; otherwise `RowActionDialogs` calls its own after OK
 */
export const useRowAction = <Row,>(definition: RowAction<Row> | undefined, onDone: () => void) => {
  const action = useAction<Row, unknown>(definition?.call ?? notOffered)
  const isSilent = definition !== undefined && definition.done === undefined
  useEffect(() => {
    if (!isSilent) return undefined
    const { unsubscribe } = action.on('action.done', onDone)
    return unsubscribe
  }, [action, isSilent, onDone])
  return {
    action,
    begin: (row: Row) =>
      action.send({ type: questionOf(definition, row) === undefined ? 'action.run' : 'action.ask', subject: row }),
  }
}

interface Props<Row> {
  readonly action: RowActionActor<Row>
  readonly definition: RowAction<Row>
  readonly nameOf: (row: Row) => string
  readonly onDone: () => void
}

/** The confirmation, success, and failure dialogs of a row action. */
export const RowActionDialogs = <Row,>({ action, definition, nameOf, onDone }: Props<Row>) => {
  type Snapshot = ConfirmActionSnapshot<Row>
  const { destructiveLabel, done, failed } = definition
  const { subject, message, wasAsked } = useSelector(action, ({ context }: Snapshot) => context)
  const state = useSelector(action, ({ value }: Snapshot) => value)
  if (subject === undefined) return null
  const question = questionOf(definition, subject)
  if (state === 'failed') {
    return (
      <MessageDialog
        title={failed}
        message={message ?? 'Please try again.'}
        onClose={() => action.send({ type: 'failure.dismiss' })}
      />
    )
  }
  if (state === 'done' && done !== undefined) {
    return (
      <MessageDialog
        title="Done"
        message={typeof done === 'string' ? done : done(subject)}
        onClose={() => {
          action.send({ type: 'success.dismiss' })
          onDone()
        }}
      />
    )
  }
  if (question === undefined || !wasAsked || (state !== 'confirming' && state !== 'running')) return null
  return (
    <ConfirmDialog
      question={question}
      details={nameOf(subject)}
      {...(destructiveLabel !== undefined && { destructiveLabel })}
      isBusy={state === 'running'}
      onCancel={() => action.send({ type: 'action.cancel' })}
      onConfirm={() => action.send({ type: 'action.confirm' })}
    />
  )
}
