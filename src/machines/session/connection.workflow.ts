import { defineWorkflow } from '#machines/definition/workflow.ts'
import { connectionMachine } from './connection.machine.ts'

export const workflow = defineWorkflow({
  name: 'session/connection',
  title: 'Connection to the server',
  area: 'Sign-in',
  machine: connectionMachine,
  examples: () => import('./connection.examples.ts'),
  texts: {
    events: {
      'server.reach': 'The server can be reached',
      'server.miss': 'The server does not respond',
      'changes.delay': 'Changes by others come late',
      'changes.flow': 'Changes by others come at once',
    },
    guards: {
      isSince: 'the call was sent since then',
    },
    actions: {
      keepTime: 'keep the time',
    },
    calls: {
      watchNetwork: 'watch the network',
      probeServer: {
        does: 'ask the server for a response',
        done: 'The server responded',
        error: 'The server did not respond',
      },
    },
    delays: {
      probePause: 'a pause',
    },
  },
})
