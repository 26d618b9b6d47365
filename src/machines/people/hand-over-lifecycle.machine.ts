/**
 * The lifecycle of a hand-over of a provider's work (docs/decisions/handing-over.md). The server stores the state and
 * rejects every change that this machine doesn't allow.
 */
import { setup } from 'xstate'
import { isAdministrator, type RoleName } from '#domain/roles.ts'

export interface HandOverFacts {
  /** The user's first role. */
  by: RoleName
  /** How many items can go back. */
  goingBack: number
  /** How many cannot, in whole or in part. */
  staying: number
}

export interface HandOverEvent {
  type: 'handOver.undo'
}

export const handOverLifecycle = setup({
  types: {
    context: {} as HandOverFacts,
    input: {} as HandOverFacts,
    events: {} as HandOverEvent,
  },
  guards: {
    allGoesBack: ({ context }) => isAdministrator(context.by) && context.goingBack > 0 && context.staying === 0,
    someGoesBack: ({ context }) => isAdministrator(context.by) && context.goingBack > 0,
  },
}).createMachine({
  id: 'hand-over',
  description: "A hand-over of a provider's work to colleagues, and its undoing.",
  context: ({ input }) => input,
  initial: 'moved',
  states: {
    moved: {
      description: 'The work is with the colleagues. What has not been changed since can go back.',
      on: {
        'handOver.undo': [
          { guard: 'allGoesBack', target: 'undone' },
          { guard: 'someGoesBack', target: 'partlyUndone' },
        ],
      },
    },
    partlyUndone: {
      description: 'Some of it went back. The rest can follow once nothing is in its way.',
      on: {
        'handOver.undo': [
          { guard: 'allGoesBack', target: 'undone' },
          { guard: 'someGoesBack', target: 'partlyUndone' },
        ],
      },
    },
    undone: { type: 'final', description: 'Everything went back.' },
  },
})
