/** Counts on the drawing. */
import type { AnyStateMachine } from 'xstate'
import type { StateCount } from '#contract/workflow-counts.ts'
import { hoursCell } from '#domain/duration-words.ts'
import type { ChartCaption, ChartMark, ChartMarks } from '#workflows/model/chart-marks.ts'
import type { ChartNames } from '#workflows/model/chart-names.ts'
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

/**
 * For files and prints: when and what was counted, and the numbers.
 *
 * @param now when the records were counted, in words
 * @param days of the period, in words
 */
export const countCaption = (
  { states, arrows }: { readonly states: readonly StateCount[]; readonly arrows: readonly CountedArrow[] },
  { now, days }: { readonly now: string; readonly days: string },
  names: Pick<ChartNames, 'state' | 'event'>,
): ChartCaption => ({
  text: `Counts. On states: records there on ${now}. On arrows: records that took them, ${days}`,
  tables: [
    {
      name: 'Counts by state',
      columns: [
        { title: 'State', width: 28 },
        { title: `Records on ${now}`, width: 34 },
        { title: 'Period', width: 26 },
        { title: 'Stays that ended', width: 18 },
        { title: 'Median when left (hours)', width: 24 },
      ],
      rows: states.map(({ state, records, stays, medianSeconds }) => [
        names.state(state),
        records,
        days,
        stays,
        hoursCell(medianSeconds),
      ]),
    },
    {
      name: 'Counts by transition',
      columns: [
        { title: 'From', width: 28 },
        { title: 'Event', width: 32 },
        { title: 'To', width: 28 },
        { title: 'Period', width: 26 },
        { title: 'Records', width: 12 },
        { title: 'Times', width: 12 },
      ],
      rows: arrows
        .filter(({ isUncounted }) => !isUncounted)
        .map(({ fromState, event, toState, records, times }) => [
          names.state(fromState),
          names.event(event),
          names.state(toState),
          days,
          records,
          times,
        ]),
    },
  ],
})

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
