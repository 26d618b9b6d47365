import { PROVIDER_CHANGE_STATES } from '#domain/provider-changes.ts'
import { type Examples, everyStored } from '#machines/definition/examples.ts'
import type { ProviderChangeFacts, providerChangeMachine } from './provider-change.machine.ts'

const facts: Record<string, ProviderChangeFacts> = {
  'an administrator': { by: 'Administrators' },
  'a provider': { by: 'Providers' },
}

export const examples = {
  inputs: facts,
  stored: everyStored(PROVIDER_CHANGE_STATES, facts),
  cases: {
    'change.approve': 'bare',
    'change.reject': 'bare',
    'change.withdraw': 'bare',
    'change.discard': 'bare',
    'change.undo': 'bare',
  },
} satisfies Examples<typeof providerChangeMachine>
