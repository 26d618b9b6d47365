/**
 * Hours at a school, added, changed or deleted from a calendar (spec 2, sections 2.4 and 2.5): Add/Edit Timesheet. What is
 * added are hours where none are stored; with several providers or schools on the day it is asked whose and where. What
 * is saved here has yet to be confirmed on the home page.
 */
import { assign, emit, type SnapshotFrom, setup } from 'xstate'
import { failureMessage, fieldMessages } from '#contract/failures.ts'
import type { ServiceOption } from '#contract/lookups.ts'
import type { Timesheet } from '#contract/schedule.ts'
import { MODAL_WORDS, type TimesheetEntry, type TimesheetErrors, timesheetErrors } from '#domain/timesheet.ts'
import { hasMessage, isFieldRefusal, isOvertaken } from '#machines/common/failure-guards.ts'
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

export const timesheetModalMessages = {
  saved: 'Timesheet has been saved successfully',
  deleted: 'Timesheet has been deleted successfully',
} as const

interface TimesheetModalContext {
  /** The rows that it may be about: those of a day without stored hours, or the one whose hours are changed. */
  rows: readonly Timesheet[]
  providerId: number | null
  schoolId: number | null
  /** The row that it is about, once that is known. */
  timesheet: Timesheet | undefined
  entry: TimesheetEntry
  errors: TimesheetErrors
  services: readonly Pick<ServiceOption, 'id' | 'name'>[]
  failure: string | undefined
}

export type TimesheetModalEvent =
  | TimesheetEntryEvent
  /** Hours for one of these rows of a day. */
  | { type: 'timesheet.add'; rows: readonly Timesheet[] }
  | { type: 'timesheet.edit'; timesheet: Timesheet }
  | { type: 'provider.choose'; id: number | null }
  | { type: 'school.choose'; id: number | null }
  | { type: 'timesheet.save' }
  | { type: 'timesheet.delete' }
  | { type: 'delete.confirm' }
  | { type: 'delete.dismiss' }
  | { type: 'failure.dismiss' }
  | { type: 'modal.close' }

export type TimesheetModalEmitted =
  /** The calendar is out of date. */
  | { type: 'timesheet.changed'; message: string }
  /** It may be out of date: somebody else was there, or closed the day. */
  | { type: 'timesheet.refused' }

const EMPTY: TimesheetEntry = { startTime: '', endTime: '', isZeroHours: false, serviceId: null }

/** The only one there is. */
const soleOf = (ids: readonly number[]): number | undefined => (new Set(ids).size === 1 ? ids[0] : undefined)

const rowsOfProvider = ({ rows, providerId }: Pick<TimesheetModalContext, 'rows' | 'providerId'>) =>
  rows.filter((row) => row.providerId === providerId)

/** What is known of whose hours they are and where; where there is one answer, it is not asked. */
const chosenFrom = (
  rows: readonly Timesheet[],
  choice: { providerId: number | null; schoolId: number | null },
): Partial<TimesheetModalContext> => {
  const providerId = soleOf(rows.map((row) => row.providerId)) ?? choice.providerId
  const there = rowsOfProvider({ rows, providerId })
  const schoolId = soleOf(there.map((row) => row.schoolId)) ?? choice.schoolId
  const timesheet = there.find((row) => row.schoolId === schoolId)
  return {
    rows,
    providerId,
    schoolId: timesheet?.schoolId ?? null,
    timesheet,
    entry: timesheet ? entryOf(timesheet) : EMPTY,
    services: timesheet ? ownService(timesheet) : [],
    errors: {},
    failure: undefined,
  }
}

const known = ({ timesheet }: TimesheetModalContext): Timesheet => {
  if (timesheet === undefined) throw new Error('It is not known whose hours these are')
  return timesheet
}

