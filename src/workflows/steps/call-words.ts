import type { ChartNames } from '#workflows/model/chart-names.ts'
import type { WatchedCall, WatchedStep } from '#workflows/recording/watched.ts'

const WORDS = { started: 'Starts', done: 'Done', failed: 'Failed', stopped: 'Canceled' } as const satisfies Record<
  WatchedCall['what'],
  string
>

/** What happened to a call. */
export const callText = ({ name, what }: WatchedCall, names: ChartNames): string =>
  `${WORDS[what]}: ${names.actor(name)}`

/** Calls that a step started or canceled; the end of a call is an event of its own. */
export const ownCalls = ({ calls }: WatchedStep): readonly WatchedCall[] =>
  calls.filter(({ what }) => what === 'started' || what === 'stopped')
