/** Where a session can be moved on a calendar, and the request to move it: pure rules for the move machine. */

import type { Clash } from '#contract/clashes.ts'
import { type CalendarEvent, countsAsApproved } from '#contract/schedule.ts'
import { fromWire } from '#contract/schedule-event-payload.ts'
import type { StoredSession } from '#contract/session-form.ts'
import type { WaitingVersion } from '#contract/waiting-version.ts'
import { isAdministrator, type RoleName } from '#domain/roles.ts'
import {
  asSingleSession,
  endTimeProblem,
  questionsFor,
  type SessionForm,
  sessionFormMessages,
  sessionFormSchema,
  startTimeProblem,
} from '#domain/session-form.ts'
import { formatDate, type LocalDate, type LocalTime } from '#domain/time.ts'
import { lockReasonOf } from './stored-session.machine.ts'

/** A session's times, in the organization's time zone. */
export interface SessionTimes {
  date: LocalDate
  startTime: LocalTime
  endTime: LocalTime
}

export interface MovingUser {
  id: number
  role: RoleName
  providerId: number | null
}

/** A session that was dragged to another time, or resized. */
export interface SessionMove {
  /** As shown on the calendar. */
  event: CalendarEvent
  to: SessionTimes
  /** Every session on the calendar: they tell which days are approved. */
  shown: readonly CalendarEvent[]
}

/** Undoes a move. */
export interface UndoMove {
  /** As shown on the calendar before the move. */
  event: CalendarEvent
  /** Where the move put it: if someone changed that since, undo must not overwrite it. */
  from: SessionTimes
  to: SessionTimes
  /** The move is a pending change, so the session never left its place. */
  isPending: boolean
}

export interface SaveMoveInput {
  occurrenceId: number
  form: SessionForm
  userId: number
  serviceRate: string | null
  isEventStarted: boolean
  entityCacheKey: string
  /** The key of a provider's waiting request that the user agreed to discard. */
  replacesKey?: string | undefined
}

/** What a move would do at its new time. */
export interface MoveCheck {
  clashes: readonly Clash[]
  /** A provider's waiting request that the move discards. */
  replaces: WaitingVersion | undefined
}

export const moveMessages = {
  withdrawFirst: 'Your request to change this session is pending approval. Withdraw it before you move the session.',
  past: 'The session cannot be moved to a time in the past.',
  changedMeanwhile: 'Someone else changed the time of this session. Nothing was moved.',
  lost: 'The server did not respond. The session is back where it was.',
} as const

export const timesOf = ({ eventDate, eventStartTime, eventEndTime }: CalendarEvent): SessionTimes => ({
  date: eventDate,
  startTime: eventStartTime,
  endTime: eventEndTime,
})

export const timesOfStored = ({ fromDate, startTime, endTime }: StoredSession): SessionTimes => ({
  date: fromDate,
  startTime,
  endTime,
})

export const isSameTime = (a: SessionTimes, b: SessionTimes): boolean =>
  a.date === b.date && a.startTime === b.startTime && a.endTime === b.endTime

const isOver = ({ date, endTime }: SessionTimes, now: { date: LocalDate; time: LocalTime }) =>
  `${date} ${endTime}` <= `${now.date} ${now.time}`

/** The server's message for such a day. */
const closedDay = ({ event, to, shown }: SessionMove): string | undefined => {
  const closed = shown.find(
    ({ providerId, eventDate, isApproved }) =>
      providerId === event.providerId && eventDate === to.date && countsAsApproved(isApproved),
  )
  if (closed === undefined) return undefined
  const state = closed.isApproved === 1 ? 'approved' : 'locked'
  return `${formatDate(to.date)} is ${state}. You will not be able to make any changes for this day.`
}

/** Why a move is impossible, as far as the calendar can tell; the server checks the rest. */
export const moveProblem = (
  move: SessionMove,
  { role }: MovingUser,
  now: { date: LocalDate; time: LocalTime },
): string | undefined => {
  const { event, to } = move
  if (isOver(timesOf(event), now)) return sessionFormMessages.expired
  if (event.isEdited && !isAdministrator(role)) return moveMessages.withdrawFirst
  return (
    startTimeProblem(to.startTime) ??
    endTimeProblem(to.startTime, to.endTime) ??
    closedDay(move) ??
    (isOver(to, now) ? moveMessages.past : undefined)
  )
}

/** The occurrence with only its times changed, or why that isn't valid. */
export const movedForm = (
  stored: StoredSession,
  { date, startTime, endTime }: SessionTimes,
  { role, providerId }: MovingUser,
): { form: SessionForm } | { problem: string } => {
  const lock = lockReasonOf(stored)
  if (lock !== undefined) return { problem: lock }
  const values = asSingleSession({ ...fromWire(stored), date, startTime, endTime })
  const questions = questionsFor(role, providerId)
  // Providers leave the rate type empty; don't require it for a move.
  const asksRateType = questions.asksRateType && values.rateTypeId !== null
  const parsed = sessionFormSchema({ ...questions, asksRateType }).safeParse(values)
  if (parsed.success) return { form: parsed.data }
  return { problem: parsed.error.issues[0]?.message ?? sessionFormMessages.expired }
}

/** The current move. */
interface MoveUnderWay {
  readonly event: CalendarEvent | undefined
  readonly to: SessionTimes | undefined
  readonly undoing: UndoMove | undefined
  readonly user: MovingUser
}

/** Why the stored session can't be moved after all. */
export const storedMoveProblem = ({ to, undoing, user }: MoveUnderWay, stored: StoredSession): string | undefined => {
  if (to === undefined) throw new Error('No move to check')
  if (undoing && !isSameTime(undoing.from, timesOfStored(stored))) return moveMessages.changedMeanwhile
  const moved = movedForm(stored, to, user)
  return 'problem' in moved ? moved.problem : undefined
}

/** The request to save a move that has no problem. */
export const moveRequest = ({ event, to, undoing, user }: MoveUnderWay, stored: StoredSession): SaveMoveInput => {
  const moved = to && movedForm(stored, to, user)
  if (event === undefined || moved === undefined || 'problem' in moved) throw new Error('The move is not valid')
  return {
    occurrenceId: event.id,
    form: moved.form,
    userId: user.id,
    serviceRate: stored.scheduleEventRecurrenceSchoolStudents.serviceRate,
    isEventStarted: stored.isEventStarted,
    // Undo is based on the version that the move created, which was just read.
    entityCacheKey: undoing ? stored.entityCacheKey : event.entityCacheKey,
  }
}
