/**
 * The lifecycle of a provider's change or deletion of whole sessions (docs/decisions/undoing-providers-changes.md). The
 * server stores the state and rejects every change that this machine doesn't allow.
 */
import { setup } from 'xstate'
import { isAdministrator, type RoleName } from '#domain/roles.ts'

export interface ProviderChangeFacts {
  /** The user's first role. */
  by: RoleName
}

export type ProviderChangeEvent =
  | { type: 'change.approve' }
  | { type: 'change.reject' }
  /** The provider takes it back. */
  | { type: 'change.withdraw' }
  /** A later change of one of its sessions takes its place. */
  | { type: 'change.discard' }
  | { type: 'change.undo' }

export const providerChangeMachine = setup({
  types: {
    context: {} as ProviderChangeFacts,
    input: {} as ProviderChangeFacts,
    events: {} as ProviderChangeEvent,
  },
  guards: {
    isAdministrator: ({ context }) => isAdministrator(context.by),
    isProvider: ({ context }) => !isAdministrator(context.by),
  },
}).createMachine({
  id: 'provider-change',
  description: "A provider's change or deletion of a session from a day on, or deletion of single sessions.",
  context: ({ input }) => input,
  initial: 'waiting',
  states: {
    waiting: {
      description: 'No session has changed yet. Only with the setting that makes such changes wait.',
      on: {
        'change.approve': { guard: 'isAdministrator', target: 'applied' },
        'change.reject': { guard: 'isAdministrator', target: 'rejected' },
        'change.withdraw': { guard: 'isProvider', target: 'withdrawn' },
        'change.discard': 'discarded',
      },
    },
    applied: {
      description: 'The sessions have changed: after an approval, or at once without the setting.',
      on: { 'change.undo': { guard: 'isAdministrator', target: 'undone' } },
    },
    rejected: { type: 'final', description: 'An administrator rejected it. The provider knows why.' },
    withdrawn: { type: 'final', description: 'The provider withdrew it.' },
    discarded: { type: 'final', description: 'A later change of one of its sessions took its place.' },
    undone: { type: 'final', description: 'An administrator undid it, as far as nothing stood in the way.' },
  },
})
