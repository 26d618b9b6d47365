/**
 * A row of hours: a provider's at one school on one day. The same editor wherever hours are entered: read-only until Edit
 * in the Home Page's table (spec 2, section 4), open at once in a dialog, which ends with Cancel or when the row is saved.
 * Where it is saved is up to the actor that a place provides.
 */
import { assertEvent, assign, emit, type SnapshotFrom, setup } from 'xstate'
import { failureMessage, fieldMessages } from '#contract/failures.ts'
import type { ServiceOption } from '#contract/lookups.ts'
import { overtakenTimesheet, type SavedTimesheet, type Timesheet } from '#contract/schedule.ts'
import type { TimesheetErrors } from '#domain/timesheet.ts'
import { hasMessage, isFieldRefusal } from '#machines/common/failure-guards.ts'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'
import {
  entered,
  entryOf,
  errorsOf,
  type HoursEntry,
  type HoursEntryEvent,
  type HoursInput,
  type HoursPlace,
  type HoursSession,
  isClosedRow,
  isSameEntry,
  ownService,
  type TimesheetChange,
} from './timesheet-entry.ts'

interface TimesheetRowContext {
  place: HoursPlace
  session: HoursSession | undefined
  /** What the entry is based on; its key tells the server whether someone else changed the row meanwhile. */
  timesheet: Timesheet
  /** As the server had it last. */
  latest: Timesheet
  entry: HoursEntry
  /** The services that may be chosen: the row's own until the list has loaded. */
  services: readonly Pick<ServiceOption, 'id' | 'name'>[]
  errors: TimesheetErrors
  failure: string | undefined
  saved: SavedTimesheet | undefined
}

export type TimesheetRowEvent =
  | { type: 'row.edit' }
  | { type: 'row.cancel' }
  | { type: 'row.save' }
  | HoursEntryEvent
  | { type: 'drop.confirm' }
  | { type: 'drop.dismiss' }
  | { type: 'failure.dismiss' }
  /** The row was read or saved elsewhere. A row that is being edited keeps what was entered. */
  | { type: 'row.reload'; timesheet: Timesheet }
  /** Something else that was asked of the row failed: it is told here, like a save that failed. */
  | { type: 'row.refuse'; error: unknown }

/** The server saved the row, or refused to: the day around it may have changed. */
export type TimesheetRowEmitted = { type: 'row.saved'; saved: SavedTimesheet } | { type: 'row.refused' }

/** How a dialog ended. */
export interface TimesheetRowOutput {
  /** Undefined where what was entered was dropped. */
  saved: SavedTimesheet | undefined
}

const asStored = (timesheet: Timesheet, session: HoursSession | undefined) => ({
  timesheet,
  latest: timesheet,
  entry: entryOf(timesheet, session?.isTimesheetReq),
  errors: {},
})

