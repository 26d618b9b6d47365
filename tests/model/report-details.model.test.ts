import { examples } from '#machines/common/report-details.examples.ts'
import { reportDetails } from '#machines/common/report-details.machine.ts'
import { modelTests } from './harness/model-tests.ts'

const REPORTS = 'tests/app/report/hours-report.test.ts'

modelTests({
  name: 'common/report-details',
  machine: reportDetails<number>(),
  ...examples,
  project: ({ subject, details, file, message }) => ({
    subject,
    details: details?.state,
    hasFile: file !== undefined,
    message,
  }),
  states: {
    waiting: ({ context: { details } }) => {
      if (details?.state !== 'waiting' && details?.state !== 'running') throw new Error('no job is under way')
    },
    shown: ({ context: { file } }) => {
      if (!file) throw new Error('there is nothing to show')
    },
  },
  browser: {
    because: 'part of another screen',
    file: REPORTS,
    events: {
      'details.open': 'shows the details full screen, closed by Close alone',
      'details.close': 'shows the details full screen, closed by Close alone',
      'details.cancel': 'details that take longer are made by a job, which can be canceled',
      'details.retry': 'details that could not be made can be asked for again',
    },
  },
})
