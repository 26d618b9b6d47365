import { defineWorkflow } from '#machines/definition/workflow.ts'
import { idleMachine } from './idle.machine.ts'

export const workflow = defineWorkflow({
  name: 'session/idle',
  title: 'Idle session',
  area: 'Sign-in',
  machine: idleMachine,
  examples: () => import('./idle.examples.ts'),
  texts: {
    events: {
      'session.use': 'The session is used',
      'session.stay': 'Stay signed in',
    },
    guards: {
      isRecent: 'recently enough',
    },
    actions: {
      keepAgo: 'note how long ago that was',
      startAgain: 'start counting again',
      announceOver: 'say that the session has ended',
    },
    calls: {
      watchUse: 'watch for uses of the session, in all tabs',
      staySignedIn: {
        does: 'keep the session alive',
        done: 'The session continues',
        error: 'The session could not be kept alive',
      },
    },
    delays: {
      untilWarning: 'until two minutes before the end',
      warningTime: 'two minutes',
    },
  },
})
