import type { WatchedMachine, WatchedStep } from '#machines/workflows/watched.ts'
import type { ChartMarks } from '../chart-view.ts'

interface Watched {
  readonly machines: readonly WatchedMachine[]
  /** All that are remembered, the oldest first. */
  readonly steps: readonly WatchedStep[]
  /** The machine whose steps are listed, where it is one. */
  readonly machine: string | undefined
  /** The step that is looked at; the last one while the view follows. */
  readonly shown: WatchedStep | undefined
}

/** A machine of the drawn statechart, at the moment that is looked at. */
export interface DrawnMachine {
  readonly machine: WatchedMachine
  /** What it did last by then. */
  readonly last: WatchedStep | undefined
}

/**
 * Which of the running machines the drawing shows: the one that took the step that is looked at, the one whose steps are
 * listed, or else the one that did something last.
 *
 * @param statechart the id of the one that is drawn
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

/** The states that it was in then. Before the first step that is remembered of it, they are not known. */
export const statesThen = ({ machine, last }: DrawnMachine, hasSteps: boolean): readonly string[] =>
  last?.states ?? (hasSteps ? [] : machine.states)

/** Of states, those that have none of the others in them. */
export const innermost = (states: readonly string[]): readonly string[] =>
  states.filter((id) => !states.some((other) => other.startsWith(`${id}.`)))

/** Where the machine stood, and the way that brought it there. */
export const watchMarks = (drawn: DrawnMachine, hasSteps: boolean): ChartMarks => {
  const { machine, last } = drawn
  const title = machine.hasEnded ? 'It was here when it ended' : 'It is here'
  return {
    states: new Map(
      statesThen(drawn, hasSteps)
        .filter((id) => id !== machine.machine)
        .map((id) => [id, { tone: 'now' as const, title }]),
    ),
    transitions: new Map(
      last?.transitions.map((id) => [id, { tone: 'lit' as const, title: 'The way that it took last' }]),
    ),
  }
}
