/**
 * The lifecycle of a time-off request (spec 2, section 4). The server stores the state and rejects every change that this
 * machine doesn't allow; the screens use it to decide what to offer.
 */
import { setup } from 'xstate'
import { isAdministrator, type RoleName } from '#domain/roles.ts'
import { type PtoState, rejectNoteSchema } from '#domain/time-off.ts'

/** Facts for the guards. */
export interface PtoRequestFacts {
  /** The user's first role. */
  by: RoleName
  /** Whether the user is the provider who requested it. */
  isOwn: boolean
  /** Whether the time off has begun. */
  hasBegun: boolean
}

export type PtoRequestEvent =
  | { type: 'request.edit' }
  | { type: 'request.withdraw' }
  | { type: 'request.accept' }
  | { type: 'request.reject'; note: string }
  | { type: 'request.giveBack' }
  | { type: 'request.keep' }
  /** An administrator takes back what was accepted. */
  | { type: 'request.cancel'; note: string }

export const ptoRequestMachine = setup({
  types: {
    context: {} as PtoRequestFacts,
    input: {} as PtoRequestFacts,
    events: {} as PtoRequestEvent,
  },
  guards: {
    isOwn: ({ context }) => context.isOwn,
    isOwnToCome: ({ context }) => context.isOwn && !context.hasBegun,
    isAdministrator: ({ context }) => isAdministrator(context.by),
    isAdministratorWithNote: ({ context, event }) =>
      isAdministrator(context.by) && 'note' in event && rejectNoteSchema.safeParse(event.note).success,
  },
}).createMachine({
  id: 'pto-request',
  description: 'A time-off request, from submission to decision, and returning the time off.',
  context: ({ input }) => input,
  initial: 'pending',
  states: {
    pending: {
      description: "The request awaits an administrator's decision. The requester can still edit or withdraw it.",
      on: {
        'request.edit': { guard: 'isOwn', target: 'pending' },
        'request.withdraw': { guard: 'isOwn', target: 'withdrawn' },
        'request.accept': { guard: 'isAdministrator', target: 'accepted' },
        'request.reject': { guard: 'isAdministratorWithNote', target: 'rejected' },
      },
    },
    accepted: {
      description: 'An administrator accepted the request. Its hours are deducted and the time off is on the calendar.',
      on: {
        'request.giveBack': { guard: 'isOwnToCome', target: 'givingBack' },
        'request.cancel': { guard: 'isAdministratorWithNote', target: 'givenBack' },
      },
    },
    givingBack: {
      description:
        "The requester wants to return the time off. It stays granted until an administrator's answer, and the requester can still keep it.",
      on: {
        'request.accept': { guard: 'isAdministrator', target: 'givenBack' },
        'request.reject': { guard: 'isAdministratorWithNote', target: 'accepted' },
        'request.keep': { guard: 'isOwn', target: 'accepted' },
        'request.cancel': { guard: 'isAdministratorWithNote', target: 'givenBack' },
      },
    },
    givenBack: {
      type: 'final',
      description:
        'The time off was returned, or canceled by an administrator. Its hours are in the balance again, and it is off the calendar.',
    },
    rejected: { type: 'final', description: 'An administrator rejected the request with a note.' },
    withdrawn: { type: 'final', description: 'The requester withdrew the request.' },
  },
})

/** Whether a screen offers the event for a request. */
export const canHappen = (state: PtoState, facts: PtoRequestFacts, event: PtoRequestEvent): boolean =>
  ptoRequestMachine.resolveState({ value: state, context: facts }).can(event)
