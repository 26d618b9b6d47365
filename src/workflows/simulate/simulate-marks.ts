import type { ChartMark, ChartMarks } from '#workflows/model/chart-marks.ts'
import { isHeldBack, leavesOf, type Moment } from './simulation.ts'

const NOW: ChartMark = { tone: 'now', title: 'Current state' }
const TAKEN: ChartMark = { tone: 'lit', title: 'Just taken' }
const HELD: ChartMark = { tone: 'bad', title: 'Refused' }

/** Marks the current state, the transitions just taken, and what was refused. */
export const marksOf = (moment: Moment): ChartMarks => ({
  states: new Map(leavesOf(moment).map(({ id }) => [id, NOW])),
  transitions: new Map([
    ...(isHeldBack(moment) ? moment.branches : []).map(({ transition }) => [transition.id, HELD] as const),
    ...moment.taken.map((id) => [id, TAKEN] as const),
  ]),
})
