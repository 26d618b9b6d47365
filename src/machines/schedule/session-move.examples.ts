import { ApiError } from '#contract/failures.ts'
import type { CalendarEvent } from '#contract/schedule.ts'
import type { ChangedSessions } from '#contract/session-form.ts'
import { commonFailures } from '#machines/common/common-failures.ts'
import type { Examples } from '#machines/definition/examples.ts'
import type { SessionMove, UndoMove } from './move-rules.ts'
import { sampleEvent, sampleStoredSession, sampleWaiting } from './sample-sessions.ts'
import type { sessionMoveMachine } from './session-move.machine.ts'

const later = { date: '2026-03-04', startTime: '10:00', endTime: '10:45' }
const before = { date: '2026-03-03', startTime: '09:00', endTime: '09:45' }
const shown = (change: Partial<CalendarEvent> = {}) => sampleEvent({ id: 71, scheduleEventId: 12, ...change })
const move = (to: Partial<typeof later> = {}, event = shown(), others = [shown()]): { move: SessionMove } => ({
  move: { event, to: { ...later, ...to }, shown: [event, ...others] },
})
const undo = (isPending: boolean): { undo: UndoMove } => ({
  undo: { event: shown({ entityCacheKey: 'before the move' }), from: later, to: before, isPending },
})
const changed: ChangedSessions = {
  created: 0,
  changed: 1,
  removed: 0,
  leftAlone: { approved: 0, locked: 0, expired: 0, editedAlone: 0 },
  isPending: false,
}
const stored = sampleStoredSession({ id: 71, scheduleEventRecurrenceId: 71, scheduleEventId: 12 })
const user = { id: 1, role: 'Administrators', providerId: null } as const
const now = () => ({ date: '2026-03-02', time: '12:00' })

export const examples = {
  inputs: { 'an administrator': { user, now } },
  cases: {
    'session.move': {
      'to the next day': move(),
      'into the past': move({ date: '2026-03-01' }),
      'to an approved day': move({}, shown(), [shown({ id: 58, eventDate: later.date, isApproved: 1 })]),
      'past the end of the day': move({ endTime: '23:59' }),
      'of a session that has ended': move({}, shown({ eventDate: '2026-03-01' })),
    },
    'move.undo': { 'a saved move': undo(false), 'a pending move': undo(true) },
    'move.confirm': 'bare',
    'move.cancel': 'bare',
    'failure.dismiss': 'bare',
    'calendar.show': 'bare',
  },
  outcomes: {
    readSession: {
      done: {
        'as shown on the calendar': { ...stored, providerId: 7 },
        'as moved': { ...stored, providerId: 7, fromDate: later.date, startTime: '10:00', endTime: '10:45' },
        'on a newly approved day': { ...stored, providerId: 7, readOnlyReason: '03/03/2026 is approved.' },
      },
      error: { ...commonFailures, gone: new ApiError(404, 'Session not found.') },
    },
    checkMove: {
      done: {
        free: { clashes: [], replaces: undefined },
        clashing: { clashes: [{ kind: 'timeOff', startTime: '08:00', endTime: '12:00' }], replaces: undefined },
        'over a waiting request': { clashes: [], replaces: sampleWaiting },
      },
      error: { ...commonFailures, 'changed meanwhile': new ApiError(409, 'Ana Ruiz changed the time.') },
    },
    saveMove: {
      done: { saved: changed, pending: { ...changed, changed: 0, isPending: true } },
      error: { ...commonFailures, 'changed meanwhile': new ApiError(409, 'Ana Ruiz changed the time.') },
    },
  },
} satisfies Examples<typeof sessionMoveMachine>
