import { examples } from '#machines/common/report-details.examples.ts'
import { reportDetails } from '#machines/common/report-details.machine.ts'
import { modelTests } from './harness/model-tests.ts'

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
  untried: { 'makeDetails error: 409': "The details are new and the caller's own: nobody can be faster." },
  browser: {
    because: 'part of another screen',
    file: 'tests/screens/reports/your-reports.test.ts',
    events: {
      'details.open': 'details that take longer are made by a job, which can be canceled',
      'details.close': 'details that were left to a job are found later, with their files',
      'details.cancel': 'details that take longer are made by a job, which can be canceled',
      'details.retry': 'details that could not be made can be asked for again',
    },
  },
})
