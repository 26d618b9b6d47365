/**
 * Hears of changes that others make. One tab of the browser leads: it reads the server's stream and tells the others. When
 * the leading tab closes, another one takes over where it stopped.
 */
import {
  assertEvent,
  assign,
  type EventObject,
  emit,
  enqueueActions,
  fromCallback,
  type SnapshotFrom,
  sendTo,
  setup,
} from 'xstate'
import type { LiveChange } from '#contract/live.ts'
import type { Tag } from '../tags.ts'

/** What the leading tab tells the others. */
export type LiveNews =
  /** `id`: from where the stream can be resumed. */
  | { readonly type: 'news.changes'; readonly changes: readonly LiveChange[]; readonly id: string }
  | { readonly type: 'news.reset'; readonly id: string | undefined }
  /** The leading tab is alive, and has told everything up to `id`. */
  | { readonly type: 'news.beat'; readonly id: string }
  /** The stream was lost for a moment, and has missed nothing. */
  | { readonly type: 'news.resume' }
  | { readonly type: 'news.state'; readonly isFresh: boolean }

export type LiveEvent =
  /** No other tab leads. */
  | { readonly type: 'lead.gain' }
  | { readonly type: 'leader.broadcast'; readonly news: LiveNews }
  | { readonly type: 'stream.open' }
  | { readonly type: 'stream.tell'; readonly changes: readonly LiveChange[]; readonly id: string }
  /** Some changes may be missing. */
  | { readonly type: 'stream.reset'; readonly id: string }
  /** The stream is alive, and everything up to `id` has come. */
  | { readonly type: 'stream.beat'; readonly id: string }
  | { readonly type: 'stream.lose' }
  /** The server is reachable again: what was read meanwhile may have failed. */
  | { readonly type: 'network.return' }
  | { readonly type: 'computer.wake' }

/** To the pages. */
export type LiveEmitted =
  | { readonly type: 'live.changed'; readonly changes: readonly LiveChange[] }
  /** Read again whatever is shown. */
  | { readonly type: 'live.reset' }
  /** Read again what was being read when the server stopped: that may have failed. */
  | { readonly type: 'live.resumed' }
  /** Whether changes come at once, or late. */
  | { readonly type: 'live.fresh' }
  | { readonly type: 'live.stale' }

interface LiveContext {
  /** The last event's; undefined before the first. */
  readonly lastId: string | undefined
  /** How often the stream was lost, or could not be opened, since it last worked; three is the most that counts. */
  readonly failures: number
  /** Whether pages must read again whatever they show once the stream is open. */
  readonly isBehind: boolean
  /** From 0 to 1. */
  readonly random: () => number
}

const SECOND = 1_000
/** The stream is given up for a while after this many failures in a row. */
const MANY = 3

