import type { ChartMarks } from '#workflows/model/chart-marks.ts'
import type { WatchedMachine, WatchedStep } from '#workflows/recording/watched.ts'

interface Watched {
  readonly machines: readonly WatchedMachine[]
  /** All recorded steps, oldest first. */
  readonly steps: readonly WatchedStep[]
  /** The machine whose steps are listed, if it is only one. */
  readonly machine: string | undefined
  /** The shown step; the latest one while live. */
  readonly shown: WatchedStep | undefined
}

/** A machine of the drawn statechart, at the moment shown. */
export interface DrawnMachine {
  readonly machine: WatchedMachine
  /** Its last step by then. */
  readonly last: WatchedStep | undefined
}

/**
 * Which running machine the drawing shows: the one that took the shown step, the one whose steps are listed, or else the
 * one that was active last.
 *
 * @param statechart the id of the drawn statechart
 */
export const drawnMachine = (
  { machines, steps, machine: listed, shown }: Watched,
  statechart: string,
): DrawnMachine | undefined => {
  const fitting = new Map(machines.filter((each) => each.machine === statechart).map((each) => [each.id, each]))
  const known = steps.filter(({ number }) => shown === undefined || number <= shown.number)
  const machine =
    fitting.get(shown?.machine ?? '') ??
    fitting.get(listed ?? '') ??
    fitting.get(known.findLast((step) => fitting.has(step.machine))?.machine ?? '') ??
    [...fitting.values()].findLast(({ hasEnded }) => !hasEnded)
  return machine && { machine, last: known.findLast((step) => step.machine === machine.id) }
}

/** Its states at that moment; unknown before its first recorded step. */
export const statesThen = ({ machine, last }: DrawnMachine, hasSteps: boolean): readonly string[] =>
  last?.states ?? (hasSteps ? [] : machine.states)

/** The states that contain none of the others. */
export const innermost = (states: readonly string[]): readonly string[] =>
  states.filter((id) => !states.some((other) => other.startsWith(`${id}.`)))

/** Marks the machine's states and the transition that led there. */
export const watchMarks = (drawn: DrawnMachine, hasSteps: boolean): ChartMarks => {
  const { machine, last } = drawn
  const title = machine.hasEnded ? 'State when it ended' : 'Current state'
  return {
    states: new Map(
      statesThen(drawn, hasSteps)
        .filter((id) => id !== machine.machine)
        .map((id) => [id, { tone: 'now' as const, title }]),
    ),
    transitions: new Map(last?.transitions.map((id) => [id, { tone: 'lit' as const, title: 'Last transition' }])),
  }
}