export const timesheetRowMachine = setup({
  types: {
    context: {} as TimesheetRowContext,
    events: {} as TimesheetRowEvent,
    input: {} as HoursInput,
    output: {} as TimesheetRowOutput,
    emitted: {} as TimesheetRowEmitted,
    tags: {} as Tag,
  },
  actors: {
    loadServices: notProvided<readonly ServiceOption[], Timesheet>('loadServices'),
    saveTimesheet: notProvided<SavedTimesheet, TimesheetChange>('saveTimesheet'),
  },
  guards: {
    isReadOnly: ({ context: { timesheet, place } }) => isClosedRow(timesheet, place),
    /** Since the entry began. */
    hasClosed: ({ context: { latest, place } }) => isClosedRow(latest, place),
    isReloadClosed: ({ context, event }) => event.type === 'row.reload' && isClosedRow(event.timesheet, context.place),
    isInTable: ({ context }) => context.place === 'row',
    isInDialog: ({ context }) => context.place !== 'row',
    asksWhetherRequired: ({ context }) => context.place === 'session',
    isConfirmed: ({ context }) => context.timesheet.isConfirmed,
    isComplete: ({ context: { entry, place } }) => Object.keys(errorsOf(entry, place)).length === 0,
    asksTimes: ({ context: { entry } }) => entry.isRequired && !entry.isZeroHours,
    asksHours: ({ context: { entry } }) => entry.isRequired,
    /** Update Timesheet asks before it drops what was entered. */
    asksToDrop: ({ context: { place, entry, timesheet, session } }) =>
      place === 'session' && !isSameEntry(entry, entryOf(timesheet, session?.isTimesheetReq)),
    /** Unless the day was closed meanwhile, when there is no field to correct. */
    isFieldRefusal: ({ context: { latest, place }, event }) => !isClosedRow(latest, place) && isFieldRefusal({ event }),
    hasMessage,
  },
  actions: {
    restore: assign(({ context }) => asStored(context.latest, context.session)),
    takeReloaded: assign(({ context, event }) => {
      assertEvent(event, 'row.reload')
      return asStored(event.timesheet, context.session)
    }),
    /** For later: what is being entered is still based on what it started from. */
    keepReloaded: assign(({ event }) => {
      assertEvent(event, 'row.reload')
      return { latest: event.timesheet }
    }),
    /** The user was told that the row had changed: the entry goes on from there. */
    startFromLatest: assign({ timesheet: ({ context }) => context.latest }),
    enter: assign(({ context, event }) => {
      assertEvent(event, ['start.choose', 'end.choose', 'service.choose', 'isZeroHours.toggle', 'isRequired.toggle'])
      return entered(context, event)
    }),
    keepServices: assign((_, services: readonly ServiceOption[]) => ({ services })),
    takeSaved: assign(({ context }, saved: SavedTimesheet) => ({ ...asStored(saved, context.session), saved })),
    tellSaved: emit((_, saved: SavedTimesheet) => ({ type: 'row.saved' as const, saved })),
    tellRefused: emit({ type: 'row.refused' }),
    showErrors: assign({ errors: ({ context: { entry, place } }) => errorsOf(entry, place) }),
    keepRefusals: assign((_, { error }: { error: unknown }) => ({ errors: fieldMessages(error) })),
    clearErrors: assign({ errors: {} }),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureMessage(error) })),
    /** A conflict tells what is stored. */
    keepStored: assign(({ context }, { error }: { error: unknown }) => {
      const stored = overtakenTimesheet(error)
      return { latest: stored ?? context.latest, session: stored?.session ?? context.session }
    }),
    clearFailure: assign({ failure: undefined }),
  },
}).createMachine({
  id: 'timesheetRow',
  description: 'The hours of a provider at one school on one day.',
  initial: 'opening',
  context: ({ input: { timesheet, place = 'row', session } }) => ({
    ...asStored(timesheet, session),
    place,
    session,
    services: ownService(timesheet),
    failure: undefined,
    saved: undefined,
  }),
  output: ({ context: { saved } }) => ({ saved }),
  states: {
    opening: {
      description: 'A row of an approved or locked day, or that no session asks for, can only be read.',
      always: [
        { guard: 'isReadOnly', target: 'closed' },
        { guard: 'isInTable', target: 'reading' },
        { target: 'editing' },
      ],
    },
    reading: {
      description: 'As stored; Edit opens it, Confirm submits it as it is unless that was done before.',
      on: {
        'row.edit': 'editing',
        'row.save': [
          { guard: 'isConfirmed' },
          { guard: 'isComplete', target: 'saving' },
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
        // Without a message nothing shows, and the row's own service stays: an unhandled failure would stop the row.
        onError: [{ guard: 'hasMessage', actions: { type: 'keepFailure', params: ({ event }) => event } }, {}],
      },
      on: {
        'start.choose': { guard: 'asksTimes', actions: 'enter' },
        'end.choose': { guard: 'asksTimes', actions: 'enter' },
        'service.choose': { actions: 'enter' },
        'isZeroHours.toggle': { guard: 'asksHours', actions: 'enter' },
        'isRequired.toggle': { guard: 'asksWhetherRequired', actions: 'enter' },
        'failure.dismiss': { actions: 'clearFailure' },
        'row.cancel': [
          { guard: 'asksToDrop', target: 'confirmingDrop' },
          { guard: 'isInDialog', target: 'left' },
          { target: 'opening', actions: 'restore' },
        ],
        'row.save': [{ guard: 'isComplete', target: 'saving' }, { actions: 'showErrors' }],
        'row.reload': [
          { guard: 'isReloadClosed', target: 'overtaken', actions: 'keepReloaded' },
          { actions: 'keepReloaded' },
        ],
        'row.refuse': {
          target: 'refused',
          actions: [
            { type: 'keepFailure', params: ({ event }) => event },
            { type: 'keepStored', params: ({ event }) => event },
          ],
        },
      },
    },
    confirmingDrop: {
      description: 'Asks whether what was entered may be dropped.',
      on: { 'drop.confirm': 'left', 'drop.dismiss': 'editing' },
    },
    overtaken: {
      description: 'The day was closed during the edit: what was entered can be read and dropped, not saved.',
      entry: ['clearErrors', 'clearFailure'],
      on: {
        'row.cancel': [
          { guard: 'isInDialog', target: 'left' },
          { target: 'opening', actions: 'restore' },
        ],
        'row.reload': [
          { guard: 'isReloadClosed', actions: 'keepReloaded' },
          { target: 'editing', actions: 'keepReloaded' },
        ],
      },
    },
    saving: {
      description: 'Read-only again; the row is on its way to the server.',
      tags: 'busy',
      entry: ['clearErrors', 'clearFailure'],
      invoke: {
        id: 'saveTimesheet',
        src: 'saveTimesheet',
        input: ({ context: { timesheet, entry, session } }) => ({ timesheet, entry, session }),
        onDone: [
          {
            guard: 'isInDialog',
            target: 'left',
            actions: { type: 'takeSaved', params: ({ event }) => event.output },
          },
          {
            target: 'opening',
            actions: [
              { type: 'takeSaved', params: ({ event }) => event.output },
              { type: 'tellSaved', params: ({ event }) => event.output },
            ],
          },
        ],
        onError: [
          {
            guard: 'isFieldRefusal',
            target: 'editing',
            actions: { type: 'keepRefusals', params: ({ event }) => event },
          },
          {
            guard: 'hasMessage',
            target: 'refused',
            actions: [
              { type: 'keepFailure', params: ({ event }) => event },
              { type: 'keepStored', params: ({ event }) => event },
            ],
          },
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
      on: {
        'row.cancel': { guard: 'isInDialog', target: 'left' },
        'row.reload': { target: 'opening', actions: 'takeReloaded' },
      },
    },
    left: { description: 'The dialog closes: the row was saved, or what was entered was dropped.', type: 'final' },
  },
})

export type TimesheetRowSnapshot = SnapshotFrom<typeof timesheetRowMachine>