export const timesheetModalMachine = setup({
  types: {
    context: {} as TimesheetModalContext,
    events: {} as TimesheetModalEvent,
    emitted: {} as TimesheetModalEmitted,
    tags: {} as Tag,
  },
  actors: {
    loadServices: notProvided<readonly ServiceOption[], Timesheet>('loadServices'),
    saveTimesheet: notProvided<Timesheet, TimesheetChange>('saveTimesheet'),
    deleteTimesheet: notProvided<Timesheet, Timesheet>('deleteTimesheet'),
    /** The row as it is stored now; undefined where there is none any more. */
    rereadTimesheet: notProvided<Timesheet | undefined, Timesheet>('rereadTimesheet'),
  },
  guards: {
    hasRow: ({ context }) => context.timesheet !== undefined,
    isClosed: ({ context }) => context.timesheet !== undefined && isClosedRow(context.timesheet),
    isStored: ({ context }) => context.timesheet !== undefined && context.timesheet.id > 0,
    asksWhose: ({ context }) => context.rows.length > 1,
    asksTimes: ({ context }) => !context.entry.isZeroHours,
    isComplete: ({ context }) => Object.keys(timesheetErrors(context.entry, MODAL_WORDS)).length === 0,
    isFieldRefusal,
    isOvertaken,
    hasMessage,
  },
  actions: {
    takeRows: assign(({ event }) =>
      event.type === 'timesheet.add' ? chosenFrom(event.rows, { providerId: null, schoolId: null }) : {},
    ),
    takeTimesheet: assign(({ event }) =>
      event.type === 'timesheet.edit' ? chosenFrom([event.timesheet], { providerId: null, schoolId: null }) : {},
    ),
    chooseProvider: assign(({ context, event }) =>
      event.type === 'provider.choose' ? chosenFrom(context.rows, { providerId: event.id, schoolId: null }) : {},
    ),
    chooseSchool: assign(({ context, event }) =>
      event.type === 'school.choose'
        ? chosenFrom(context.rows, { providerId: context.providerId, schoolId: event.id })
        : {},
    ),
    enter: assign(({ context, event }) => entered(context, event)),
    keepServices: assign((_, services: readonly ServiceOption[]) => ({ services })),
    showErrors: assign({ errors: ({ context }) => timesheetErrors(context.entry, MODAL_WORDS) }),
    keepRefusals: assign((_, { error }: { error: unknown }) => ({ errors: fieldMessages(error) })),
    clearErrors: assign({ errors: {} }),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureMessage(error) })),
    clearFailure: assign({ failure: undefined }),
    /** What is entered stays, over the row as it is stored now. */
    takeLatest: assign(({ context }, latest: Timesheet | undefined) => ({ timesheet: latest ?? context.timesheet })),
    tellSaved: emit({ type: 'timesheet.changed', message: timesheetModalMessages.saved }),
    tellDeleted: emit({ type: 'timesheet.changed', message: timesheetModalMessages.deleted }),
    tellRefused: emit({ type: 'timesheet.refused' }),
  },
}).createMachine({
  id: 'timesheetModal',
  description: 'The hours of a provider at one school on one day, in a dialog of the calendar.',
  context: {
    rows: [],
    providerId: null,
    schoolId: null,
    timesheet: undefined,
    entry: EMPTY,
    errors: {},
    services: [],
    failure: undefined,
  },
  initial: 'closed',
  states: {
    closed: {
      description: 'No dialog.',
      on: {
        'timesheet.add': { target: 'opening', actions: 'takeRows' },
        'timesheet.edit': { target: 'opening', actions: 'takeTimesheet' },
      },
    },
    opening: {
      description: 'Whose hours, and where: known, or to be asked.',
      always: [
        { guard: 'isClosed', target: 'readOnly' },
        { guard: 'hasRow', target: 'entering' },
        { target: 'choosing' },
      ],
    },
    choosing: {
      description: 'Several providers or schools have no stored hours on the day: the user says which.',
      on: {
        'provider.choose': { target: 'opening', actions: 'chooseProvider' },
        'school.choose': { target: 'opening', actions: 'chooseSchool' },
        'modal.close': 'closed',
      },
    },
    entering: {
      description: 'Start, end, service type and zero hours; the services are loaded on the way in.',
      initial: 'editing',
      invoke: {
        id: 'loadServices',
        src: 'loadServices',
        input: ({ context }) => known(context),
        onDone: { actions: { type: 'keepServices', params: ({ event }) => event.output } },
        // Without the list the row's own service stays; the server says no to nothing that it would not take.
        onError: {},
      },
      states: {
        editing: {
          description: 'The hours are entered.',
          tags: 'editable',
          on: {
            'start.choose': { guard: 'asksTimes', actions: 'enter' },
            'end.choose': { guard: 'asksTimes', actions: 'enter' },
            'service.choose': { actions: 'enter' },
            'isZeroHours.toggle': { actions: 'enter' },
            'provider.choose': { guard: 'asksWhose', target: '#timesheetModal.opening', actions: 'chooseProvider' },
            'school.choose': { guard: 'asksWhose', target: '#timesheetModal.opening', actions: 'chooseSchool' },
            'timesheet.save': [{ guard: 'isComplete', target: 'saving' }, { actions: 'showErrors' }],
            'timesheet.delete': { guard: 'isStored', target: 'confirmingDelete' },
            'modal.close': '#timesheetModal.closed',
          },
        },
        confirmingDelete: {
          description: 'Asks whether the stored hours may go.',
          on: { 'delete.confirm': 'deleting', 'delete.dismiss': 'editing' },
        },
        saving: {
          description: 'The hours are on their way.',
          tags: 'busy',
          entry: 'clearErrors',
          invoke: {
            id: 'saveTimesheet',
            src: 'saveTimesheet',
            input: ({ context }) => ({ timesheet: known(context), entry: context.entry }),
            onDone: { target: '#timesheetModal.closed', actions: 'tellSaved' },
            onError: [
              {
                guard: 'isFieldRefusal',
                target: 'editing',
                actions: { type: 'keepRefusals', params: ({ event }) => event },
              },
              {
                guard: 'isOvertaken',
                target: 'rereading',
                actions: { type: 'keepFailure', params: ({ event }) => event },
              },
              {
                guard: 'hasMessage',
                target: 'refused',
                actions: { type: 'keepFailure', params: ({ event }) => event },
              },
              { target: 'editing' },
            ],
          },
        },
        deleting: {
          description: 'The stored hours are being removed.',
          tags: 'busy',
          invoke: {
            id: 'deleteTimesheet',
            src: 'deleteTimesheet',
            input: ({ context }) => known(context),
            onDone: { target: '#timesheetModal.closed', actions: 'tellDeleted' },
            onError: [
              {
                guard: 'isOvertaken',
                target: 'rereading',
                actions: { type: 'keepFailure', params: ({ event }) => event },
              },
              {
                guard: 'hasMessage',
                target: 'refused',
                actions: { type: 'keepFailure', params: ({ event }) => event },
              },
              { target: 'confirmingDelete' },
            ],
          },
        },
        rereading: {
          description: 'Somebody else was faster: the row that is stored now is read.',
          tags: 'busy',
          invoke: {
            id: 'rereadTimesheet',
            src: 'rereadTimesheet',
            input: ({ context }) => known(context),
            onDone: { target: 'refused', actions: { type: 'takeLatest', params: ({ event }) => event.output } },
            onError: 'refused',
          },
        },
        refused: {
          description: 'The server said no; its message waits for OK. What was entered is kept.',
          tags: 'failed',
          entry: 'tellRefused',
          on: {
            'failure.dismiss': [
              { guard: 'isClosed', target: '#timesheetModal.readOnly', actions: 'clearFailure' },
              { target: 'editing', actions: 'clearFailure' },
            ],
          },
        },
      },
    },
    readOnly: {
      description: 'The day is approved or locked: what was entered can be read, not saved.',
      on: { 'modal.close': 'closed' },
    },
  },
})

export type TimesheetModalSnapshot = SnapshotFrom<typeof timesheetModalMachine>

export interface NamedId {
  readonly id: number
  readonly name: string
}

const namedOnce = (named: readonly NamedId[]): NamedId[] => [...new Map(named.map((each) => [each.id, each])).values()]

/** The providers to choose from; one or none is not asked for. */
export const providersAsked = ({ rows }: Pick<TimesheetModalContext, 'rows'>): NamedId[] =>
  namedOnce(rows.map(({ providerId, providerName }) => ({ id: providerId, name: providerName })))

/** The schools of the chosen provider to choose from. */
export const schoolsAsked = (choice: Pick<TimesheetModalContext, 'rows' | 'providerId'>): NamedId[] =>
  namedOnce(rowsOfProvider(choice).map(({ schoolId, schoolName }) => ({ id: schoolId, name: schoolName })))
