/** Sessions as the week grid draws them. */
import { approvedWord, type CalendarEvent, countsAsApproved } from '#contract/schedule.ts'
import type { DayStatus } from '#machines/schedule/day-status.ts'
import type { PlacedSession } from '#machines/schedule/session-move.machine.ts'
import type { WeekGridEvent } from '#ui/week-grid/types.ts'

export interface GridEvent extends WeekGridEvent {
  readonly occurrenceId: number
  readonly providerName: string
  readonly schoolName: string
  /** How far its provider's day is, where days are approved. */
  readonly dayStatus?: DayStatus
}

export interface GridEventOptions {
  /** Which of its two colours a session has. */
  readonly colour: 'session' | 'school'
  /** Whether the provider has to be told: several are shown. */
  readonly withProvider: boolean
  /** Tells how far the day of a session is; it is then read out, and marked. */
  readonly dayStatusOf?: ((event: CalendarEvent) => DayStatus) | undefined
  /** Approved sessions do not open (spec 2, section 2.2). */
  readonly areApprovedClosed: boolean
  /** Sessions can be moved and made longer or shorter, those of approved days excepted. */
  readonly areMovable?: boolean
  /** One that is shown elsewhere than it was read, since it was moved. */
  readonly placed?: PlacedSession | undefined
}

/** What is said of a session whose change waits for an administrator. */
export const WAITS = 'Edited, waits for approval'

/** A day's status as it stands at a session. */
export const DAY_STATUS_WORDS = {
  unconfirmed: 'Unconfirmed',
  confirmed: 'Confirmed',
  approved: 'Approved',
  locked: 'Locked',
} as const satisfies Record<DayStatus, string>

export const SAVING = 'Saving...'

/** The session as it is once a move of it went through, or would be. */
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
