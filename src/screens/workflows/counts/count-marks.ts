/** Counts as they stand on the drawing. */
import type { AnyStateMachine } from 'xstate'
import type { StateCount, TakenTransition, TransitionCount, WorkflowCounts } from '#contract/workflow-counts.ts'
import { readChart } from '#machines/chart/read-chart.ts'
import type { ChartMark, ChartMarks } from '../chart-view.ts'

type Counted = NonNullable<WorkflowCounts['lifecycle']>

const keyOf = ({ fromState, event, toState }: TakenTransition) => `${fromState} ${event} ${toState}`

/** An arrow of the drawing, or several that start, end and happen alike and differ in what holds them back. */
export interface CountedArrow extends TakenTransition {
  /** The drawing's ids. */
  readonly ids: readonly string[]
  readonly records: number
  readonly times: number
  /** It ends where it began, and nobody writes that down. */
  readonly isUncounted: boolean
}

/** The drawing's arrows with their counts, and after them what was taken that is no arrow of it. */
export const countedArrows = (machine: AnyStateMachine, { transitions, keepsLoops }: Counted): CountedArrow[] => {
  const counts = new Map<string, TransitionCount>(transitions.map((count) => [keyOf(count), count]))
  const arrows = new Map<string, CountedArrow>()
  for (const { id, source, event, definition } of readChart(machine).transitions) {
    // An event without a target leaves the state as it is, as one does that leads back to it.
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
  title: `${records.toLocaleString('en-US')} here now`,
})

const arrowMark = ({ records, times, ids }: CountedArrow): ChartMark => {
  const together = ids.length > 1 ? `one of these ${ids.length} ways` : 'this way'
  const often = times > records ? `, ${times.toLocaleString('en-US')} times` : ''
  return {
    // Numbers only where somebody went: a drawing full of noughts can't be read.
    ...(records > 0 ? { tone: 'lit', badge: records.toLocaleString('en-US') } : { tone: 'muted' }),
    title: `${records.toLocaleString('en-US')} went ${together}${often}`,
  }
}

/** @param arrows of `countedArrows` */
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
