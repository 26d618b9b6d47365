import { defineWorkflow } from '#machines/definition/workflow.ts'
import { lockOutMachine } from './lock-out.machine.ts'

export const workflow = defineWorkflow({
  name: 'billing/lock-out',
  title: 'Lock-out of a billing period',
  area: 'Billing',
  machine: lockOutMachine,
  examples: () => import('./lock-out.examples.ts'),
  texts: {
    events: {
      'dialog.open': 'Lock out',
      'dialog.close': 'Close',
      'period.change': 'Change a date',
      'period.submit': 'Submit the period',
      'force.confirm': 'Lock out anyway',
      'force.cancel': 'Cancel',
      'failure.dismiss': 'OK',
    },
    guards: {
      hasMessage: 'the server said why',
      isFieldRefusal: 'a date was refused',
      needsForce: 'some days are not approved',
      isNothingToLock: 'no session is in the period',
    },
    actions: {
      keepPeriod: 'note the period',
      forget: 'forget the period',
      clearMessage: 'clear the message',
      keepMessage: "keep the server's message",
      keepLeftOut: 'note what would be left out',
      announceLocked: 'say that the period is locked',
      announceRefused: 'show the messages at the dates',
    },
    calls: {
      lockPeriod: { does: 'lock the period', done: 'The period was locked', error: 'The period was not locked' },
    },
    callsById: {
      forceLock: {
        does: 'lock the period by force',
        done: 'The period was locked by force',
        error: 'The period was not locked by force',
      },
    },
  },
})
