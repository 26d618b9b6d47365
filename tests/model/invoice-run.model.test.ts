import { examples } from '#machines/billing/invoice-run.examples.ts'
import { invoiceRunMachine } from '#machines/billing/invoice-run.machine.ts'
import { modelTests } from './harness/model-tests.ts'

const RUN =
  'generates the invoices of all schools, also after a run was canceled or failed, and shows what became of each'

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
      'run.start': RUN,
      'run.cancel': RUN,
      'run.retry':
        'asks for what is missing, sets the end date, narrows students and services by school, and retries a run that could not be loaded',
      'message.clear': 'says what keeps an invoice from being generated, and where that can be changed',
    },
  },
})
