/** Counts on the drawing. */
import type { AnyStateMachine } from 'xstate'
import type { StateCount, TakenTransition, TransitionCount, WorkflowCounts } from '#contract/workflow-counts.ts'
import { readChart } from '#machines/chart/read-chart.ts'
import type { ChartMark, ChartMarks } from '../chart-view.ts'

type Counted = NonNullable<WorkflowCounts['lifecycle']>

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

const stateMark = ({ records }: StateCount): ChartMark => ({
  tone: records > 0 ? 'lit' : 'muted',
  badge: records.toLocaleString('en-US'),
  title: `${records.toLocaleString('en-US')} in this state now`,
})

const arrowMark = ({ records, times, ids }: CountedArrow): ChartMark => {
  const together = ids.length > 1 ? `one of these ${ids.length} transitions` : 'this transition'
  const often = times > records ? `, ${times.toLocaleString('en-US')} times` : ''
  return {
    // Only show numbers above zero: a drawing full of zeros is hard to read.
    ...(records > 0 ? { tone: 'lit', badge: records.toLocaleString('en-US') } : { tone: 'muted' }),
    title: `${records.toLocaleString('en-US')} took ${together}${often}`,
  }
}

/** @param arrows from `countedArrows` */
export const countMarks = (
  machine: AnyStateMachine,
  { states }: Counted,
  arrows: readonly CountedArrow[],
): ChartMarks => ({
  states: new Map(states.map((count) => [machine.root.states[count.state]?.id ?? count.state, stateMark(count)])),
  transitions: new Map(
    arrows
      .filter(({ isUncounted }) => !isUncounted)
      .flatMap((arrow) => arrow.ids.map((id) => [id, arrowMark(arrow)] as const)),
  ),
})
