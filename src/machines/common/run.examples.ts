import { ApiError } from '#contract/failures.ts'
import { invoiceMessages } from '#domain/billing/invoice-rules.ts'
import type { Examples } from '#machines/definition/examples.ts'
import { commonFailures } from './common-failures.ts'
import type { AnyRun, run } from './run.machine.ts'

/** A run of invoices, with how many schools are done. */
interface Progress extends AnyRun {
  readonly id: number
  readonly done: number
}

const begun: Progress = { id: 3, state: 'running', done: 0 }
const running: Progress = { ...begun, done: 1 }
const done: Progress = { ...begun, state: 'done', done: 3 }
const failed: Progress = { ...running, state: 'failed' }
const canceled: Progress = { ...running, state: 'canceled' }

export const examples = {
  cases: {
    'run.find': 'bare',
    'run.start': { 'all schools': { order: 'all' }, 'all schools of another half-month': { order: 'others' } },
    'run.change': 'bare',
    'run.cancel': 'bare',
    'run.close': 'bare',
    'message.clear': 'bare',
  },
  outcomes: {
    findRun: {
      done: { 'none yet': { run: null }, running: { run: running }, done: { run: done } },
      error: commonFailures,
    },
    startRun: {
      done: {
        running: { run: begun },
        'waiting for a server': { run: { ...begun, state: 'waiting' } },
        done: { run: done },
      },
      error: { ...commonFailures, 'another is under way': new ApiError(409, invoiceMessages.runRunning) },
    },
    readRun: {
      done: { running: { run: running }, done: { run: done }, failed: { run: failed } },
      error: { ...commonFailures, gone: new ApiError(404, invoiceMessages.runNotFound) },
    },
    cancelRun: {
      done: { canceled: { run: canceled } },
      error: { ...commonFailures, over: new ApiError(409, invoiceMessages.runOver) },
    },
  },
} satisfies Examples<ReturnType<typeof run<string, Progress>>>
