import type { ChartNames } from '#machines/chart/chart-names.ts'
import type { WatchedCall, WatchedStep } from '#machines/workflows/watched.ts'

const WORDS = { started: 'starts', done: 'done', failed: 'failed', stopped: 'given up' } as const satisfies Record<
  WatchedCall['what'],
  string
>

/** What became of something that a machine called. */
export const callText = ({ name, what }: WatchedCall, names: ChartNames): string =>
  what === 'started' ? `${WORDS.started} ${names.actor(name)}` : `${names.actor(name)} ${WORDS[what]}`

/** What a step called or gave up: that something it had called has ended is said by its event. */
export const ownCalls = ({ calls }: WatchedStep): readonly WatchedCall[] =>
  calls.filter(({ what }) => what === 'started' || what === 'stopped')
