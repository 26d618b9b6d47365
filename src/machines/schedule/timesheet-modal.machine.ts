/**
 * Hours in a dialog: Add/Edit Timesheet on a calendar, and Update Timesheet for a session (spec 2, sections 2.2, 2.4 and
 * 2.5). Adding applies to rows without stored hours; with several providers or schools on the day, the user picks one.
 * The row edits and saves the hours (`timesheet-row.machine.ts`); this machine deletes them.
 */
import { assertEvent, assign, emit, type SnapshotFrom, sendTo, setup } from 'xstate'
import type { EventDetail, SavedTimesheet, Timesheet } from '#contract/schedule.ts'
import { hasMessage } from '#machines/common/failure-guards.ts'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'
import { type HoursInput, type HoursSession, hoursOfSession } from './timesheet-entry.ts'
import { type TimesheetRowOutput, timesheetRowMachine } from './timesheet-row.machine.ts'

export const timesheetModalMessages = {
  saved: 'Timesheet has been saved successfully',
  deleted: 'Timesheet has been deleted successfully',
} as const

interface TimesheetModalContext {
  /** The rows to pick from: those of a day without stored hours, or the one being edited. */
  rows: readonly Timesheet[]
  providerId: number | null
  schoolId: number | null
  /** The row, once it is known. */
  timesheet: Timesheet | undefined
  /** The session whose details opened the dialog. */
  session: HoursSession | undefined
  /** The hours to delete, in the version that the user saw. */
  toDelete: Timesheet | undefined
}

export type TimesheetModalEvent =
  /** Adds hours for one of these rows of a day. */
  | { type: 'timesheet.add'; rows: readonly Timesheet[] }
  | { type: 'timesheet.edit'; timesheet: Timesheet }
  | { type: 'timesheet.correct'; session: EventDetail['original'] }
  | { type: 'provider.choose'; id: number | null }
  | { type: 'school.choose'; id: number | null }
  /** The row's latest version. */
  | { type: 'timesheet.delete'; timesheet: Timesheet }
  | { type: 'delete.confirm' }
  | { type: 'delete.dismiss' }
  | { type: 'modal.close' }

/** Views that show the row replace it with `saved`. */
export interface TimesheetModalEmitted {
  type: 'timesheet.changed'
  message: string
  saved: SavedTimesheet
}

/** The only element, if there is exactly one. */
const soleOf = (ids: readonly number[]): number | undefined => (new Set(ids).size === 1 ? ids[0] : undefined)

const rowsOfProvider = ({ rows, providerId }: Pick<TimesheetModalContext, 'rows' | 'providerId'>) =>
  rows.filter((row) => row.providerId === providerId)

/** Fills in the provider and school when there is only one candidate. */
const chosenFrom = (
  rows: readonly Timesheet[],
  choice: { providerId?: number | null; schoolId?: number | null } = {},
): Partial<TimesheetModalContext> => {
  const providerId = soleOf(rows.map((row) => row.providerId)) ?? choice.providerId ?? null
  const there = rowsOfProvider({ rows, providerId })
  const schoolId = soleOf(there.map((row) => row.schoolId)) ?? choice.schoolId
  const timesheet = there.find((row) => row.schoolId === schoolId)
  return { rows, providerId, schoolId: timesheet?.schoolId ?? null, timesheet }
}

const known = (timesheet: Timesheet | undefined): Timesheet => {
  if (timesheet === undefined) throw new Error('The provider and school have not been chosen')
  return timesheet
}

const rowInput = ({ timesheet, session }: TimesheetModalContext): HoursInput => ({
  timesheet: known(timesheet),
  place: session ? 'session' : 'modal',
  session,
})

