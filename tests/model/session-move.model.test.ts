import { expect } from 'vitest'
import { examples } from '#machines/schedule/session-move.examples.ts'
import { type SessionMoveSnapshot, selectPlaced, sessionMoveMachine } from '#machines/schedule/session-move.machine.ts'
import { modelTests } from './harness/model-tests.ts'
import { type SessionMoveWorld, sessionMoveInBrowser } from './session-move.browser.ts'

/** Where the calendar shows the session: a pending change has not moved it. */
const placed = ({ context: { event, to, undoing } }: SessionMoveSnapshot, stays = false) => ({
  occurrenceId: 71,
  times:
    stays || undoing?.isPending
      ? { date: event?.eventDate, startTime: event?.eventStartTime, endTime: event?.eventEndTime }
      : to,
})
const seesMoving = (snapshot: SessionMoveSnapshot) =>
  expect(selectPlaced(snapshot)).toEqual({ ...placed(snapshot), isBusy: true })

modelTests<typeof sessionMoveMachine, SessionMoveWorld>({
  name: 'schedule/session-move',
  machine: sessionMoveMachine,
  ...examples,
  project: ({ event, undoing, isPending, message }) => ({
    event: event?.eventDate,
    isEdited: event?.isEdited,
    undoing: undoing && [undoing.isPending],
    isPending,
    message,
  }),
  states: {
    'resting.idle': (snapshot) => {
      if (selectPlaced(snapshot)) throw new Error('a session is shown in a place where it is not stored')
    },
    'resting.settling': (snapshot) => {
      const { isPending } = snapshot.context
      expect(selectPlaced(snapshot)).toEqual({ ...placed(snapshot, isPending), isBusy: false, isEdited: isPending })
    },
    reading: (snapshot) => seesMoving(snapshot),
    checking: (snapshot) => seesMoving(snapshot),
    confirming: (snapshot) => {
      const { clashes, replaces } = snapshot.context
      if (clashes.length === 0 && !replaces) throw new Error('there is nothing to ask about')
      expect(selectPlaced(snapshot)).toEqual({ ...placed(snapshot), isBusy: false })
    },
    saving: (snapshot) => {
      seesMoving(snapshot)
      if (!snapshot.context.request) throw new Error('there is nothing to send')
    },
    failed: (snapshot) => {
      if (!snapshot.context.message) throw new Error('no failure message')
      if (selectPlaced(snapshot)) throw new Error('the session is not back where it was')
    },
  },
  browser: sessionMoveInBrowser,
})
