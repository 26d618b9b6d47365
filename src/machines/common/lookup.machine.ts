/** A list to choose from, or to explain with, that is loaded once: labels, providers. Typed by item. */
import { assign, type SnapshotFrom, setup } from 'xstate'
import type { Tag } from '../tags.ts'
import { notProvided } from './not-provided.ts'

/** @returns the machine of a list of `Item`s; provide it with `loadItems` */
export const lookup = <Item>() =>
  setup({
    types: { context: {} as { items: readonly Item[] }, tags: {} as Tag },
    actors: { loadItems: notProvided<readonly Item[], void>('loadItems') },
    actions: { keepItems: assign((_, items: readonly Item[]) => ({ items })) },
  }).createMachine({
    id: 'lookup',
    description: 'A list to choose from, loaded once.',
    initial: 'loading',
    context: { items: [] },
    states: {
      loading: {
        description: 'The list is loading.',
        tags: 'busy',
        invoke: {
          id: 'loadItems',
          src: 'loadItems',
          onDone: { target: 'ready', actions: { type: 'keepItems', params: ({ event }) => event.output } },
          onError: 'unavailable',
        },
      },
      ready: { description: 'The user can choose an item.' },
      unavailable: { description: 'Loading failed. The current choice still shows.', tags: 'failed' },
    },
  })

export type LookupMachine<Item> = ReturnType<typeof lookup<Item>>

export const selectItems = <Item>({ context }: SnapshotFrom<LookupMachine<Item>>): readonly Item[] => context.items
