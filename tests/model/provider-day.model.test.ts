import {
  PROVIDER_DAY_STATES,
  type ProviderDayFacts,
  providerDayMachine,
} from '#machines/schedule/provider-day.machine.ts'
import { modelTests } from './harness/model-tests.ts'

const asAdministrator = { by: 'Administrators' as const, unconfirmedRows: 0, waitingChanges: 0, wasApproved: true }

const facts: Record<string, ProviderDayFacts> = {
  'an administrator, every row confirmed': asAdministrator,
  'an administrator, a row unconfirmed': { ...asAdministrator, unconfirmedRows: 1 },
  'an administrator, a change waiting': { ...asAdministrator, waitingChanges: 1 },
  'an administrator, never approved': { ...asAdministrator, wasApproved: false },
  'a provider': { ...asAdministrator, by: 'Providers' as const },
}

/** Every state as it may be stored, asked by each. */
const stored = Object.fromEntries(
  PROVIDER_DAY_STATES.flatMap((value) =>
    Object.entries(facts).map(([by, context]) => [`${value}, ${by}`, { value, context }]),
  ),
)

modelTests({
  name: 'schedule/provider-day',
  machine: providerDayMachine,
  inputs: facts,
  stored,
  cases: {
    'sessions.change': 'bare',
    'hours.change': 'bare',
    'hours.confirm': 'bare',
    'day.approve': 'bare',
    'day.reopen': { 'with a reason': { reason: 'Wrong hours' }, 'without a reason': { reason: ' ' } },
    'period.lock': { 'if approved': { isForced: false }, forced: { isForced: true } },
    'period.unlock': { 'with a reason': { reason: 'A correction' }, 'without a reason': { reason: '' } },
  },
  project: () => null,
})
