import { ACCOUNT_STATES } from '#domain/account.ts'
import { type Examples, everyStored } from '#machines/definition/examples.ts'
import type { AccountFacts, accountMachine } from './account.machine.ts'

const office: AccountFacts = {
  by: 'office',
  isOwn: false,
  isLastManager: false,
  isOnLeave: false,
  canSignIn: true,
  isInvited: false,
  isDeactivated: false,
}

const facts: Record<string, AccountFacts> = {
  'an administrator': office,
  'an administrator, on leave': { ...office, isOnLeave: true },
  'an administrator, without a way to sign in': { ...office, canSignIn: false },
  'an administrator, with an invitation that was not accepted': { ...office, canSignIn: false, isInvited: true },
  'an administrator, on leave and without a way to sign in': { ...office, isOnLeave: true, canSignIn: false },
  'an administrator, deactivated before': { ...office, isDeactivated: true },
  'an administrator, deactivated before and without a way to sign in': {
    ...office,
    isDeactivated: true,
    canSignIn: false,
  },
  'an administrator, deactivated before and with an invitation that was not accepted': {
    ...office,
    isDeactivated: true,
    canSignIn: false,
    isInvited: true,
  },
  'an administrator, for themselves': { ...office, isOwn: true },
  'an administrator, for the last manager': { ...office, isLastManager: true },
  'the owner': { ...office, by: 'owner', isOwn: true },
  'the owner, on leave': { ...office, by: 'owner', isOwn: true, isOnLeave: true },
  'the server': { ...office, by: 'server' },
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
