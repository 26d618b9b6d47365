import { examples } from '#machines/schedule/session-form.examples.ts'
import { sessionFormMachine } from '#machines/schedule/session-form.machine.ts'
import type { ModelDescription } from './harness/description.ts'

/** The machine with what holds in its states, for whichever browser run goes with it. */
export const sessionForm = {
  machine: sessionFormMachine,
  ...examples,
  project: ({ isChanged, attempt, entityCacheKey }) => ({ isChanged, isSent: attempt !== null, entityCacheKey }),
  states: {
    'workflow.saving': ({ context }) => {
      if (!context.attempt) throw new Error('nothing is being saved')
    },
  },
} satisfies Omit<ModelDescription<typeof sessionFormMachine>, 'name'>
