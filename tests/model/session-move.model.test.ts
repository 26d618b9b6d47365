import { examples } from '#machines/schedule/session-move.examples.ts'
import { selectPlaced, sessionMoveMachine } from '#machines/schedule/session-move.machine.ts'
import { modelTests } from './harness/model-tests.ts'
import { type SessionMoveWorld, sessionMoveInBrowser } from './session-move.browser.ts'

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
      const placed = selectPlaced(snapshot)
      if (placed?.isBusy !== false || placed.isEdited === undefined)
        throw new Error('the session is not shown as saved')
    },
    confirming: (snapshot) => {
      if (snapshot.context.clashes.length === 0) throw new Error('there is no clash to ask about')
      if (selectPlaced(snapshot)?.isBusy !== false) throw new Error('the session is not shown in its new place')
    },
    saving: (snapshot) => {
      if (!selectPlaced(snapshot)?.isBusy) throw new Error('the session is not shown as moving')
      if (!snapshot.context.request) throw new Error('there is nothing to send')
    },
    failed: (snapshot) => {
      if (!snapshot.context.message) throw new Error('no failure message')
      if (selectPlaced(snapshot)) throw new Error('the session is not back where it was')
    },
  },
  browser: sessionMoveInBrowser,
})
