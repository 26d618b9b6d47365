/** Counts on the drawing. */
import type { AnyStateMachine } from 'xstate'
import type { StateCount } from '#contract/workflow-counts.ts'
import type { ChartMark, ChartMarks } from '../chart/chart-marks.ts'
import type { CountedArrow } from './counted-arrows.ts'

type CountedState = Pick<StateCount, 'state' | 'records'>

const stateMark = ({ records }: CountedState): ChartMark => ({
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
  states: readonly CountedState[],
  arrows: readonly CountedArrow[],
): ChartMarks => ({
  states: new Map(states.map((count) => [machine.root.states[count.state]?.id ?? count.state, stateMark(count)])),
  transitions: new Map(
    arrows
      .filter(({ isUncounted }) => !isUncounted)
      .flatMap((arrow) => arrow.ids.map((id) => [id, arrowMark(arrow)] as const)),
  ),
})
