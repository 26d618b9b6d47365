/** What a record's log says about its way through the chart, and what it doesn't say. */
import type { LoggedStep, RecordHistory } from '#contract/workflow-counts.ts'

/** A step with its number, and how long the record had been in the state that it came from. */
export interface NumberedStep extends LoggedStep {
  /** From 1, in the whole log. */
  readonly number: number
  /** Null if it stayed in its state, or if its arrival there is not known. */
  readonly secondsBefore: number | null
  /** The state that the step before led to, if this step does not begin there: something in between was not logged. */
  readonly expected: string | undefined
}

/** All time in one state. */
export interface StateTime {
  readonly state: string
  readonly visits: number
  /** Over the visits whose length is known. */
  readonly seconds: number
  /** Whether the length of each visit is known. */
  readonly isComplete: boolean
}

export interface ReadHistory {
  readonly steps: readonly NumberedStep[]
  /** In the order of the first visits. */
  readonly times: readonly StateTime[]
  /** The state it is in; `since` is null if that is not known, or in the future. Undefined if it no longer exists. */
  readonly current:
    | { readonly state: string; readonly since: string | null; readonly seconds: number | null }
    | undefined
  /** The state that the last step led to, or the first state, if the record is in another one now. */
  readonly lastKnown: string | undefined
  /** How many earlier steps are left out. */
  readonly omitted: number
}

const secondsBetween = (from: string | null, to: string | number): number | null => {
  if (from === null) return null
  const seconds = (new Date(to).getTime() - new Date(from).getTime()) / 1000
  return seconds < 0 ? null : seconds
}

/**
 * @param initial the state in which a record begins
 * @param now in milliseconds
 */
export const readRecordHistory = (
  { record, beginsAt, total, steps }: RecordHistory,
  initial: string,
  now: number,
): ReadHistory => {
  const omitted = total - steps.length
  const times = new Map<string, StateTime>()
  const spend = (state: string, seconds: number | null) => {
    const before = times.get(state) ?? { state, visits: 0, seconds: 0, isComplete: true }
    times.set(state, {
      state,
      visits: before.visits + 1,
      seconds: before.seconds + (seconds ?? 0),
      isComplete: before.isComplete && seconds !== null,
    })
  }
  let state = omitted === 0 ? initial : undefined
  let since = omitted === 0 ? beginsAt : null
  const numbered = steps.map((step, index): NumberedStep => {
    const expected = state !== undefined && state !== step.fromState ? state : undefined
    if (expected !== undefined) {
      // A record that has no step there may have begun in another state, before the log did.
      if (index > 0) spend(expected, null)
      since = null
    }
    const isMove = step.fromState !== step.toState
    const secondsBefore = isMove ? secondsBetween(since, step.at) : null
    if (isMove) {
      spend(step.fromState, secondsBefore)
      since = step.at
    }
    state = step.toState
    return { ...step, number: omitted + index + 1, secondsBefore, expected }
  })
  if (record === null)
    return { steps: numbered, times: [...times.values()], current: undefined, lastKnown: undefined, omitted }
  const isDoubtful = state !== record.state
  if (isDoubtful && state !== undefined && steps.length > 0) spend(state, null)
  const isFuture = since !== null && new Date(since).getTime() > now
  const known = isDoubtful || isFuture ? null : since
  const seconds = secondsBetween(known, now)
  spend(record.state, seconds)
  return {
    steps: numbered,
    times: [...times.values()],
    current: { state: record.state, since: known, seconds },
    lastKnown: isDoubtful ? state : undefined,
    omitted,
  }
}
