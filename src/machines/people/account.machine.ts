/**
 * The lifecycle of an account, from the provider's record to the end of the employment. Its state is derived from what is stored
 * (src/domain/account.ts); the server rejects every change that this machine doesn't allow.
 */
import { and, setup } from 'xstate'

/** Facts for the guards. */
export interface AccountFacts {
  /** An administrator, the owner of the account, or the server at the end of the last day. */
  by: 'administrator' | 'owner' | 'server'
  /** Whether the administrator changes their own account. */
  isOwn: boolean
  /** Whether nobody could open Permissions after they have left. */
  isLastManager: boolean
  /** Whether the status is On Leave, after the change. */
  isOnLeave: boolean
  /** Whether they have a password, a passkey or an identity, after the change. */
  canSignIn: boolean
  /** Whether they were sent an invitation that they have not accepted, after the change. */
  isInvited: boolean
  /** Whether an administrator has deactivated the account on the Permissions page. */
  isDeactivated: boolean
}

export type AccountEvent =
  | { type: 'account.invite' }
  | { type: 'account.accept' }
  | { type: 'account.unlink' }
  | { type: 'account.leave' }
  | { type: 'account.return' }
  | { type: 'account.deactivate' }
  | { type: 'account.reactivate' }
  | { type: 'account.terminate' }
  | { type: 'account.rehire' }

const endsOther = ({ by, isOwn, isLastManager }: AccountFacts): boolean =>
  by === 'administrator' && !isOwn && !isLastManager

export const accountMachine = setup({
  types: {
    context: {} as AccountFacts,
    input: {} as AccountFacts,
    events: {} as AccountEvent,
  },
  guards: {
    isByAdministrator: ({ context }) => context.by === 'administrator',
    mayPutOnLeave: ({ context }) => context.by === 'administrator' && !context.isOwn,
    mayDeactivate: ({ context }) => endsOther(context),
    mayTerminate: ({ context }) => context.by === 'server' || endsOther(context),
    isOnLeave: ({ context }) => context.isOnLeave,
    cannotSignIn: ({ context }) => !context.canSignIn,
    isInvited: ({ context }) => context.isInvited,
    isDeactivated: ({ context }) => context.isDeactivated,
  },
}).createMachine({
  id: 'account',
  description: 'The account of a provider, from the invitation to the end of the employment.',
  context: ({ input }) => input,
  initial: 'notInvited',
  states: {
    notInvited: {
      description: 'Nobody has sent them an invitation, and they have no password yet.',
      on: {
        'account.invite': { guard: 'isByAdministrator', target: 'invited' },
        'account.accept': [{ guard: 'isOnLeave', target: 'onLeave' }, { target: 'active' }],
        'account.leave': { guard: 'mayPutOnLeave', target: 'notInvited' },
        'account.return': { guard: 'isByAdministrator', target: 'notInvited' },
        'account.deactivate': { guard: 'mayDeactivate', target: 'deactivated' },
        'account.terminate': { guard: 'mayTerminate', target: 'terminated' },
      },
    },
    invited: {
      description: 'They have been sent a link to choose their first password. Until then, nobody can sign in.',
      on: {
        'account.invite': { target: 'invited' },
        'account.accept': [{ guard: 'isOnLeave', target: 'onLeave' }, { target: 'active' }],
        'account.leave': { guard: 'mayPutOnLeave', target: 'invited' },
        'account.return': { guard: 'isByAdministrator', target: 'invited' },
        'account.deactivate': { guard: 'mayDeactivate', target: 'deactivated' },
        'account.terminate': { guard: 'mayTerminate', target: 'terminated' },
      },
    },
    active: {
      description: 'They can sign in, and sessions can be planned for them.',
      on: {
        'account.unlink': { guard: 'isByAdministrator', target: 'notInvited' },
        'account.leave': { guard: 'mayPutOnLeave', target: 'onLeave' },
        'account.deactivate': { guard: 'mayDeactivate', target: 'deactivated' },
        'account.terminate': { guard: 'mayTerminate', target: 'terminated' },
      },
    },
    onLeave: {
      description: 'They can sign in, confirm past hours and request time off, but get no new sessions.',
      on: {
        'account.unlink': { guard: 'isByAdministrator', target: 'notInvited' },
        'account.return': { guard: 'isByAdministrator', target: 'active' },
        'account.deactivate': { guard: 'mayDeactivate', target: 'deactivated' },
        'account.terminate': { guard: 'mayTerminate', target: 'terminated' },
      },
    },
    deactivated: {
      description: 'An administrator has closed the account for now. Nobody can sign in.',
      on: {
        'account.unlink': { guard: 'isByAdministrator', target: 'deactivated' },
        'account.leave': { guard: 'mayPutOnLeave', target: 'deactivated' },
        'account.return': { guard: 'isByAdministrator', target: 'deactivated' },
        'account.reactivate': [
          { guard: and(['isByAdministrator', 'cannotSignIn', 'isInvited']), target: 'invited' },
          { guard: and(['isByAdministrator', 'cannotSignIn']), target: 'notInvited' },
          { guard: and(['isByAdministrator', 'isOnLeave']), target: 'onLeave' },
          { guard: 'isByAdministrator', target: 'active' },
        ],
        'account.terminate': { guard: 'mayTerminate', target: 'terminated' },
      },
    },
    terminated: {
      description: 'The last day at work is over. Nobody can sign in; the records stay.',
      on: {
        'account.unlink': { guard: 'isByAdministrator', target: 'terminated' },
        'account.rehire': [
          { guard: and(['isByAdministrator', 'isDeactivated']), target: 'deactivated' },
          { guard: and(['isByAdministrator', 'cannotSignIn', 'isInvited']), target: 'invited' },
          { guard: and(['isByAdministrator', 'cannotSignIn']), target: 'notInvited' },
          { guard: and(['isByAdministrator', 'isOnLeave']), target: 'onLeave' },
          { guard: 'isByAdministrator', target: 'active' },
        ],
      },
    },
  },
})
