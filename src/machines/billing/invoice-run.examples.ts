import { ApiError } from '#contract/failures.ts'
import type { InvoiceRun } from '#contract/invoices.ts'
import { invoiceMessages } from '#domain/billing/invoice-rules.ts'
import { commonFailures } from '#machines/common/common-failures.ts'
import type { Examples } from '#machines/definition/examples.ts'
import type { invoiceRunMachine } from './invoice-run.machine.ts'

const period = { startDate: '2026-11-01', endDate: '2026-11-15' }

const running: InvoiceRun = {
  id: 3,
  ...period,
  state: 'running',
  startedBy: 'Ada Admin',
  createdOnUtc: '2026-11-20T15:00:00.000Z',
  total: 3,
  done: 1,
  issued: [
    {
      schoolName: 'Lincoln',
      id: 7,
      invoiceNumber: 'INV-00007',
      total: '1122.19',
      pdfPath: 'invoice-7.pdf',
      docPath: 'invoice-7.docx',
      replaces: [],
      received: [],
      reason: '',
    },
  ],
  unchanged: 0,
  skipped: [],
  reason: null,
}
const done: InvoiceRun = { ...running, state: 'done', done: 3, unchanged: 2 }
const canceled: InvoiceRun = { ...running, state: 'canceled' }
const failed: InvoiceRun = { ...running, state: 'failed', reason: invoiceMessages.runFailed }

export const examples = {
  cases: {
    'run.start': { 'a half-month': { period } },
    'run.cancel': 'bare',
    'run.retry': 'bare',
    'message.clear': 'bare',
  },
  outcomes: {
    readRun: { done: { 'none yet': null, running, done }, error: commonFailures },
    startRun: {
      done: { running: { ...running, done: 0, issued: [] } },
      error: { ...commonFailures, 'not locked': new ApiError(409, invoiceMessages.notLocked(period)) },
    },
    pollRun: { done: { running, done, failed }, error: commonFailures },
    cancelRun: { done: { canceled }, error: { ...commonFailures, over: new ApiError(409, invoiceMessages.runOver) } },
  },
} satisfies Examples<typeof invoiceRunMachine>
