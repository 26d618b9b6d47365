import { type Follows, isFollowed } from '#contract/follow.ts'
import type { LiveChange } from '#contract/live.ts'
import { BEAT_EVERY } from '#contract/live-headers.ts'

/** How many are kept. Whether older ones changed, nobody knows. */
const KEPT = 200

/** A heartbeat that is this late, in milliseconds, may not come at all. */
const LATE = 5_000

/** What changed since replies were read, as far as this page knows. */
export interface ChangeLog {
  /** Others changed something. */
  readonly note: (changes: readonly LiveChange[]) => void
  /** Anything may have changed: this page wrote something, or changes may have been missed. */
  readonly noteAny: () => void
  /** Everything that others changed until now has been noted, and what they change next will be. */
  readonly hear: () => void
  /** What others change is not noted at once anymore. */
  readonly lose: () => void
  /** Calls back once what others change is noted at once. @returns a function that cancels this */
  readonly whenFlowing: (work: () => void) => () => void
  /** Where the log ends; what is read from now on is newer than everything in it. */
  readonly end: () => number
  /** Whether a reply that was read when the log ended at `since` may be out of date. */
  readonly hasChanged: (since: number, follows: Follows) => boolean
}

export interface ChangeLogInput {
  /** Whether the server can be reached. */
  readonly isOnline: () => boolean
  /** In milliseconds; goes on while the computer sleeps. */
  readonly now: () => number
}

/** Nothing is known to be up to date before the first `hear`, and once the next one is late. */
export const createChangeLog = ({ isOnline, now }: ChangeLogInput): ChangeLog => {
  /** `undefined` is any change. */
  let log: (LiveChange | undefined)[] = []
  let dropped = 0
  let heardAt = Number.NEGATIVE_INFINITY
  const add = (entries: readonly (LiveChange | undefined)[]) => {
    log = [...log, ...entries]
    const surplus = Math.max(0, log.length - KEPT)
    log = log.slice(surplus)
    dropped += surplus
  }
  const waiting = new Set<() => void>()
  const isFlowing = () => {
    const silence = now() - heardAt
    // Someone may have set the clock back.
    return isOnline() && silence >= 0 && silence <= BEAT_EVERY + LATE
  }
  return {
    note: add,
    noteAny: () => add([undefined]),
    hear: () => {
      if (!isFlowing()) add([undefined])
      heardAt = now()
      if (!isFlowing()) return
      for (const work of waiting) work()
      waiting.clear()
    },
    lose: () => {
      heardAt = Number.NEGATIVE_INFINITY
    },
    whenFlowing: (work) => {
      if (isFlowing()) work()
      else waiting.add(work)
      return () => waiting.delete(work)
    },
    end: () => dropped + log.length,
    hasChanged: (since, follows) =>
      !isFlowing() ||
      since < dropped ||
      log.slice(since - dropped).some((change) => change === undefined || isFollowed(change, follows)),
  }
}
