import { examples } from '#machines/billing/invoice-run.examples.ts'
import { invoiceRunMachine } from '#machines/billing/invoice-run.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'billing/invoice-run',
  machine: invoiceRunMachine,
  ...examples,
  project: ({ run, period, message }) => ({ run: run?.state, isChosen: period !== undefined, message }),
  states: {
    running: ({ context: { run } }) => {
      if (run?.state !== 'running') throw new Error('no run is under way')
    },
    canceling: ({ context: { run } }) => {
      if (!run) throw new Error('there is no run to cancel')
    },
  },
  untried: { 'pollRun error: 409': 'The server only says how far the run is.' },
  browser: {
    because: 'part of another screen',
    file: 'tests/screens/invoice-record.test.ts',
    events: {
      'run.start': 'generates the invoices of all schools, and shows what became of each',
      'run.cancel': 'a run can be canceled',
      'run.retry': 'a run that could not be loaded can be retried',
      'message.clear': 'says what keeps an invoice from being generated, and where that can be changed',
    },
  },
})
