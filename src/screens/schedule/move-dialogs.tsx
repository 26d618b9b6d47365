import { Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { formatDayHeader, formatTimeRange } from '#domain/time.ts'
import { isLack, replacesInWords } from '#machines/schedule/preview-in-words.ts'
import type { SessionMoveSnapshot, sessionMoveMachine } from '#machines/schedule/session-move.machine.ts'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import { ClashList } from './clash-list.tsx'

const selectMessage = ({ context }: SessionMoveSnapshot) => context.message
const selectIsConfirming = (snapshot: SessionMoveSnapshot) => snapshot.matches('confirming')
const selectClashes = ({ context }: SessionMoveSnapshot) => context.clashes
const selectReplaces = ({ context }: SessionMoveSnapshot) => context.replaces
const selectTo = ({ context }: SessionMoveSnapshot) => context.to

/** The confirmation and messages of a move. */
export const MoveDialogs = ({ move }: { readonly move: ActorRefFrom<typeof sessionMoveMachine> }) => {
  const message = useSelector(move, selectMessage)
  const isConfirming = useSelector(move, selectIsConfirming)
  const clashes = useSelector(move, selectClashes)
  const replaces = useSelector(move, selectReplaces)
  const to = useSelector(move, selectTo)
  if (message !== undefined) {
    return <MessageDialog title="Not moved" message={message} onClose={() => move.send({ type: 'failure.dismiss' })} />
  }
  if (!isConfirming || to === undefined) return null
  const when = `${formatDayHeader(to.date)}, ${formatTimeRange(to.startTime, to.endTime)}`
  return (
    <ConfirmDialog
      question={clashes.every(isLack) ? 'Move the session?' : 'Move the session despite the clash?'}
      details={`On ${when}:`}
      onCancel={() => move.send({ type: 'move.cancel' })}
      onConfirm={() => move.send({ type: 'move.confirm' })}
    >
      {clashes.length > 0 && <ClashList clashes={clashes} />}
      {replaces && (
        <Text size="sm" mt="xs">
          {replacesInWords(replaces)}
        </Text>
      )}
    </ConfirmDialog>
  )
}
