/**
 * A row of hours: a provider's at one school on one day. One editor for every place: read-only until Edit in the
 * Home Page's table (spec 2, section 4), open at once in a dialog, which closes on Cancel or after saving. Each place
 * provides the actor that saves.
 */
import { assertEvent, assign, emit, type SnapshotFrom, setup } from 'xstate'
import { failureMessage, fieldMessages } from '#contract/failures.ts'
import type { ServiceOption } from '#contract/lookups.ts'
import { type SavedTimesheet, storedTimesheetOf, type Timesheet } from '#contract/schedule.ts'
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
  isSameRow,
  ownService,
  type TimesheetChange,
} from './timesheet-entry.ts'

interface TimesheetRowContext {
  place: HoursPlace
  session: HoursSession | undefined
  /** The version that the edits are based on; its key lets the server detect changes by others. */
  timesheet: Timesheet
  /** The latest version from the server. */
  latest: Timesheet
  entry: HoursEntry
  /** The service options; only the row's own until the list has loaded. */
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
  /** The row was loaded or saved elsewhere. A row being edited keeps its edits. */
  | { type: 'row.reload'; timesheet: Timesheet }
  /** Another action on the row failed; the row shows the error as it would for a failed save. */
  | { type: 'row.refuse'; error: unknown }

/** The server saved the row, or refused to because the day may have changed. */
export type TimesheetRowEmitted = { type: 'row.saved'; saved: SavedTimesheet } | { type: 'row.refused' }

/** How a dialog ended. */
export interface TimesheetRowOutput {
  /** Undefined if the edits were discarded. */
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
    /** Someone else moved the session to another day, school or provider, whose hours these aren't. */
    isOtherRow: ({ context: { place, timesheet, latest } }) => place === 'session' && !isSameRow(timesheet, latest),
    isUnedited: ({ context: { entry, timesheet, session } }) =>
      isSameEntry(entry, entryOf(timesheet, session?.isTimesheetReq)),
    /** Whether the row was closed after editing began. */
    hasClosed: ({ context: { latest, place } }) => isClosedRow(latest, place),
    isReloadClosed: ({ context, event }) => event.type === 'row.reload' && isClosedRow(event.timesheet, context.place),
    isInTable: ({ context }) => context.place === 'row',
    isInDialog: ({ context }) => context.place !== 'row',
    asksWhetherRequired: ({ context }) => context.place === 'session',
    isConfirmed: ({ context }) => context.timesheet.isConfirmed,
    isComplete: ({ context: { entry, place } }) => Object.keys(errorsOf(entry, place)).length === 0,
    asksTimes: ({ context: { entry } }) => entry.isRequired && !entry.isZeroHours,
    asksHours: ({ context: { entry } }) => entry.isRequired,
    /** Update Timesheet confirms before it discards edits. */
    asksToDrop: ({ context: { place, entry, timesheet, session } }) =>
      place === 'session' && !isSameEntry(entry, entryOf(timesheet, session?.isTimesheetReq)),
    /** False if the day has been closed, when there is no field to correct. */
    isFieldRefusal: ({ context: { latest, place }, event }) => !isClosedRow(latest, place) && isFieldRefusal({ event }),
    hasMessage,
  },
  actions: {
    restore: assign(({ context }) => asStored(context.latest, context.session)),
    takeReloaded: assign(({ context, event }) => {
      assertEvent(event, 'row.reload')
      return asStored(event.timesheet, context.session)
    }),
    /** Stored for later; the edits are still based on the original version. */
    keepReloaded: assign(({ event }) => {
      assertEvent(event, 'row.reload')
      return { latest: event.timesheet }
    }),
    /** The user knows that the row changed, so base the edits on the latest version. */
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
    /** A conflict response contains the stored row. */
    keepStored: assign(({ context }, { error }: { error: unknown }) => {
      const stored = storedTimesheetOf(error)
      return { latest: stored ?? context.latest, session: stored?.session ?? context.session }
    }),
    clearFailure: assign({ failure: undefined }),
  },
}).createMachine({
  id: 'timesheetRow',
  description: "A provider's hours at one school on one day.",
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
      description: 'Rows of approved and locked days, and rows that no session requires, are read-only.',
      always: [
        { guard: 'isReadOnly', target: 'closed' },
        { guard: 'isInTable', target: 'reading' },
        { target: 'editing' },
      ],
    },
    reading: {
      description: 'As stored. Edit opens it; Confirm submits it unchanged, unless already confirmed.',
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
      description: 'Start, end, service, and zero hours can be edited; the services load on entry.',
      tags: 'editable',
      invoke: {
        id: 'loadServices',
        src: 'loadServices',
        input: ({ context }) => context.timesheet,
        onDone: { actions: { type: 'keepServices', params: ({ event }) => event.output } },
        // Without a message, nothing shows and the row keeps its service; left unhandled, the error would stop the row.
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
          { guard: 'isReloadClosed', target: 'closedMeanwhile', actions: 'keepReloaded' },
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
      description: 'Asks whether to discard the edits.',
      on: { 'drop.confirm': 'left', 'drop.dismiss': 'editing' },
    },
    closedMeanwhile: {
      description: 'The day was closed during editing: the edits can be read and discarded, but not saved.',
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
      description: 'Read-only again; the row is being saved.',
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
          { guard: 'hasClosed', target: 'closedMeanwhile' },
          { target: 'editing' },
        ],
      },
      on: { 'row.reload': { actions: 'keepReloaded' } },
    },
    refused: {
      description:
        'The server refused; its message shows until OK. Edits are kept; without any, the stored hours show.',
      tags: 'failed',
      entry: 'tellRefused',
      on: {
        'failure.dismiss': [
          { guard: 'isOtherRow', target: 'left' },
          { guard: 'hasClosed', target: 'closedMeanwhile', actions: 'startFromLatest' },
          // Confirming again would replace hours that the user hasn't seen.
          { guard: 'isUnedited', target: 'opening', actions: ['clearFailure', 'restore'] },
          { target: 'editing', actions: ['clearFailure', 'startFromLatest'] },
        ],
        'row.reload': { actions: 'keepReloaded' },
      },
    },
    closed: {
      description: 'The day is approved or locked, or no session requires hours: read-only.',
      on: {
        'row.cancel': { guard: 'isInDialog', target: 'left' },
        'row.reload': { target: 'opening', actions: 'takeReloaded' },
      },
    },
    left: { description: 'The dialog closes: the row was saved, or the edits were discarded.', type: 'final' },
  },
})

export type TimesheetRowSnapshot = SnapshotFrom<typeof timesheetRowMachine>
