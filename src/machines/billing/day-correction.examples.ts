import { correctionStates } from '#domain/billing/corrections.ts'
import { type Examples, everyStored } from '#machines/definition/examples.ts'
import type { DayCorrectionFacts, dayCorrectionMachine } from './day-correction.machine.ts'

const ready = { unconfirmedRows: 0, waitingChanges: 0 }

const facts: Record<string, DayCorrectionFacts> = {
  'an administrator, ready': { by: 'Administrators', ...ready },
  'an administrator, hours not confirmed': { by: 'Administrators', ...ready, unconfirmedRows: 1 },
  'an administrator, a change is waiting': { by: 'Administrators', ...ready, waitingChanges: 1 },
  'a provider, ready': { by: 'Providers', ...ready },
  'a provider, hours not confirmed': { by: 'Providers', ...ready, unconfirmedRows: 1 },
}

export const examples = {
  inputs: facts,
  stored: everyStored(correctionStates, facts),
  cases: {
    'hours.confirm': 'bare',
    'hours.reopen': 'bare',
    'correction.approve': 'bare',
    'correction.cancel': 'bare',
  },
} satisfies Examples<typeof dayCorrectionMachine>
