/**
 * A row of the provider's home: the hours at one school on one day. Read-only until Edit; Cancel brings back what was
 * there; Confirm checks, closes the row and submits it (spec 2, section 4).
 */
import { assign, emit, type SnapshotFrom, setup } from 'xstate'
import { failureMessage } from '#contract/failures.ts'
import type { ServiceOption } from '#contract/lookups.ts'
import type { Timesheet } from '#contract/schedule.ts'
import { type TimesheetEntry, type TimesheetErrors, timesheetErrors } from '#domain/timesheet.ts'
import { hasMessage } from '#machines/common/failure-guards.ts'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'
import {
  entered,
  entryOf,
  isClosedRow,
  ownService,
  type TimesheetChange,
  type TimesheetEntryEvent,
} from './timesheet-entry.ts'

export interface TimesheetRowInput {
  timesheet: Timesheet
}

interface TimesheetRowContext {
  /** What the entry started from; its key tells the server whether someone else changed the row meanwhile. */
  timesheet: Timesheet
  /** As the server had it last. */
  latest: Timesheet
  entry: TimesheetEntry
  /** The services that may be chosen: the row's own until the list was loaded. */
  services: readonly Pick<ServiceOption, 'id' | 'name'>[]
  errors: TimesheetErrors
  failure: string | undefined
}

export type TimesheetRowEvent =
  | { type: 'row.edit' }
  | { type: 'row.cancel' }
  | { type: 'row.confirm' }
  | TimesheetEntryEvent
  | { type: 'failure.dismiss' }
  /** The day was read again. A row that is being edited keeps what was entered. */
  | { type: 'row.reload'; timesheet: Timesheet }

/** The server took the row, or refused it: the day around it may look different now. */
export type TimesheetRowEmitted = { type: 'row.confirmed'; timesheet: Timesheet } | { type: 'row.refused' }

/** One of an approved or locked day, or that no session asks for. */
const isReadOnlyRow = (timesheet: Timesheet): boolean => isClosedRow(timesheet) || timesheet.isRequired === false

const asStored = (timesheet: Timesheet) => ({
  timesheet,
  latest: timesheet,
  entry: entryOf(timesheet),
  errors: {},
})

