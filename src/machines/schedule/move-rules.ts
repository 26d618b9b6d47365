/** Where a session may be moved to on a calendar, and what is then sent: pure rules for the machine of moves. */

import { type CalendarEvent, countsAsApproved } from '#contract/schedule.ts'
import { fromWire } from '#contract/schedule-event-payload.ts'
import type { StoredSession } from '#contract/session-form.ts'
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

/** When a session is, by the organisation's clock. */
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

/** A session that was dropped somewhere else, or whose end was pulled. */
export interface SessionMove {
  /** As the calendar showed it. */
  event: CalendarEvent
  to: SessionTimes
  /** Every session that the calendar shows: they say which days are approved. */
  shown: readonly CalendarEvent[]
}

/** What takes a move back. */
export interface UndoMove {
  /** As the calendar showed it before. */
  event: CalendarEvent
  /** Where the move brought it: whoever changed that since is not overruled. */
  from: SessionTimes
  to: SessionTimes
  /** It never left its place: the change waits. */
  isPending: boolean
}

/** What is sent. */
export interface SaveMoveInput {
  occurrenceId: number
  form: SessionForm
  userId: number
  serviceRate: string | null
  isEventStarted: boolean
  entityCacheKey: string
}

export const moveMessages = {
  decideFirst: 'A change of this session waits. Approve or reject it before you move the session.',
  past: 'The session can not be moved to a time that has passed.',
  changedMeanwhile: 'Someone changed the time of this session meanwhile. It stays as it is.',
  lost: 'No answer came: the session is back where it was.',
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

/** What the server says of such a day. */
const closedDay = ({ event, to, shown }: SessionMove): string | undefined => {
  const closed = shown.find(
    ({ providerId, eventDate, isApproved }) =>
      providerId === event.providerId && eventDate === to.date && countsAsApproved(isApproved),
  )
  if (closed === undefined) return undefined
  const state = closed.isApproved === 1 ? 'approved' : 'locked'
  return `${formatDate(to.date)} is ${state}. You will not be able to make any changes for this day.`
}

/** Why a move is impossible, by what the calendar knows; the server has the last word on the rest. */
export const moveProblem = (
  move: SessionMove,
  { role }: MovingUser,
  now: { date: LocalDate; time: LocalTime },
): string | undefined => {
  const { event, to } = move
  if (isOver(timesOf(event), now)) return sessionFormMessages.expired
  if (event.isEdited && isAdministrator(role)) return moveMessages.decideFirst
  return (
    startTimeProblem(to.startTime) ??
    endTimeProblem(to.startTime, to.endTime) ??
    closedDay(move) ??
    (isOver(to, now) ? moveMessages.past : undefined)
  )
}

/** The occurrence with nothing but its times changed, or why it can't be saved so. */
export const movedForm = (
  stored: StoredSession,
  { date, startTime, endTime }: SessionTimes,
  { role, providerId }: MovingUser,
): { form: SessionForm } | { problem: string } => {
  const lock = lockReasonOf(stored)
  if (lock !== undefined) return { problem: lock }
  const values = asSingleSession({ ...fromWire(stored), date, startTime, endTime })
  const questions = questionsFor(role, providerId)
  // Providers leave the rate type open; moving their session is no time to ask for it.
  const asksRateType = questions.asksRateType && values.rateTypeId !== null
  const parsed = sessionFormSchema({ ...questions, asksRateType }).safeParse(values)
  if (parsed.success) return { form: parsed.data }
  return { problem: parsed.error.issues[0]?.message ?? sessionFormMessages.expired }
}

/** The move that is under way. */
interface MoveUnderWay {
  readonly event: CalendarEvent | undefined
  readonly to: SessionTimes | undefined
  readonly undoing: UndoMove | undefined
  readonly user: MovingUser
}

/** Why what is stored can't be moved after all. */
export const storedMoveProblem = ({ to, undoing, user }: MoveUnderWay, stored: StoredSession): string | undefined => {
  if (to === undefined) throw new Error('Nothing was moved')
  if (undoing && !isSameTime(undoing.from, timesOfStored(stored))) return moveMessages.changedMeanwhile
  const moved = movedForm(stored, to, user)
  return 'problem' in moved ? moved.problem : undefined
}

/** What is sent, of a session without such a problem. */
export const moveRequest = ({ event, to, undoing, user }: MoveUnderWay, stored: StoredSession): SaveMoveInput => {
  const moved = to && movedForm(stored, to, user)
  if (event === undefined || moved === undefined || 'problem' in moved) throw new Error('Nothing can be moved')
  return {
    occurrenceId: event.id,
    form: moved.form,
    userId: user.id,
    serviceRate: stored.scheduleEventRecurrenceSchoolStudents.serviceRate,
    isEventStarted: stored.isEventStarted,
    // What takes a move back is based on what that move made, which was just read.
    entityCacheKey: undoing ? stored.entityCacheKey : event.entityCacheKey,
  }
}
