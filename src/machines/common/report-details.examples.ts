import { ApiError } from '#contract/failures.ts'
import type { ReportDetailsFile } from '#contract/reports/details-view.ts'
import { reportMessages } from '#domain/reports.ts'
import type { Examples } from '#machines/definition/examples.ts'
import { commonFailures } from './common-failures.ts'
import type { reportDetails } from './report-details.machine.ts'

const id = '0b7a3c1e-5d7f-4b0e-9a43-6a1f4c1d2e3f'

const waiting: ReportDetailsFile = {
  id,
  name: 'admin-school-detail',
  title: 'School Report',
  filters: ['School: Lincoln'],
  state: 'waiting',
  progress: 0,
  reason: null,
  createdOnUtc: '2026-11-20T15:00:00.000Z',
  pdfFileName: `${id}.pdf`,
  excelFileName: null,
  docFileName: null,
}
const running: ReportDetailsFile = { ...waiting, state: 'running', progress: 40 }
const done: ReportDetailsFile = { ...waiting, state: 'done', progress: 100 }
const failed: ReportDetailsFile = { ...waiting, state: 'failed', reason: reportMessages.detailsFailed }
const canceled: ReportDetailsFile = { ...waiting, state: 'canceled' }

const tooMany = 'A PDF file can have at most 10,000 rows, but this report has 12,000. Narrow the filters.'

export const examples = {
  cases: {
    'details.open': { 'a row': { subject: 1 }, 'another row': { subject: 2 } },
    'details.cancel': 'bare',
    'details.close': 'bare',
    'details.retry': 'bare',
  },
  outcomes: {
    makeDetails: { done: { waiting, done }, error: { ...commonFailures, 'too many rows': new ApiError(400, tooMany) } },
    readDetails: { done: { running, done, failed, canceled }, error: commonFailures },
    cancelDetails: {
      done: { canceled },
      error: { ...commonFailures, over: new ApiError(409, reportMessages.detailsOver) },
    },
    readFile: {
      done: { 'the PDF': { name: 'Report.pdf', content: new Blob() } },
      error: { ...commonFailures, gone: new ApiError(404, reportMessages.fileNotFound) },
    },
  },
} satisfies Examples<ReturnType<typeof reportDetails<number>>>
