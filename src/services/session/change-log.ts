import { type Follows, isFollowed } from '#contract/follow.ts'
import type { LiveChange } from '#contract/live.ts'

/** Of what is older, nobody knows whether it changed. */
const KEPT = 200

/** What changed since replies were read, as far as this page knows. */
export interface ChangeLog {
  /** Others changed something. */
  readonly note: (changes: readonly LiveChange[]) => void
  /** Anything may have changed: this page wrote something, or changes may have been missed. */
  readonly noteAny: () => void
  /** Where the log ends; what is read from now on is newer than everything in it. */
  readonly end: () => number
  /** Whether a reply that was read when the log ended at `since` may be out of date. */
  readonly hasChanged: (since: number, follows: Follows) => boolean
}

/** @param isFlowing whether others' changes arrive at once */
export const createChangeLog = ({ isFlowing }: { isFlowing: () => boolean }): ChangeLog => {
  /** `undefined` is any change. */
  let log: (LiveChange | undefined)[] = []
  let dropped = 0
  const add = (entries: readonly (LiveChange | undefined)[]) => {
    log = [...log, ...entries]
    const surplus = Math.max(0, log.length - KEPT)
    log = log.slice(surplus)
    dropped += surplus
  }
  return {
    note: add,
    noteAny: () => add([undefined]),
    end: () => dropped + log.length,
    hasChanged: (since, follows) =>
      !isFlowing() ||
      since < dropped ||
      log.slice(since - dropped).some((change) => change === undefined || isFollowed(change, follows)),
  }
}
