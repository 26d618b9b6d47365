import { defineWorkflow } from '#machines/definition/workflow.ts'
import { sessionMoveMachine } from './session-move.machine.ts'

export const workflow = defineWorkflow({
  name: 'schedule/session-move',
  title: 'Session move',
  area: 'Schedule',
  machine: sessionMoveMachine,
  examples: () => import('./session-move.examples.ts'),
  texts: {
    events: {
      'session.move': 'Move or resize a session',
      'move.undo': 'Undo',
      'move.confirm': 'Move anyway',
      'move.cancel': 'Cancel',
      'failure.dismiss': 'OK',
      'calendar.show': 'The calendar has reloaded',
    },
    guards: {
      isImpossible: 'the session cannot move there',
      isStoredOtherwise: 'the stored session differs from the one shown',
      isUndo: 'it is an undo',
      isToBeConfirmed: 'there are clashes, or it discards a waiting request',
      hasMessage: 'the server said why',
    },
    actions: {
      keepMove: 'note the move',
      keepUndo: 'note the undo',
      keepProblem: 'note why not',
      keepStoredProblem: 'note why not',
      prepareRequest: 'change the times',
      keepCheck: 'keep the clashes and the waiting request',
      keepOutcome: 'note whether it awaits approval',
      keepFailure: "keep the server's message",
      clearFailure: 'clear the message',
      announceSaved: 'say that it was saved, and offer Undo',
      announceLost: 'say that the server did not respond',
      announceOutdated: 'reload the calendar',
    },
    calls: {
      readSession: {
        does: 'load the stored session',
        done: 'The stored session loaded',
        error: 'The stored session did not load',
      },
      checkMove: {
        does: 'check for clashes and a waiting request',
        done: 'The check finished',
        error: 'The check failed',
      },
      saveMove: { does: 'save the new times', done: 'The new times were saved', error: 'The new times were not saved' },
    },
  },
})
