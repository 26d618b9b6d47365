/** Sessions as the week grid draws them. */
import { type CalendarEvent, countsAsApproved } from '#contract/schedule.ts'
import type { WeekGridEvent } from '#ui/week-grid/types.ts'

export interface GridEvent extends WeekGridEvent {
  readonly occurrenceId: number
}

export interface GridEventOptions {
  /** Which of its two colours a session has. */
  readonly colour: 'session' | 'school'
  /** Whether the provider has to be told: several are shown. */
  readonly withProvider: boolean
  /** Approved sessions do not open (spec 2, section 2.2). */
  readonly areApprovedClosed: boolean
}

/** What is said of a session whose change waits for an administrator. */
export const WAITS = 'Edited, waits for approval'

export const gridEventOf = (event: CalendarEvent, options: GridEventOptions): GridEvent => {
  const isApproved = countsAsApproved(event.isApproved)
  return {
    id: String(event.id),
    occurrenceId: event.id,
    date: event.eventDate,
    start: event.eventStartTime,
    end: event.eventEndTime,
    title: event.title,
    detail: options.withProvider ? `${event.providerName}, ${event.schoolName}` : event.schoolName,
    colour: options.colour === 'session' ? event.colourCode : event.homePageColourCode,
    fixed: true,
    ...(event.isEdited && { status: WAITS }),
    ...(isApproved && { status: 'Approved', disabled: options.areApprovedClosed }),
  }
}
