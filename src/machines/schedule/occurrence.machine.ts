/**
 * The life of one occurrence of a session (DESIGN, sections 2 and 4). Most of it follows from the provider's day that
 * the occurrence lies on: `occurrenceStateOf` says where it stands, this machine what may be done to it there.
 */
import { setup } from 'xstate'
import { isAdministrator, type RoleName } from '#domain/roles.ts'
import type { ProviderDayState } from './provider-day.machine.ts'

export interface OccurrenceFacts {
  /** The first role of whoever asks. */
  by: RoleName
  /** Its end has passed by the organisation's clock: it is expired. */
  hasPassed: boolean
}

export type OccurrenceEvent =
  /** Time, school, service or students were changed. A provider's change waits for an administrator. */
  | { type: 'occurrence.edit' }
  /** The session that it belongs to was changed. What waits for approval by itself is left alone. */
  | { type: 'series.edit' }
  /** Whoever asked for the change takes it back. */
  | { type: 'edit.withdraw' }
  | { type: 'edit.approve' }
  | { type: 'edit.reject' }
  | { type: 'occurrence.delete' }
  /** Labels or a note were written. Sessions are written up after they were held: expired or not. */
  | { type: 'feedback.save' }
  /** A student was added to it alone, or taken off it; that, too, is written up after it was held. */
  | { type: 'students.change' }
  | { type: 'day.confirm' }
  | { type: 'day.unconfirm' }
  | { type: 'day.approve' }
  | { type: 'day.reopen' }
  | { type: 'period.lock' }
  | { type: 'period.unlock' }
  | { type: 'invoice.issue' }
  | { type: 'invoice.supersede' }

export const OCCURRENCE_STATES = [
  'scheduled',
  'editPending',
  'confirmed',
  'approved',
  'locked',
  'invoiced',
  'deleted',
] as const
export type OccurrenceState = (typeof OCCURRENCE_STATES)[number]

/** Where an occurrence stands by what is stored of it and of its day. */
export const occurrenceStateOf = (stored: {
  day: ProviderDayState
  isDeleted: boolean
  hasPendingEdit: boolean
  isInvoiced: boolean
}): OccurrenceState => {
  if (stored.isDeleted) return 'deleted'
  if (stored.day === 'locked') return stored.isInvoiced ? 'invoiced' : 'locked'
  if (stored.day === 'approved') return 'approved'
  if (stored.hasPendingEdit) return 'editPending'
  return stored.day === 'confirmed' ? 'confirmed' : 'scheduled'
}

export const occurrenceMachine = setup({
  types: {
    context: {} as OccurrenceFacts,
    input: {} as OccurrenceFacts,
    events: {} as OccurrenceEvent,
  },
  guards: {
    isAdministrator: ({ context }) => isAdministrator(context.by),
    isUpcoming: ({ context }) => !context.hasPassed,
    isUpcomingAndAdministrator: ({ context }) => !context.hasPassed && isAdministrator(context.by),
  },
}).createMachine({
  id: 'occurrence',
  description: 'A session on its day, from being planned to being billed.',
  context: ({ input }) => input,
  initial: 'scheduled',
  states: {
    scheduled: {
      description: 'It stands on the calendar as its session says, or as an administrator changed it.',
      on: {
        'occurrence.edit': [
          { guard: 'isUpcomingAndAdministrator', target: 'scheduled' },
          { guard: 'isUpcoming', target: 'editPending' },
        ],
        'series.edit': { guard: 'isUpcoming', target: 'scheduled' },
        'occurrence.delete': { guard: 'isUpcoming', target: 'deleted' },
        'feedback.save': { target: 'scheduled' },
        'students.change': { target: 'scheduled' },
        'day.confirm': { target: 'confirmed' },
        'day.approve': { guard: 'isAdministrator', target: 'approved' },
        'period.lock': { guard: 'isAdministrator', target: 'locked' },
      },
    },
    editPending: {
      description:
        "A provider's change waits beside the original until an administrator approves or rejects it; so does the approval of its day.",
      on: {
        'occurrence.edit': [
          { guard: 'isUpcomingAndAdministrator', target: 'scheduled' },
          { guard: 'isUpcoming', target: 'editPending' },
        ],
        'edit.withdraw': { guard: 'isUpcoming', target: 'scheduled' },
        'edit.approve': { guard: 'isAdministrator', target: 'scheduled' },
        'edit.reject': { guard: 'isAdministrator', target: 'scheduled' },
        'occurrence.delete': { guard: 'isUpcoming', target: 'deleted' },
        'feedback.save': { target: 'editPending' },
        'students.change': { target: 'editPending' },
        'period.lock': { guard: 'isAdministrator', target: 'locked' },
      },
    },
    confirmed: {
      description: "The provider confirmed the day's hours; the session itself can still be written up.",
      on: {
        'occurrence.edit': [
          { guard: 'isUpcomingAndAdministrator', target: 'confirmed' },
          { guard: 'isUpcoming', target: 'editPending' },
        ],
        'series.edit': { guard: 'isUpcoming', target: 'confirmed' },
        'occurrence.delete': { guard: 'isUpcoming', target: 'deleted' },
        'feedback.save': { target: 'confirmed' },
        'students.change': { target: 'confirmed' },
        'day.unconfirm': { target: 'scheduled' },
        'day.approve': { guard: 'isAdministrator', target: 'approved' },
        'period.lock': { guard: 'isAdministrator', target: 'locked' },
      },
    },
    approved: {
      description: 'Its day is approved: read-only for everyone.',
      on: {
        'day.reopen': { guard: 'isAdministrator', target: 'scheduled' },
        'period.lock': { guard: 'isAdministrator', target: 'locked' },
      },
    },
    locked: {
      description: 'Its billing period is locked.',
      on: {
        'period.unlock': { guard: 'isAdministrator', target: 'approved' },
        'invoice.issue': { guard: 'isAdministrator', target: 'invoiced' },
      },
    },
    invoiced: {
      description: 'An invoice that stands counts it: its period cannot be unlocked.',
      on: { 'invoice.supersede': { guard: 'isAdministrator', target: 'locked' } },
    },
    deleted: { type: 'final', description: 'It was taken off the calendar; its record is kept.' },
  },
})
