/**
 * Generating the invoices of all schools: starts a run on the server, follows how far it is, and can cancel it. A run
 * that is under way is found when the page opens, also if another administrator started it.
 */
import { assertEvent, assign, type SnapshotFrom, setup } from 'xstate'
import type { InvoiceRun } from '#contract/invoices.ts'
import type { Period } from '#domain/billing/period.ts'
import { hasMessage, messageOf } from '#machines/common/failure-guards.ts'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'

interface InvoiceRunContext {
  /** The latest one; undefined if there is none, or none is known yet. */
  run: InvoiceRun | undefined
  /** The period to start. */
  period: Period | undefined
  /** Why it was not started or canceled. */
  message: string | undefined
}

export type InvoiceRunEvent =
  | { type: 'run.start'; period: Period }
  | { type: 'run.cancel' }
  | { type: 'run.retry' }
  /** What the message is about has changed. */
  | { type: 'message.clear' }

const runIdOf = ({ run }: InvoiceRunContext): number => {
  if (run === undefined) throw new RangeError('No run is known')
  return run.id
}

const periodOf = ({ period }: InvoiceRunContext): Period => {
  if (period === undefined) throw new RangeError('No period was chosen')
  return period
}

const isRunning = (_: unknown, { run }: { run: InvoiceRun | null }) => run?.state === 'running'

const START = { 'run.start': { target: 'starting', actions: 'keepPeriod' } } as const

export const invoiceRunMachine = setup({
  types: {
    context: {} as InvoiceRunContext,
    events: {} as InvoiceRunEvent,
    tags: {} as Tag,
  },
  delays: { poll: 1_000 },
  actors: {
    /** Null if no run was ever started. */
    readRun: notProvided<InvoiceRun | null, { id: number | undefined }>('readRun'),
    startRun: notProvided<InvoiceRun, Period>('startRun'),
    cancelRun: notProvided<InvoiceRun, { id: number }>('cancelRun'),
  },
  guards: { hasMessage, isRunning },
  actions: {
    keepPeriod: assign(({ event }) => {
      assertEvent(event, 'run.start')
      return { period: event.period, message: undefined }
    }),
    keepRun: assign((_, { run }: { run: InvoiceRun | null }) => ({ run: run ?? undefined })),
    keepMessage: assign({ message: messageOf }),
    clearMessage: assign({ message: undefined }),
  },
}).createMachine({
  id: 'invoice-run',
  description: 'Generating the invoices of all schools.',
  initial: 'reading',
  context: { run: undefined, period: undefined, message: undefined },
  on: { 'message.clear': { actions: 'clearMessage' } },
  states: {
    reading: {
      description: 'The latest run is read.',
      invoke: {
        id: 'readRun',
        src: 'readRun',
        input: { id: undefined },
        onDone: [
          {
            guard: { type: 'isRunning', params: ({ event }) => ({ run: event.output }) },
            target: 'running',
            actions: { type: 'keepRun', params: ({ event }) => ({ run: event.output }) },
          },
          { target: 'idle', actions: { type: 'keepRun', params: ({ event }) => ({ run: event.output }) } },
        ],
        onError: 'unread',
      },
    },
    unread: {
      description: 'The latest run could not be read.',
      tags: 'failed',
      on: { 'run.retry': 'reading', ...START },
    },
    idle: {
      description: 'No run is under way. How the latest one ended is shown.',
      on: START,
    },
    starting: {
      description: 'The server notes the schools with approved work in the period.',
      tags: 'busy',
      invoke: {
        id: 'startRun',
        src: 'startRun',
        input: ({ context }) => periodOf(context),
        onDone: { target: 'running', actions: { type: 'keepRun', params: ({ event }) => ({ run: event.output }) } },
        onError: [
          // Another administrator may have started one.
          { guard: 'hasMessage', target: 'reading', actions: 'keepMessage' },
          { target: 'idle' },
        ],
      },
    },
    running: {
      description: 'The server generates one invoice after the other.',
      tags: 'busy',
      after: { poll: 'polling' },
      on: { 'run.cancel': { target: 'canceling', actions: 'clearMessage' } },
    },
    polling: {
      description: 'The page asks how far the run is.',
      tags: 'busy',
      on: { 'run.cancel': { target: 'canceling', actions: 'clearMessage' } },
      invoke: {
        id: 'pollRun',
        src: 'readRun',
        input: ({ context }) => ({ id: runIdOf(context) }),
        onDone: [
          {
            guard: { type: 'isRunning', params: ({ event }) => ({ run: event.output }) },
            target: 'running',
            actions: { type: 'keepRun', params: ({ event }) => ({ run: event.output }) },
          },
          { target: 'idle', actions: { type: 'keepRun', params: ({ event }) => ({ run: event.output }) } },
        ],
        onError: 'running',
      },
    },
    canceling: {
      description: 'The server stops after the school that it is at.',
      tags: 'busy',
      invoke: {
        id: 'cancelRun',
        src: 'cancelRun',
        input: ({ context }) => ({ id: runIdOf(context) }),
        onDone: { target: 'idle', actions: { type: 'keepRun', params: ({ event }) => ({ run: event.output }) } },
        onError: [
          // It may be over.
          { guard: 'hasMessage', target: 'polling', actions: 'keepMessage' },
          { target: 'running' },
        ],
      },
    },
  },
})

export type InvoiceRunSnapshot = SnapshotFrom<typeof invoiceRunMachine>
