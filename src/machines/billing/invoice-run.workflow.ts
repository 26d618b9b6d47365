import { defineWorkflow } from '#machines/definition/workflow.ts'
import { invoiceRunMachine } from './invoice-run.machine.ts'

export const workflow = defineWorkflow({
  name: 'billing/invoice-run',
  title: 'Generating the invoices of all schools',
  area: 'Billing',
  machine: invoiceRunMachine,
  examples: () => import('./invoice-run.examples.ts'),
  texts: {
    events: {
      'run.start': 'Generate all invoices',
      'run.cancel': 'Cancel',
      'run.retry': 'Try again',
      'message.clear': 'Choose something else',
    },
    guards: { hasMessage: 'the server said why', isRunning: 'it is under way' },
    actions: {
      keepPeriod: 'note the period',
      keepRun: 'show how far it is',
      keepMessage: "keep the server's message",
      clearMessage: 'clear the message',
    },
    calls: {
      readRun: { does: 'read the latest run', done: 'The run was read', error: 'The run was not read' },
      startRun: { does: 'start a run', done: 'The run was started', error: 'The run was not started' },
      cancelRun: { does: 'cancel the run', done: 'The run was canceled', error: 'The run was not canceled' },
    },
    callsById: {
      pollRun: { does: 'ask how far the run is', done: 'The server said how far', error: 'The server did not say' },
    },
    delays: { poll: 'after 1 s' },
  },
})
