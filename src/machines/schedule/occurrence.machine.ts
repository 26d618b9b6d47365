/**
 * The lifecycle of one occurrence of a session (DESIGN, sections 2 and 4). Most of it follows from the provider's day it
 * falls on: `occurrenceStateOf` derives its state, and this machine says what is allowed there.
 */
import { setup } from 'xstate'
import { isAdministrator, type RoleName } from '#domain/roles.ts'

export interface OccurrenceFacts {
  /** The user's first role. */
  by: RoleName
  /** Whether its end is past in the organization's time zone. */
  hasPassed: boolean
  /** Whether its day is open for correction: what took place otherwise, or not at all, is put right then. */
  isCorrecting: boolean
}

export type OccurrenceEvent =
  /** Time, school, service or students were edited. A provider's edit needs an administrator's approval. */
  | { type: 'occurrence.edit' }
  /** Its series was edited. An occurrence with its own pending edit is left unchanged. */
  | { type: 'series.edit' }
  /** The requester withdraws the edit. */
  | { type: 'edit.withdraw' }
  | { type: 'edit.approve' }
  | { type: 'edit.reject' }
  | { type: 'occurrence.delete' }
  /** Its provider's deletion is undone. */
  | { type: 'change.undo' }
  /** Labels or a note were saved. Allowed after the session ended, since that is when it is documented. */
  | { type: 'feedback.save' }
  /** A student was added to this occurrence only, or removed; also allowed after it ended. */
  | { type: 'students.change' }
  | { type: 'day.confirm' }
  | { type: 'day.unconfirm' }
  | { type: 'day.approve' }
  | { type: 'day.reopen' }
  | { type: 'period.lock' }
  | { type: 'period.unlock' }
  /** Its day is opened to put it right within the locked period. */
  | { type: 'correction.open' }
  /** Its day's correction ends while a current invoice includes it. */
  | { type: 'correction.end' }
  /** Its day's correction is canceled, in which it was deleted. */
  | { type: 'correction.cancel' }
  | { type: 'invoice.issue' }
  | { type: 'invoice.supersede' }

export const occurrenceMachine = setup({
  types: {
    context: {} as OccurrenceFacts,
    input: {} as OccurrenceFacts,
    events: {} as OccurrenceEvent,
  },
  guards: {
    isAdministrator: ({ context }) => isAdministrator(context.by),
    isUpcoming: ({ context }) => !context.hasPassed,
    isChangeable: ({ context }) => !context.hasPassed || context.isCorrecting,
    isChangeableByAdministrator: ({ context }) =>
      (!context.hasPassed || context.isCorrecting) && isAdministrator(context.by),
  },
}).createMachine({
  id: 'occurrence',
  description: 'One occurrence of a session, from planning to billing.',
  context: ({ input }) => input,
  initial: 'scheduled',
  states: {
    scheduled: {
      description: 'The occurrence is on the calendar as planned, or as an administrator changed it.',
      on: {
        'occurrence.edit': [
          { guard: 'isChangeableByAdministrator', target: 'scheduled' },
          { guard: 'isChangeable', target: 'editPending' },
        ],
        'series.edit': { guard: 'isUpcoming', target: 'scheduled' },
        'occurrence.delete': { guard: 'isChangeable', target: 'deleted' },
        'feedback.save': { target: 'scheduled' },
        'students.change': { target: 'scheduled' },
        'day.confirm': { target: 'confirmed' },
        'day.approve': { guard: 'isAdministrator', target: 'approved' },
        'period.lock': { guard: 'isAdministrator', target: 'locked' },
        'correction.end': { guard: 'isAdministrator', target: 'invoiced' },
      },
    },
    editPending: {
      description:
        "A provider's change is pending until an administrator approves or rejects it. Until then the day cannot be approved.",
      on: {
        'occurrence.edit': [
          { guard: 'isChangeableByAdministrator', target: 'scheduled' },
          { guard: 'isChangeable', target: 'editPending' },
        ],
        'edit.withdraw': { guard: 'isChangeable', target: 'scheduled' },
        'edit.approve': { guard: 'isAdministrator', target: 'scheduled' },
        'edit.reject': { guard: 'isAdministrator', target: 'scheduled' },
        'occurrence.delete': { guard: 'isChangeable', target: 'deleted' },
        'feedback.save': { target: 'editPending' },
        'students.change': { target: 'editPending' },
        'period.lock': { guard: 'isAdministrator', target: 'locked' },
      },
    },
    confirmed: {
      description: "The provider confirmed the day's hours. Labels, notes and students can still change.",
      on: {
        'occurrence.edit': [
          { guard: 'isChangeableByAdministrator', target: 'confirmed' },
          { guard: 'isChangeable', target: 'editPending' },
        ],
        'series.edit': { guard: 'isUpcoming', target: 'confirmed' },
        'occurrence.delete': { guard: 'isChangeable', target: 'deleted' },
        'feedback.save': { target: 'confirmed' },
        'students.change': { target: 'confirmed' },
        'day.unconfirm': { target: 'scheduled' },
        'day.approve': { guard: 'isAdministrator', target: 'approved' },
        'period.lock': { guard: 'isAdministrator', target: 'locked' },
        'correction.end': { guard: 'isAdministrator', target: 'invoiced' },
      },
    },
    approved: {
      description: 'Its day is approved; the occurrence is read-only for everyone.',
      on: {
        'day.reopen': { guard: 'isAdministrator', target: 'scheduled' },
        'period.lock': { guard: 'isAdministrator', target: 'locked' },
      },
    },
    locked: {
      description: 'Its billing period is locked.',
      on: {
        'period.unlock': { guard: 'isAdministrator', target: 'approved' },
        'correction.open': { guard: 'isAdministrator', target: 'scheduled' },
        'invoice.issue': { guard: 'isAdministrator', target: 'invoiced' },
      },
    },
    invoiced: {
      description: 'A current invoice includes it, so its billing period cannot be unlocked.',
      on: {
        'invoice.supersede': { guard: 'isAdministrator', target: 'locked' },
        'correction.open': { guard: 'isAdministrator', target: 'scheduled' },
      },
    },
    deleted: {
      description: 'The occurrence was removed from the calendar; its record is kept.',
      on: {
        'correction.cancel': { guard: 'isAdministrator', target: 'scheduled' },
        'change.undo': { guard: 'isAdministrator', target: 'scheduled' },
      },
    },
  },
})