export const liveMachine = setup({
  types: {
    context: {} as LiveContext,
    input: {} as Pick<LiveContext, 'random'>,
    events: {} as LiveEvent,
    emitted: {} as LiveEmitted,
    tags: {} as Tag,
  },
  actors: {
    /** Waits until this tab leads, and holds the lead as long as it runs. */
    seekLead: fromCallback(() => {
      throw new Error('No seekLead was provided')
    }),
    /** Tells the browser's other tabs, and hears what their leader tells. */
    shareNews: fromCallback<LiveNews>(() => {
      throw new Error('No shareNews was provided')
    }),
    watchSleep: fromCallback(() => {
      throw new Error('No watchSleep was provided')
    }),
    readStream: fromCallback<EventObject, { readonly lastId: string | undefined }>(() => {
      throw new Error('No readStream was provided')
    }),
  },
  delays: {
    openPatience: 15 * SECOND,
    /** The server sends a heartbeat every 20 seconds. */
    beatPatience: 45 * SECOND,
    leaderPatience: 60 * SECOND,
    /** Longer each time; servers that restart are not asked by everyone at once. */
    retryPause: ({ context: { failures, random } }) => SECOND * 2 ** (failures - 1) * (0.5 + random()),
    pollPause: 30 * SECOND,
  },
  guards: {
    hasFailedOften: ({ context }) => context.failures >= MANY,
    wasLost: ({ context }) => context.failures > 0,
    /** Without an id, nobody knows what changed since the page was opened. */
    hasMissed: ({ context: { isBehind, failures, lastId } }) => isBehind || (failures > 0 && lastId === undefined),
  },
  actions: {
    keepId: assign(({ context, event }) => ({ lastId: 'id' in event ? event.id : context.lastId })),
    countFailure: assign(({ context }) => ({ failures: Math.min(context.failures + 1, MANY) })),
    forgetFailures: assign({ failures: 0, isBehind: false }),
    noteGap: assign({ isBehind: true }),
    tellChanges: enqueueActions(({ enqueue, event }) => {
      assertEvent(event, 'stream.tell')
      const { changes, id } = event
      enqueue.emit({ type: 'live.changed', changes })
      enqueue.sendTo('shareNews', { type: 'news.changes', changes, id } satisfies LiveNews)
    }),
    askToReadAgain: emit({ type: 'live.reset' }),
    shareBeat: sendTo('shareNews', ({ event }): LiveNews => {
      assertEvent(event, 'stream.beat')
      return { type: 'news.beat', id: event.id }
    }),
    shareReset: sendTo('shareNews', ({ context }): LiveNews => ({ type: 'news.reset', id: context.lastId })),
    askToRetry: emit({ type: 'live.resumed' }),
    shareResumption: sendTo('shareNews', { type: 'news.resume' } satisfies LiveNews),
    sayFresh: emit({ type: 'live.fresh' }),
    sayStale: emit({ type: 'live.stale' }),
    shareFresh: sendTo('shareNews', { type: 'news.state', isFresh: true } satisfies LiveNews),
    shareStale: sendTo('shareNews', { type: 'news.state', isFresh: false } satisfies LiveNews),
    passOn: enqueueActions(({ enqueue, event }) => {
      assertEvent(event, 'leader.broadcast')
      const { news } = event
      if ('id' in news && news.id !== undefined) enqueue.assign({ lastId: news.id })
      if (news.type === 'news.changes') enqueue.emit({ type: 'live.changed', changes: news.changes })
      if (news.type === 'news.reset') enqueue.emit({ type: 'live.reset' })
      if (news.type === 'news.resume') enqueue.emit({ type: 'live.resumed' })
      if (news.type === 'news.state') enqueue.emit({ type: news.isFresh ? 'live.fresh' : 'live.stale' })
    }),
  },
}).createMachine({
  id: 'live',
  description: 'Hears of changes that others make, for all tabs of the browser.',
  context: ({ input: { random } }) => ({ lastId: undefined, failures: 0, isBehind: false, random }),
  invoke: [
    { id: 'shareNews', src: 'shareNews' },
    { id: 'seekLead', src: 'seekLead' },
    { id: 'watchSleep', src: 'watchSleep' },
  ],
  initial: 'following',
  on: { 'leader.broadcast': { actions: 'passOn' } },
  states: {
    following: {
      description: 'Another tab leads, or none yet.',
      initial: 'connected',
      states: {
        connected: {
          description: 'What the leading tab tells goes to the page.',
          on: {
            'lead.gain': '#live.leading',
            'leader.broadcast': { target: 'connected', reenter: true, actions: 'passOn' },
          },
          after: { leaderPatience: 'disconnected' },
        },
        disconnected: {
          description:
            'The leading tab says nothing: the browser may have suspended it. Pages read again what they show.',
          tags: 'failed',
          entry: ['sayStale', 'askToReadAgain'],
          on: {
            'lead.gain': { target: '#live.leading', actions: 'sayFresh' },
            'leader.broadcast': { target: 'connected', actions: ['sayFresh', 'passOn'] },
          },
          after: { pollPause: { target: 'disconnected', reenter: true } },
        },
      },
    },
    leading: {
      description: 'This tab reads the stream for all tabs.',
      initial: 'streaming',
      states: {
        streaming: {
          description: 'The stream is opening or open.',
          invoke: { id: 'readStream', src: 'readStream', input: ({ context: { lastId } }) => ({ lastId }) },
          on: {
            'stream.lose': 'waiting',
            'network.return': { target: 'streaming', reenter: true, actions: 'noteGap' },
            'computer.wake': { target: 'streaming', reenter: true },
          },
          initial: 'opening',
          states: {
            opening: {
              description: 'The stream is opening.',
              tags: 'busy',
              after: { openPatience: '#live.leading.waiting' },
              on: {
                'stream.open': [
                  { guard: 'hasMissed', target: 'open', actions: ['askToReadAgain', 'shareReset'] },
                  { guard: 'wasLost', target: 'open', actions: ['askToRetry', 'shareResumption'] },
                  { target: 'open' },
                ],
              },
            },
            open: {
              description: 'Changes come at once. A heartbeat comes every 20 seconds.',
              entry: ['forgetFailures', 'sayFresh', 'shareFresh'],
              after: { beatPatience: '#live.leading.waiting' },
              on: {
                'stream.beat': { target: 'open', reenter: true, actions: ['keepId', 'shareBeat'] },
                'stream.tell': { target: 'open', reenter: true, actions: ['keepId', 'tellChanges'] },
                'stream.reset': { target: 'open', reenter: true, actions: ['keepId', 'askToReadAgain', 'shareReset'] },
              },
            },
          },
        },
        waiting: {
          description: 'The stream was lost or could not be opened; another try follows.',
          entry: 'countFailure',
          always: { guard: 'hasFailedOften', target: 'polling' },
          on: { 'network.return': { target: 'streaming', actions: 'noteGap' }, 'computer.wake': 'streaming' },
          after: { retryPause: 'streaming' },
        },
        polling: {
          description: 'The stream does not work. Pages read again what they show, before each further try.',
          tags: 'failed',
          entry: ['sayStale', 'shareStale', 'askToReadAgain', 'shareReset'],
          on: { 'network.return': { target: 'streaming', actions: 'noteGap' }, 'computer.wake': 'streaming' },
          after: { pollPause: 'streaming' },
        },
      },
    },
  },
})

/** Whether this tab hears of changes at once, as far as it knows. */
export const isHearing = (snapshot: SnapshotFrom<typeof liveMachine>): boolean =>
  snapshot.matches({ following: 'connected' }) || snapshot.matches({ leading: { streaming: 'open' } })
