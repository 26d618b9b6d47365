import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { shallowEqual, useSelector } from '@xstate/react'
import { type ReactNode, useCallback, useEffect } from 'react'
import type { ActorRefFrom } from 'xstate'
import { localOf } from '#domain/time.ts'
import type { CalendarSnapshot } from '#machines/schedule/calendar.machine.ts'
import type { UndoMove } from '#machines/schedule/move-rules.ts'
import {
  type PlacedSession,
  type SessionMoveSnapshot,
  selectPlaced,
  sessionMoveMachine,
} from '#machines/schedule/session-move.machine.ts'
import { useProvided, useSession } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { useValues } from '#screens/use-told.ts'
import type { WeekGridChange } from '#ui/week-grid/types.ts'
import { MoveDialogs } from './move-dialogs.tsx'
import type { CalendarActor } from './use-calendar.ts'

const selectData = ({ context }: CalendarSnapshot) => context.data
const selectCanMove = (snapshot: SessionMoveSnapshot) => snapshot.matches('resting')

interface SessionMove {
  /** The grid's handlers; undefined while a move is in progress. */
  readonly change: ((change: WeekGridChange) => void) | undefined
  readonly placed: PlacedSession | undefined
  /** Render them; empty while there is no confirmation or message. */
  readonly dialogs: ReactNode
}

const ID = 'session-move'

/** Shows a toast after a move, with an Undo button. */
const showSaved = (move: ActorRefFrom<typeof sessionMoveMachine>, message: string, undo: UndoMove | undefined) => {
  const takeBack = () => {
    if (undo === undefined) return
    notifications.hide(ID)
    move.send({ type: 'move.undo', undo })
  }
  // Only one toast at a time, so that Undo always means the last move.
  notifications.hide(ID)
  notifications.show({
    ...(undo && { id: ID }),
    message: undo ? (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        {message}
        <Button size="compact-sm" variant="default" flex="none" onClick={takeBack}>
          Undo
        </Button>
      </Group>
    ) : (
      message
    ),
  })
}

/** Moves sessions on a calendar, which reloads after a move. */
export const useSessionMove = (calendar: CalendarActor): SessionMove => {
  const { userId, roleName, providerId, timeZone } = useSession()
  const move = useActorRef(useProvided(sessionMoveMachine), {
    input: { user: { id: userId, role: roleName, providerId }, now: () => localOf(Date.now(), timeZone) },
  })
  const placed = useSelector(move, selectPlaced, shallowEqual)
  const canMove = useSelector(move, selectCanMove)

  useEffect(() => {
    const listeners = [
      move.on('move.saved', ({ message, undo }) => {
        calendar.send({ type: 'calendar.refresh' })
        showSaved(move, message, undo)
      }),
      move.on('move.lost', ({ message }) => notifications.show({ message })),
      move.on('calendar.outdate', () => calendar.send({ type: 'calendar.refresh' })),
    ]
    return () => {
      for (const listener of listeners) listener.unsubscribe()
    }
  }, [move, calendar])

  useValues(calendar, selectData, (data) => {
    if (data !== undefined) move.send({ type: 'calendar.show' })
  })

  const change = useCallback(
    ({ id, date, start, end }: WeekGridChange) => {
      const shown = calendar.getSnapshot().context.data?.events ?? []
      const event = shown.find((other) => String(other.id) === id)
      if (event)
        move.send({ type: 'session.move', move: { event, to: { date, startTime: start, endTime: end }, shown } })
    },
    [move, calendar],
  )
  return {
    change: canMove ? change : undefined,
    placed,
    dialogs: <MoveDialogs move={move} />,
  }
}
