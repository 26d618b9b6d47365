import { examples } from '#machines/common/run.examples.ts'
import { type AnyRun, run } from '#machines/common/run.machine.ts'
import { modelTests } from './harness/model-tests.ts'

const INVOICES = 'tests/screens/invoice-record.test.ts'
const ALL_SCHOOLS = {
  file: INVOICES,
  test: 'generates the invoices of all schools, also after a run was canceled or failed, and shows what became of each',
}

modelTests({
  name: 'common/run',
  machine: run<string, AnyRun>(),
  ...examples,
  project: ({ order, run: read, message, hasChanged }) => ({ order, run: read?.state, message, hasChanged }),
  states: {
    followed: ({ context }) => {
      if (context.run?.state !== 'running' && context.run?.state !== 'waiting') throw new Error('no run is under way')
    },
    'atRest.over': ({ context }) => {
      if (!context.run || context.run.state === 'running') throw new Error('nothing has ended')
    },
  },
  untried: { 'readRun error: 409': 'The server only says how far the run is.' },
  browser: {
    because: 'several screens use it',
    file: 'tests/screens/reports/your-reports.test.ts',
    events: {
      'run.find': ALL_SCHOOLS,
      'run.start': ALL_SCHOOLS,
      'run.change': ALL_SCHOOLS,
      'run.cancel': 'details that take longer are made by a job, which can be canceled',
      'run.close': 'details that were left to a job are found later, with their files',
      'message.clear': {
        file: INVOICES,
        test: 'says what keeps an invoice from being generated, and where that can be changed',
      },
    },
  },
})
