/**
 * The dry run of a half-month before it is locked: what is open is read, and read again while the page is in sight, so
 * that the page follows what people fix elsewhere (docs/decisions/close-out.md).
 */
import { assertEvent, assign, emit, fromCallback, type SnapshotFrom, setup } from 'xstate'
import type { CloseOut, DayToLookAt } from '#contract/billing.ts'
import type { RateTypeId } from '#domain/rate-types.ts'
import type { LocalDate } from '#domain/time.ts'
import { hasMessage, messageOf } from '#machines/common/failure-guards.ts'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'

/** The rate type for a provider's sessions without a rate, at one school and for one service. */
export interface ChosenRateType {
  readonly providerId: number
  readonly schoolId: number
  readonly serviceId: number
  readonly rateTypeId: RateTypeId
}

interface CloseOutContext {
  /** The first day of the half-month. */
  readonly startDate: LocalDate
  /** Undefined until it has loaded once. */
  readonly closeOut: CloseOut | undefined
  /** Undefined until they have loaded once. */
  readonly daysToLookAt: readonly DayToLookAt[] | undefined
  /** The last try to read it again failed. */
  readonly isStale: boolean
  /** The page is in sight. */
  readonly isVisible: boolean
  /** What is being saved, or was saved last. */
  readonly chosen: ChosenRateType | undefined
  /** Why it could not be read, or the rate type not saved. */
  readonly message: string | undefined
}

export type CloseOutEvent =
  /** The page is in sight again, or its window has the focus. */
  | { type: 'window.focus' }
  | { type: 'window.hide' }
  | { type: 'closeOut.retry' }
  /** What is shown may be out of date, such as after a lock-out. */
  | { type: 'closeOut.refresh' }
  | { type: 'rateType.choose'; chosen: ChosenRateType }
  | { type: 'failure.dismiss' }

export type CloseOutEmitted = { type: 'rateType.saved'; message: string }

export interface RateTypeToSave extends ChosenRateType {
  readonly startDate: LocalDate
}

const toSave = ({ startDate, chosen }: CloseOutContext): RateTypeToSave => {
  if (chosen === undefined) throw new RangeError('No rate type was chosen')
  return { startDate, ...chosen }
}

export const closeOutMachine = setup({
  types: {
    context: {} as CloseOutContext,
    events: {} as CloseOutEvent,
    input: {} as Pick<CloseOutContext, 'startDate'>,
    emitted: {} as CloseOutEmitted,
    tags: {} as Tag,
  },
  actors: {
    /** Reports whether the page is in sight. */
    watchWindow: fromCallback(() => {
      throw new Error('No watchWindow was provided')
    }),
    readCloseOut: notProvided<CloseOut, { startDate: LocalDate }>('readCloseOut'),
    readDaysToLookAt: notProvided<DayToLookAt[], { startDate: LocalDate }>('readDaysToLookAt'),
    saveRateType: notProvided<{ message: string }, RateTypeToSave>('saveRateType'),
  },
  delays: { refreshPause: 30_000 },
  guards: {
    hasMessage,
    isVisible: ({ context }) => context.isVisible,
  },
  actions: {
    noteVisible: assign({ isVisible: true }),
    noteHidden: assign({ isVisible: false }),
    keepCloseOut: assign((_, { closeOut }: { closeOut: CloseOut }) => ({ closeOut, isStale: false })),
    keepDaysToLookAt: assign((_, { daysToLookAt }: { daysToLookAt: DayToLookAt[] }) => ({ daysToLookAt })),
    noteStale: assign({ isStale: true }),
    keepChosen: assign(({ event }) => {
      assertEvent(event, 'rateType.choose')
      return { chosen: event.chosen }
    }),
    keepMessage: assign({ message: messageOf }),
    clearMessage: assign({ message: undefined }),
    announceSaved: emit((_, { message }: { message: string }) => ({ type: 'rateType.saved', message }) as const),
  },
}).createMachine({
  id: 'close-out',
  description: 'The dry run of a half-month before it is locked.',
  context: ({ input: { startDate } }) => ({
    startDate,
    closeOut: undefined,
    daysToLookAt: undefined,
    isStale: false,
    isVisible: true,
    chosen: undefined,
    message: undefined,
  }),
  invoke: { id: 'watchWindow', src: 'watchWindow' },
  initial: 'loading',
  on: {
    'window.focus': { actions: 'noteVisible' },
    'window.hide': { actions: 'noteHidden' },
  },
  states: {
    loading: {
      description: 'The half-month is being read; skeletons show.',
      tags: 'busy',
      invoke: {
        id: 'readCloseOut',
        src: 'readCloseOut',
        input: ({ context: { startDate } }) => ({ startDate }),
        onDone: {
          target: 'checkingHours',
          actions: { type: 'keepCloseOut', params: ({ event }) => ({ closeOut: event.output }) },
        },
        onError: { target: 'failed', actions: 'keepMessage' },
      },
    },
    failed: {
      description: 'The half-month could not be read. The error shows with a way to try again.',
      tags: 'failed',
      on: { 'closeOut.retry': { target: 'loading', actions: 'clearMessage' } },
    },
    checkingHours: {
      description: 'What is open is shown, and can be used, while the hours of its days are checked.',
      invoke: {
        id: 'readDaysToLookAt',
        src: 'readDaysToLookAt',
        input: ({ context: { startDate } }) => ({ startDate }),
        onDone: {
          target: 'ready',
          actions: { type: 'keepDaysToLookAt', params: ({ event }) => ({ daysToLookAt: event.output }) },
        },
        onError: { target: 'ready', actions: 'noteStale' },
      },
      on: {
        'closeOut.refresh': 'refreshing',
        'rateType.choose': { target: 'savingRateType', actions: 'keepChosen' },
      },
    },
    ready: {
      description: 'What is open is shown, and read again after a while if the page is in sight.',
      after: { refreshPause: { guard: 'isVisible', target: 'refreshing' } },
      on: {
        'window.focus': { target: 'refreshing', actions: 'noteVisible' },
        'closeOut.refresh': 'refreshing',
        'rateType.choose': { target: 'savingRateType', actions: 'keepChosen' },
      },
    },
    refreshing: {
      description: 'The half-month is read again; what was read before stays, and can be used.',
      invoke: {
        id: 'rereadCloseOut',
        src: 'readCloseOut',
        input: ({ context: { startDate } }) => ({ startDate }),
        onDone: {
          target: 'checkingHours',
          actions: { type: 'keepCloseOut', params: ({ event }) => ({ closeOut: event.output }) },
        },
        onError: { target: 'ready', actions: 'noteStale' },
      },
      on: {
        'closeOut.refresh': { target: 'refreshing', reenter: true },
        'rateType.choose': { target: 'savingRateType', actions: 'keepChosen' },
      },
    },
    savingRateType: {
      description: 'The rate type of sessions without a rate is being saved.',
      tags: 'busy',
      invoke: {
        id: 'saveRateType',
        src: 'saveRateType',
        input: ({ context }) => toSave(context),
        onDone: {
          target: 'refreshing',
          actions: { type: 'announceSaved', params: ({ event }) => event.output },
        },
        onError: [
          { guard: 'hasMessage', target: 'refused', actions: 'keepMessage' },
          // It may have been saved all the same.
          { target: 'refreshing' },
        ],
      },
    },
    refused: {
      description: 'The server refused the rate type; its message shows until OK.',
      tags: 'failed',
      on: { 'failure.dismiss': { target: 'refreshing', actions: 'clearMessage' } },
    },
  },
})

export type CloseOutSnapshot = SnapshotFrom<typeof closeOutMachine>