export const timesheetRowMachine = setup({
  types: {
    context: {} as TimesheetRowContext,
    events: {} as TimesheetRowEvent,
    input: {} as TimesheetRowInput,
    emitted: {} as TimesheetRowEmitted,
    tags: {} as Tag,
  },
  actors: {
    loadServices: notProvided<readonly ServiceOption[], Timesheet>('loadServices'),
    confirmTimesheet: notProvided<Timesheet, TimesheetChange>('confirmTimesheet'),
  },
  guards: {
    isReadOnly: ({ context }) => isReadOnlyRow(context.timesheet),
    /** Since the entry began. */
    hasClosed: ({ context }) => isReadOnlyRow(context.latest),
    isReloadClosed: ({ event }) => event.type === 'row.reload' && isReadOnlyRow(event.timesheet),
    isConfirmed: ({ context }) => context.timesheet.isConfirmed,
    isComplete: ({ context }) => Object.keys(timesheetErrors(context.entry)).length === 0,
    asksTimes: ({ context }) => !context.entry.isZeroHours,
    hasMessage,
  },
  actions: {
    restore: assign(({ context }) => asStored(context.latest)),
    takeReloaded: assign(({ event }) => (event.type === 'row.reload' ? asStored(event.timesheet) : {})),
    /** For later: what is being entered still stands on what it started from. */
    keepReloaded: assign(({ event }) => (event.type === 'row.reload' ? { latest: event.timesheet } : {})),
    /** The user was told that the row had changed: the entry goes on from there. */
    startFromLatest: assign({ timesheet: ({ context }) => context.latest }),
    showErrors: assign({ errors: ({ context }) => timesheetErrors(context.entry) }),
    clearErrors: assign({ errors: {} }),
    enter: assign(({ context, event }) => entered(context, event)),
    keepServices: assign((_, services: readonly ServiceOption[]) => ({ services })),
    takeConfirmed: assign((_, timesheet: Timesheet) => asStored(timesheet)),
    tellConfirmed: emit((_, timesheet: Timesheet) => ({ type: 'row.confirmed' as const, timesheet })),
    tellRefused: emit({ type: 'row.refused' }),
    keepFailure: assign({ failure: ({ event }) => ('error' in event ? failureMessage(event.error) : undefined) }),
    clearFailure: assign({ failure: undefined }),
  },
}).createMachine({
  id: 'timesheetRow',
  description: 'The hours of a provider at one school on one day.',
  initial: 'opening',
  context: ({ input }) => ({
    ...asStored(input.timesheet),
    services: ownService(input.timesheet),
    failure: undefined,
  }),
  states: {
    opening: {
      description: 'The row arrives: one of an approved or locked day, or that no session asks for, can only be read.',
      always: [{ guard: 'isReadOnly', target: 'closed' }, { target: 'reading' }],
    },
    reading: {
      description: 'As stored; Edit opens it, Confirm submits it as it stands unless that was done before.',
      on: {
        'row.edit': 'editing',
        'row.confirm': [
          { guard: 'isConfirmed' },
          { guard: 'isComplete', target: 'confirming' },
          { target: 'editing', actions: 'showErrors' },
        ],
        'row.reload': { target: 'opening', actions: 'takeReloaded' },
      },
    },
    editing: {
      description: 'Start, end, service and zero hours can be changed; the services are loaded on the way in.',
      tags: 'editable',
      invoke: {
        id: 'loadServices',
        src: 'loadServices',
        input: ({ context }) => context.timesheet,
        onDone: { actions: { type: 'keepServices', params: ({ event }) => event.output } },
        // Without a message nothing shows, and the row's own service stays: a failure that nobody takes would stop the row.
        onError: [{ guard: 'hasMessage', actions: 'keepFailure' }, {}],
      },
      on: {
        'start.choose': { guard: 'asksTimes', actions: 'enter' },
        'end.choose': { guard: 'asksTimes', actions: 'enter' },
        'service.choose': { actions: 'enter' },
        'isZeroHours.toggle': { actions: 'enter' },
        'failure.dismiss': { actions: 'clearFailure' },
        'row.cancel': { target: 'opening', actions: 'restore' },
        'row.confirm': [{ guard: 'isComplete', target: 'confirming' }, { actions: 'showErrors' }],
        'row.reload': [
          { guard: 'isReloadClosed', target: 'overtaken', actions: 'keepReloaded' },
          { actions: 'keepReloaded' },
        ],
      },
    },
    overtaken: {
      description:
        'The day was closed while the row was edited: what was entered can be read and given up, not confirmed.',
      entry: ['clearErrors', 'clearFailure'],
      on: {
        'row.cancel': { target: 'opening', actions: 'restore' },
        'row.reload': [
          { guard: 'isReloadClosed', actions: 'keepReloaded' },
          { target: 'editing', actions: 'keepReloaded' },
        ],
      },
    },
    confirming: {
      description: 'Read-only again; the row is on its way to the server.',
      tags: 'busy',
      entry: ['clearErrors', 'clearFailure'],
      invoke: {
        id: 'confirmTimesheet',
        src: 'confirmTimesheet',
        input: ({ context: { timesheet, entry } }) => ({ timesheet, entry }),
        onDone: {
          target: 'opening',
          actions: [
            { type: 'takeConfirmed', params: ({ event }) => event.output },
            { type: 'tellConfirmed', params: ({ event }) => event.output },
          ],
        },
        onError: [
          { guard: 'hasMessage', target: 'refused', actions: 'keepFailure' },
          { guard: 'hasClosed', target: 'overtaken' },
          { target: 'editing' },
        ],
      },
      on: { 'row.reload': { actions: 'keepReloaded' } },
    },
    refused: {
      description: 'The server said no; its message waits for OK. What was entered is kept.',
      tags: 'failed',
      entry: 'tellRefused',
      on: {
        'failure.dismiss': [
          { guard: 'hasClosed', target: 'overtaken', actions: 'startFromLatest' },
          { target: 'editing', actions: ['clearFailure', 'startFromLatest'] },
        ],
        'row.reload': { actions: 'keepReloaded' },
      },
    },
    closed: {
      description: 'The day is approved or locked, or no session asks for hours: there is nothing to change.',
      on: { 'row.reload': { target: 'opening', actions: 'takeReloaded' } },
    },
  },
})

export type TimesheetRowSnapshot = SnapshotFrom<typeof timesheetRowMachine>
