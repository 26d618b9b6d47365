import { examples } from '#machines/schedule/session-form.examples.ts'
import { sessionFormMachine } from '#machines/schedule/session-form.machine.ts'
import type { ModelDescription } from './harness/description.ts'

/** The machine and the context that its guards depend on, shared by two browser runs. */
export const sessionForm = {
  machine: sessionFormMachine,
  ...examples,
  project: ({ entityCacheKey }) => ({ entityCacheKey }),
} satisfies Omit<ModelDescription<typeof sessionFormMachine>, 'name'>
