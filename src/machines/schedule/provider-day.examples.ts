import { PROVIDER_DAY_STATES } from '#domain/provider-day.ts'
import { type Examples, everyStored } from '#machines/definition/examples.ts'
import type { ProviderDayFacts, providerDayMachine } from './provider-day.machine.ts'

const asAdministrator = {
  by: 'Administrators' as const,
  unconfirmedRows: 0,
  waitingChanges: 0,
  isOver: true,
  wasApproved: true,
}

const facts: Record<string, ProviderDayFacts> = {
  'an administrator, every row confirmed': asAdministrator,
  'an administrator, a row unconfirmed': { ...asAdministrator, unconfirmedRows: 1 },
  'an administrator, a pending change': { ...asAdministrator, waitingChanges: 1 },
  'an administrator, before the day is over': { ...asAdministrator, isOver: false },
  'an administrator, never approved': { ...asAdministrator, wasApproved: false },
  'a provider': { ...asAdministrator, by: 'Providers' as const },
}

export const examples = {
  inputs: facts,
  stored: everyStored(PROVIDER_DAY_STATES, facts),
  cases: {
    'sessions.change': 'bare',
    'hours.change': 'bare',
    'hours.confirm': 'bare',
    'day.approve': 'bare',
    'day.reject': { 'with a reason': { reason: 'Wrong hours' }, 'without a reason': { reason: ' ' } },
    'day.reopen': { 'with a reason': { reason: 'Wrong hours' }, 'without a reason': { reason: ' ' } },
    'period.lock': { 'if approved': { isForced: false }, forced: { isForced: true } },
    'period.unlock': { 'with a reason': { reason: 'A correction' }, 'without a reason': { reason: ' ' } },
    'correction.open': { 'with a reason': { reason: 'The school called' }, 'without a reason': { reason: ' ' } },
    'correction.approve': 'bare',
    'correction.cancel': 'bare',
  },
} satisfies Examples<typeof providerDayMachine>
