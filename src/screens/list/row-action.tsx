import { useSelector } from '@xstate/react'
import { useCallback, useEffect, useState } from 'react'
import type { Call } from '#contract/call.ts'
import type { ConfirmActionActor, ConfirmActionSnapshot } from '#machines/common/confirm-action.machine.ts'
import { useAction } from '#screens/use-calls.ts'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import type { RowAction } from './list-definition.ts'

export type RowActionActor<Row, Outcome = unknown> = ConfirmActionActor<Row, Outcome>

const questionOf = <Row,>(definition: Pick<RowAction<Row>, 'question'> | undefined, row: Row): string | undefined =>
  typeof definition?.question === 'function' ? definition.question(row) : definition?.question

const notOffered: Call<unknown, never> = { run: () => Promise.reject(new Error('This list offers no such action')) }

/**
 * Runs an action on a row; the list reloads afterward.
 *
 * @param onDone called right away if the action has no success message; otherwise `RowActionDialogs` calls its own after OK
 */
export const useRowAction = <Row, Outcome = unknown>(
  definition: RowAction<Row, Outcome> | undefined,
  onDone: (outcome: Outcome) => void,
) => {
  const action = useAction<Row, Outcome>(definition?.call ?? notOffered)
  const isSilent = definition !== undefined && definition.done === undefined
  useEffect(() => {
    if (!isSilent) return undefined
    const { unsubscribe } = action.on('action.done', ({ outcome }) => onDone(outcome))
    return unsubscribe
  }, [action, isSilent, onDone])
  const [asked, setAsked] = useState<Row>()
  const beginUnasked = useCallback(
    (row: Row) => {
      setAsked(undefined)
      action.send({ type: questionOf(definition, row) === undefined ? 'action.run' : 'action.ask', subject: row })
    },
    [action, definition],
  )
  const beforeRun = definition?.beforeRun
  return {
    action,
    begin: (row: Row) => (beforeRun?.isAsked(row) ? setAsked(row) : beginUnasked(row)),
    /** The definition's own question, while it is open. */
    question: beforeRun && asked !== undefined && (
      <beforeRun.Question
        row={asked}
        onRun={(row) => {
          setAsked(undefined)
          action.send({ type: 'action.run', subject: row })
        }}
        onNothing={beginUnasked}
        onCancel={() => setAsked(undefined)}
      />
    ),
  }
}

interface Props<Row, Outcome> {
  readonly action: RowActionActor<Row, Outcome>
  readonly definition: RowAction<Row, Outcome>
  readonly nameOf: (row: Row) => string
  readonly onDone: () => void
  /** Called after OK on a refusal: the list may be out of date. */
  readonly onRefused?: () => void
}

/** The confirmation, success, and failure dialogs of a row action. */
export const RowActionDialogs = <Row, Outcome>({
  action,
  definition,
  nameOf,
  onDone,
  onRefused,
}: Props<Row, Outcome>) => {
  type Snapshot = ConfirmActionSnapshot<Row, Outcome>
  const { destructiveLabel, alternative, done, failed } = definition
  const { subject, message, wasAsked } = useSelector(action, ({ context }: Snapshot) => context)
  const state = useSelector(action, ({ value }: Snapshot) => value)
  if (subject === undefined) return null
  const question = questionOf(definition, subject)
  if (state === 'failed') {
    return (
      <MessageDialog
        title={failed}
        message={message ?? 'Please try again.'}
        onClose={() => {
          action.send({ type: 'failure.dismiss' })
          onRefused?.()
        }}
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
  const otherLabel = alternative?.label(subject)
  return (
    <ConfirmDialog
      question={question}
      alternative={
        alternative && otherLabel !== undefined
          ? {
              label: otherLabel,
              onChoose: () => {
                action.send({ type: 'action.cancel' })
                action.send({ type: 'action.run', subject: alternative.of(subject) })
              },
            }
          : undefined
      }
      details={nameOf(subject)}
      {...(destructiveLabel !== undefined && { destructiveLabel })}
      isBusy={state === 'running'}
      onCancel={() => action.send({ type: 'action.cancel' })}
      onConfirm={() => action.send({ type: 'action.confirm' })}
    />
  )
}