export const timesheetModalMachine = setup({
  types: {
    context: {} as TimesheetModalContext,
    events: {} as TimesheetModalEvent,
    emitted: {} as TimesheetModalEmitted,
    tags: {} as Tag,
    children: {} as { row: 'row' },
  },
  actors: {
    row: timesheetRowMachine,
    deleteTimesheet: notProvided<SavedTimesheet, Timesheet>('deleteTimesheet'),
  },
  guards: {
    hasRow: ({ context }) => context.timesheet !== undefined,
    isStored: ({ context, event }) =>
      event.type === 'timesheet.delete' && event.timesheet.id > 0 && context.session === undefined,
    asksWhose: ({ context }) => context.rows.length > 1,
    wasSaved: (_, { saved }: TimesheetRowOutput) => saved !== undefined,
    hasMessage,
  },
  actions: {
    takeRows: assign(({ event }) => {
      assertEvent(event, 'timesheet.add')
      return { ...chosenFrom(event.rows), session: undefined }
    }),
    takeTimesheet: assign(({ event }) => {
      assertEvent(event, 'timesheet.edit')
      return { ...chosenFrom([event.timesheet]), session: undefined }
    }),
    takeSession: assign(({ event }) => {
      assertEvent(event, 'timesheet.correct')
      const { id, isTimesheetReq, entityCacheKey } = event.session
      return { ...chosenFrom([hoursOfSession(event.session)]), session: { id, isTimesheetReq, entityCacheKey } }
    }),
    chooseProvider: assign(({ context, event }) => {
      assertEvent(event, 'provider.choose')
      return chosenFrom(context.rows, { providerId: event.id })
    }),
    chooseSchool: assign(({ context, event }) => {
      assertEvent(event, 'school.choose')
      return chosenFrom(context.rows, { providerId: context.providerId, schoolId: event.id })
    }),
    keepToDelete: assign(({ event }) => {
      assertEvent(event, 'timesheet.delete')
      return { toDelete: event.timesheet }
    }),
    /** The row shows the error, and continues from the stored version. */
    tellRow: sendTo('row', (_, { error }: { error: unknown }) => ({ type: 'row.refuse' as const, error })),
    tellSaved: emit((_, { saved }: TimesheetRowOutput) => {
      if (saved === undefined) throw new Error('Nothing was saved')
      return { type: 'timesheet.changed' as const, message: timesheetModalMessages.saved, saved }
    }),
    tellDeleted: emit((_, saved: SavedTimesheet) => ({
      type: 'timesheet.changed' as const,
      message: timesheetModalMessages.deleted,
      saved,
    })),
  },
}).createMachine({
  id: 'timesheetModal',
  description: "A provider's hours at one school on one day, in a dialog.",
  context: {
    rows: [],
    providerId: null,
    schoolId: null,
    timesheet: undefined,
    session: undefined,
    toDelete: undefined,
  },
  initial: 'closed',
  states: {
    closed: {
      description: 'No dialog.',
      on: {
        'timesheet.add': { target: 'opening', actions: 'takeRows' },
        'timesheet.edit': { target: 'opening', actions: 'takeTimesheet' },
        'timesheet.correct': { target: 'opening', actions: 'takeSession' },
      },
    },
    opening: {
      description: 'Checks whether the provider and school are known.',
      always: [{ guard: 'hasRow', target: 'entering' }, { target: 'choosing' }],
    },
    choosing: {
      description: 'Several providers or schools have no stored hours on the day; the user picks one.',
      on: {
        'provider.choose': { target: 'opening', actions: 'chooseProvider' },
        'school.choose': { target: 'opening', actions: 'chooseSchool' },
        'modal.close': 'closed',
      },
    },
    entering: {
      description: 'The hours can be edited and saved, or are read-only if the day is approved or locked.',
      initial: 'editing',
      invoke: {
        id: 'row',
        src: 'row',
        input: ({ context }) => rowInput(context),
        onDone: [
          {
            guard: { type: 'wasSaved', params: ({ event }) => event.output },
            target: 'closed',
            actions: { type: 'tellSaved', params: ({ event }) => event.output },
          },
          { target: 'closed' },
        ],
      },
      states: {
        editing: {
          description: 'No confirmation is open.',
          on: {
            'provider.choose': { guard: 'asksWhose', target: '#timesheetModal.opening', actions: 'chooseProvider' },
            'school.choose': { guard: 'asksWhose', target: '#timesheetModal.opening', actions: 'chooseSchool' },
            'timesheet.delete': { guard: 'isStored', target: 'confirmingDelete', actions: 'keepToDelete' },
          },
        },
        confirmingDelete: {
          description: 'Asks whether to delete the stored hours.',
          on: { 'delete.confirm': 'deleting', 'delete.dismiss': 'editing' },
        },
        deleting: {
          description: 'The stored hours are being deleted.',
          tags: 'busy',
          invoke: {
            id: 'deleteTimesheet',
            src: 'deleteTimesheet',
            input: ({ context }) => known(context.toDelete),
            onDone: {
              target: '#timesheetModal.closed',
              actions: { type: 'tellDeleted', params: ({ event }) => event.output },
            },
            onError: [
              {
                guard: 'hasMessage',
                target: 'editing',
                actions: { type: 'tellRow', params: ({ event }) => event },
              },
              { target: 'confirmingDelete' },
            ],
          },
        },
      },
    },
  },
})

export type TimesheetModalSnapshot = SnapshotFrom<typeof timesheetModalMachine>

export interface NamedId {
  readonly id: number
  readonly name: string
}

const namedOnce = (named: readonly NamedId[]): NamedId[] => [...new Map(named.map((each) => [each.id, each])).values()]

/** The providers to choose from; only asked if there are several. */
export const providersAsked = ({ rows }: Pick<TimesheetModalContext, 'rows'>): NamedId[] =>
  namedOnce(rows.map(({ providerId, providerName }) => ({ id: providerId, name: providerName })))

/** The schools of the chosen provider to choose from. */
export const schoolsAsked = (choice: Pick<TimesheetModalContext, 'rows' | 'providerId'>): NamedId[] =>
  namedOnce(rowsOfProvider(choice).map(({ schoolId, schoolName }) => ({ id: schoolId, name: schoolName })))

/** Update Timesheet: the same machine with other calls. */
export const updateTimesheetMachine = timesheetModalMachine.provide({})
