/** The tracking labels that can be chosen, for pickers and the legend. */
import { assign, type SnapshotFrom, setup } from 'xstate'
import type { TrackingLabel } from '#contract/lookups.ts'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'

export const trackingLabelsMachine = setup({
  types: { context: {} as { labels: readonly TrackingLabel[] }, tags: {} as Tag },
  actors: { loadLabels: notProvided<readonly TrackingLabel[], void>('loadLabels') },
  actions: { keepLabels: assign((_, labels: readonly TrackingLabel[]) => ({ labels })) },
}).createMachine({
  id: 'trackingLabels',
  description: 'The list of labels, read once.',
  initial: 'loading',
  context: { labels: [] },
  states: {
    loading: {
      description: 'The list is asked for.',
      tags: 'busy',
      invoke: {
        id: 'loadLabels',
        src: 'loadLabels',
        onDone: { target: 'ready', actions: { type: 'keepLabels', params: ({ event }) => event.output } },
        onError: 'unavailable',
      },
    },
    ready: { description: 'The labels can be chosen.' },
    unavailable: { description: 'No list: labels that were chosen before still show.', tags: 'failed' },
  },
})

export const selectLabels = ({ context }: SnapshotFrom<typeof trackingLabelsMachine>) => context.labels
