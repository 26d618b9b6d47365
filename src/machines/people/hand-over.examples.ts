import { ApiError } from '#contract/failures.ts'
import type { HandOverItem, HandOverPreview, UndoPreview } from '#contract/hand-over.ts'
import { choosingForAll, handOverMessages } from '#domain/hand-over.ts'
import { commonFailures } from '#machines/common/common-failures.ts'
import type { Examples } from '#machines/definition/examples.ts'
import type { handOverMachine } from './hand-over.machine.ts'

const group = (isMoving: boolean): HandOverItem => ({
  key: 'session/1',
  name: 'Monday group',
  schoolId: 1,
  session: {
    isRecurring: true,
    count: 4,
    first: '2026-11-23',
    last: '2026-12-14',
    startTime: '09:00',
    endTime: '09:45',
    weekdays: [1],
    minutesPerWeek: 45,
  },
  stays: [],
  toProviderId: isMoving ? 2 : null,
  problem: null,
  clashes: [],
  clashCount: 0,
  isMoving,
  seen: isMoving ? 'moves' : 'stays',
})

const previewOf = (isMoving: boolean): HandOverPreview => ({
  provider: { id: 1, name: 'Paul Provider', type: 'Occupational Therapist', status: 'Active', termDate: null },
  from: '2026-11-21',
  today: '2026-11-20',
  weeks: 4,
  minutesBefore: 45,
  minutesAfter: isMoving ? 0 : 45,
  schools: [{ id: 1, name: 'Lincoln', proposedId: isMoving ? 2 : null }],
  items: [group(isMoving)],
  colleagues: [
    {
      id: 2,
      name: 'Sofía Special',
      invitation: null,
      lastDay: null,
      missingDocuments: [],
      isProposed: true,
      schoolIds: [1],
      free: 1,
      minutesBefore: 30,
      minutesAfter: isMoving ? 75 : 30,
    },
  ],
  toSettle: { waitingRequests: 0, waitingReturns: 0, edits: [], unconfirmedDays: 0, rejectedDays: 0 },
  handOvers: [
    {
      id: 7,
      at: '2026-11-19T15:00:00.000Z',
      by: 'Ada Admin',
      fromDate: '2026-11-20',
      state: 'moved',
      undoneAt: null,
      undoneBy: null,
      items: [
        {
          name: 'Ana Núñez',
          schoolName: 'Lincoln',
          toProviderId: 2,
          toProviderName: 'Sofía Special',
          sessions: null,
          movesOn: null,
          isUndone: false,
          stayed: [],
        },
      ],
    },
  ],
})

const undoOf = (seen: string): UndoPreview => ({
  id: 7,
  toProviderName: 'Paul Provider',
  lastDay: null,
  schoolsAdded: [],
  seen,
  items: [
    {
      name: 'Ana Núñez',
      schoolName: 'Lincoln',
      fromProviderId: 2,
      fromProviderName: 'Sofía Special',
      sessions: null,
      goesBack: true,
      stays: [],
      clashCount: 0,
    },
  ],
})

const changed = new ApiError(409, 'Something is different now: “New one” is new.')
const undone = new ApiError(409, 'Ben Boss has already undone this hand-over.')
const nothing = new ApiError(400, handOverMessages.nothingChosen)

export const examples = {
  inputs: {
    'a provider': { providerId: 1 },
    'what stayed with a colleague': { providerId: 1, start: { from: '2026-12-01' } },
  },
  cases: {
    'preview.retry': 'bare',
    'day.choose': {
      'another day': ({ context }) => ({ from: context.from === '2026-12-01' ? '2026-12-02' : '2026-12-01' }),
    },
    'choices.change': {
      'another colleague for all': ({ context: { choices } }) => ({
        choices: choosingForAll(choices, choices.toProviderId === 2 ? null : 2),
      }),
    },
    'work.handOver': 'bare',
    'work.confirm': 'bare',
    'work.cancel': 'bare',
    'undo.ask': { 'the last one': { id: 7 } },
    'undo.confirm': 'bare',
    'undo.cancel': 'bare',
    'failure.dismiss': 'bare',
  },
  outcomes: {
    previewWork: {
      done: { 'something moves': previewOf(true), 'nothing moves': previewOf(false) },
      error: { ...commonFailures, 'a past day': new ApiError(400, handOverMessages.fromPast) },
    },
    handOverWork: {
      done: { moved: { message: 'Handed over: 4 sessions.' } },
      error: { ...commonFailures, changed, nothing },
    },
    previewUndo: {
      done: { 'it goes back': undoOf('first') },
      error: { ...commonFailures, undone, gone: new ApiError(404, 'Hand-over not found.') },
    },
    undoHandOver: {
      done: { undone: { message: handOverMessages.undone } },
      error: { ...commonFailures, changed, gone: new ApiError(404, 'Hand-over not found.') },
    },
  },
} satisfies Examples<typeof handOverMachine>
