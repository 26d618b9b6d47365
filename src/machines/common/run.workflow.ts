import { defineWorkflow } from '#machines/definition/workflow.ts'
import { run } from './run.machine.ts'

export const workflow = defineWorkflow({
  name: 'common/run',
  title: 'Runs in the background',
  area: 'Lists and forms',
  machine: run(),
  examples: () => import('./run.examples.ts'),
  texts: {
    events: {
      'run.find': 'Look for a run',
      'run.start': 'Start',
      'run.change': 'Something changed on the server',
      'run.cancel': 'Cancel',
      'run.close': 'Close',
      'message.clear': 'Change an entry',
    },
    guards: {
      isGone: 'it is gone',
      isUnderWay: 'it is under way',
      hasChanged: 'it has changed meanwhile',
    },
    actions: {
      keepOrder: 'note what was ordered',
      keepRun: 'show how far it is',
      keepMessage: "keep the server's message",
      clearMessage: 'clear the message',
      noteChange: 'note that it has changed',
      startReading: 'note that it is up to date',
      forget: 'forget the run',
      announceEnd: 'say that it is over',
    },
    calls: {
      findRun: { does: 'read the latest run', done: 'The server answered', error: 'The server did not answer' },
      startRun: { does: 'start a run', done: 'The server answered', error: 'The run was not started' },
      readRun: { does: 'ask how far it is', done: 'The server said how far', error: 'The server did not say' },
      cancelRun: { does: 'cancel the run', done: 'The run was canceled', error: 'The run was not canceled' },
    },
    delays: { retry: 'after 5 s' },
  },
})
