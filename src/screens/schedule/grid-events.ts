/** Sessions as the week grid draws them. */
import { approvedWord, type CalendarEvent, countsAsApproved } from '#contract/schedule.ts'
import type { DayStatus } from '#machines/schedule/day-status.ts'
import type { PlacedSession } from '#machines/schedule/session-move.machine.ts'
import type { WeekGridEvent } from '#ui/week-grid/types.ts'

export interface GridEvent extends WeekGridEvent {
  readonly occurrenceId: number
  readonly providerId: number
  readonly providerName: string
  readonly schoolName: string
  /** The status of the provider's day, on calendars with approval. */
  readonly dayStatus?: DayStatus
}

export interface GridEventOptions {
  /** Which of a session's two colors to use. */
  readonly colour: 'session' | 'school'
  /** Whether to name the provider, because several are shown. */
  readonly withProvider: boolean
  /** Looks up the status of a session's day, which is then marked and announced. */
  readonly dayStatusOf?: ((event: CalendarEvent) => DayStatus) | undefined
  /** Approved sessions do not open (spec 2, section 2.2). */
  readonly areApprovedClosed: boolean
  /** Sessions can be moved and resized, except on approved days. */
  readonly areMovable?: boolean
  /** A moved session, shown at its new time before the calendar reloads. */
  readonly placed?: PlacedSession | undefined
}

/** The status of a session with a change that is pending approval. */
export const WAITS = 'Edited, pending approval'

/** A day's status as a session shows it. */
export const DAY_STATUS_WORDS = {
  unconfirmed: 'Unconfirmed',
  rejected: 'Rejected',
  correcting: 'Being corrected',
  confirmed: 'Confirmed',
  approved: 'Approved',
  locked: 'Locked',
} as const satisfies Record<DayStatus, string>

export const SAVING = 'Saving...'

/** The session after a move, saved or not. */
const withPlace = (event: CalendarEvent, placed: PlacedSession | undefined): CalendarEvent =>
  placed?.occurrenceId === event.id
    ? {
        ...event,
        eventDate: placed.times.date,
        eventStartTime: placed.times.startTime,
        eventEndTime: placed.times.endTime,
        isEdited: placed.isEdited ?? event.isEdited,
      }
    : event

export const gridEventOf = (read: CalendarEvent, options: GridEventOptions): GridEvent => {
  const { placed } = options
  const event = withPlace(read, placed)
  const isApproved = countsAsApproved(event.isApproved)
  const dayStatus = options.dayStatusOf?.(event)
  const dayWord = dayStatus ? DAY_STATUS_WORDS[dayStatus] : isApproved && approvedWord(event.isApproved)
  const status = [event.isEdited && WAITS, dayWord].filter(Boolean).join(', ')
  return {
    id: String(event.id),
    occurrenceId: event.id,
    providerId: event.providerId,
    providerName: event.providerName,
    schoolName: event.schoolName,
    date: event.eventDate,
    start: event.eventStartTime,
    end: event.eventEndTime,
    title: event.title,
    detail: options.withProvider ? `${event.providerName}, ${event.schoolName}` : event.schoolName,
    colour: options.colour === 'session' ? event.colourCode : event.homePageColourCode,
    fixed: !options.areMovable || isApproved,
    ...(dayStatus && { dayStatus }),
    ...(status && { status }),
    ...(isApproved && { disabled: options.areApprovedClosed }),
    ...(placed?.isBusy && placed.occurrenceId === event.id && { status: SAVING }),
  }
}
