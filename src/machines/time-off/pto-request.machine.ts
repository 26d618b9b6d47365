/**
 * The life of a request for time off (spec 2, section 4). The server stores the state, asks this machine before every
 * change of a request, and refuses what it refuses; the screens ask it what to offer.
 */
import { setup } from 'xstate'
import { isAdministrator, type RoleName } from '#domain/roles.ts'
import { type PtoState, rejectNoteSchema } from '#domain/time-off.ts'

/** What the guards need to know. */
export interface PtoRequestFacts {
  /** The first role of whoever asks. */
  by: RoleName
  /** It is their own: of the provider that they are. */
  isOwn: boolean
}

export type PtoRequestEvent =
  | { type: 'request.edit' }
  | { type: 'request.withdraw' }
  | { type: 'request.accept' }
  | { type: 'request.reject'; note: string }

export const PTO_REQUEST_STATES = [
  'pending',
  'accepted',
  'rejected',
  'withdrawn',
] as const satisfies readonly PtoState[]

export const ptoRequestMachine = setup({
  types: {
    context: {} as PtoRequestFacts,
    input: {} as PtoRequestFacts,
    events: {} as PtoRequestEvent,
  },
  guards: {
    isOwn: ({ context }) => context.isOwn,
    isAdministrator: ({ context }) => isAdministrator(context.by),
    isAdministratorWithNote: ({ context, event }) =>
      isAdministrator(context.by) && 'note' in event && rejectNoteSchema.safeParse(event.note).success,
  },
}).createMachine({
  id: 'pto-request',
  description: 'A request for time off, from being sent to its answer.',
  context: ({ input }) => input,
  initial: 'pending',
  states: {
    pending: {
      description: 'It waits for an administrator; whoever asked may still change it or take it back.',
      on: {
        'request.edit': { guard: 'isOwn', target: 'pending' },
        'request.withdraw': { guard: 'isOwn', target: 'withdrawn' },
        'request.accept': { guard: 'isAdministrator', target: 'accepted' },
        'request.reject': { guard: 'isAdministratorWithNote', target: 'rejected' },
      },
    },
    accepted: {
      type: 'final',
      description: 'An administrator accepted it: its hours are off the balance, and the time is on the calendar.',
    },
    rejected: { type: 'final', description: 'An administrator rejected it, and said why in a note.' },
    withdrawn: { type: 'final', description: 'Whoever asked took it back.' },
  },
})

/** Whether a screen offers the event for a request. */
export const canHappen = (state: PtoState, facts: PtoRequestFacts, event: PtoRequestEvent): boolean =>
  ptoRequestMachine.resolveState({ value: state, context: facts }).can(event)
