import { HAND_OVER_STATES } from '#domain/hand-over.ts'
import { type Examples, everyStored } from '#machines/definition/examples.ts'
import type { HandOverFacts, handOverLifecycle } from './hand-over-lifecycle.machine.ts'

const facts: Record<string, HandOverFacts> = {
  'an administrator, everything goes back': { by: 'Administrators', goingBack: 1, staying: 0 },
  'an administrator, some goes back': { by: 'Administrators', goingBack: 1, staying: 1 },
  'an administrator, nothing goes back': { by: 'Administrators', goingBack: 0, staying: 1 },
  'a provider': { by: 'Providers', goingBack: 1, staying: 0 },
  'a provider, some goes back': { by: 'Providers', goingBack: 1, staying: 1 },
}

export const examples = {
  inputs: facts,
  stored: everyStored(HAND_OVER_STATES, facts),
  cases: { 'handOver.undo': 'bare' },
} satisfies Examples<typeof handOverLifecycle>
