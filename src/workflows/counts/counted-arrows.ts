/** A chart's transitions with how many records took them. */
import type { AnyStateMachine } from 'xstate'
import type { TakenTransition, TransitionCount, WorkflowCounts } from '#contract/workflow-counts.ts'
import { readChart } from '#workflows/model/read-chart.ts'

type Counted = Pick<NonNullable<WorkflowCounts['lifecycle']>, 'transitions' | 'keepsLoops'>

const keyOf = ({ fromState, event, toState }: TakenTransition) => `${fromState} ${event} ${toState}`

/** A transition of the drawing, or several that differ only in their guards. */
export interface CountedArrow extends TakenTransition {
  /** Transition ids in the drawing. */
  readonly ids: readonly string[]
  readonly records: number
  readonly times: number
  /** A transition that stays in its state, which is not recorded. */
  readonly isUncounted: boolean
}

/** The drawing's transitions with their counts, followed by recorded transitions that the drawing doesn't have. */
export const countedArrows = (machine: AnyStateMachine, { transitions, keepsLoops }: Counted): CountedArrow[] => {
  const counts = new Map<string, TransitionCount>(transitions.map((count) => [keyOf(count), count]))
  const arrows = new Map<string, CountedArrow>()
  for (const { id, source, event, definition } of readChart(machine).transitions) {
    // A transition without a target stays in its state, just like one that targets its own state.
    for (const target of definition.target ?? [source]) {
      const transition = { fromState: source.key, event, toState: target.key }
      const key = keyOf(transition)
      const { records = 0, times = 0 } = counts.get(key) ?? {}
      const ids = [...(arrows.get(key)?.ids ?? []), id]
      const isUncounted = !keepsLoops && source.key === target.key && records === 0
      arrows.set(key, { ...transition, ids, records, times, isUncounted })
    }
  }
  const others = transitions.filter((count) => !arrows.has(keyOf(count)))
  return [...arrows.values(), ...others.map((count) => ({ ...count, ids: [], isUncounted: false }))]
}
