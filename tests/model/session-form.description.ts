import { examples } from '#machines/schedule/session-form.examples.ts'
import { sessionFormMachine } from '#machines/schedule/session-form.machine.ts'
import type { ModelDescription } from './harness/description.ts'

/** The machine with what its guards depend on, for whichever browser run goes with it. */
export const sessionForm = {
  machine: sessionFormMachine,
  ...examples,
  project: ({ entityCacheKey }) => ({ entityCacheKey }),
} satisfies Omit<ModelDescription<typeof sessionFormMachine>, 'name'>
