import { ACCOUNT_STATES } from '#domain/account.ts'
import { type Examples, everyStored } from '#machines/definition/examples.ts'
import type { AccountFacts, accountMachine } from './account.machine.ts'

const administrator: AccountFacts = {
  by: 'administrator',
  isOwn: false,
  isLastManager: false,
  isOnLeave: false,
  canSignIn: true,
  isInvited: false,
  isDeactivated: false,
}

const facts: Record<string, AccountFacts> = {
  'an administrator': administrator,
  'an administrator, on leave': { ...administrator, isOnLeave: true },
  'an administrator, without a way to sign in': { ...administrator, canSignIn: false },
  'an administrator, with an invitation that was not accepted': { ...administrator, canSignIn: false, isInvited: true },
  'an administrator, on leave and without a way to sign in': { ...administrator, isOnLeave: true, canSignIn: false },
  'an administrator, deactivated before': { ...administrator, isDeactivated: true },
  'an administrator, deactivated before and without a way to sign in': {
    ...administrator,
    isDeactivated: true,
    canSignIn: false,
  },
  'an administrator, deactivated before and with an invitation that was not accepted': {
    ...administrator,
    isDeactivated: true,
    canSignIn: false,
    isInvited: true,
  },
  'an administrator, for themselves': { ...administrator, isOwn: true },
  'an administrator, for the last manager': { ...administrator, isLastManager: true },
  'the owner': { ...administrator, by: 'owner', isOwn: true },
  'the owner, on leave': { ...administrator, by: 'owner', isOwn: true, isOnLeave: true },
  'the server': { ...administrator, by: 'server' },
}

export const examples = {
  inputs: facts,
  stored: everyStored(ACCOUNT_STATES, facts),
  cases: {
    'account.invite': 'bare',
    'account.accept': 'bare',
    'account.unlink': 'bare',
    'account.leave': 'bare',
    'account.return': 'bare',
    'account.deactivate': 'bare',
    'account.reactivate': 'bare',
    'account.terminate': 'bare',
    'account.rehire': 'bare',
  },
} satisfies Examples<typeof accountMachine>
