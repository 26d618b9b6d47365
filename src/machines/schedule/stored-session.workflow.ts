import { defineWorkflow } from '#machines/definition/workflow.ts'
import { storedSessionMachine } from './stored-session.machine.ts'

export const workflow = defineWorkflow({
  name: 'schedule/stored-session',
  title: 'Session loading',
  area: 'Sessions',
  machine: storedSessionMachine,
  examples: () => import('./stored-session.examples.ts'),
  texts: {
    events: {
      'load.retry': 'Try again',
    },
    actions: {
      keepSession: 'keep the session',
      keepFailure: "keep the server's message",
      clearFailure: 'clear the message',
    },
    calls: {
      loadSession: { does: 'load the session', done: 'The session loaded', error: 'The session did not load' },
    },
  },
})
