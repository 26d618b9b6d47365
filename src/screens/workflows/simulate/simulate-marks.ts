import { isHeldBack, type Moment } from '#machines/workflows/simulation.ts'
import type { ChartMark, ChartMarks } from '../chart-view.ts'
import { leavesOf } from './simulate-words.ts'

const NOW: ChartMark = { tone: 'now', title: 'It stands here' }
const TAKEN: ChartMark = { tone: 'lit', title: 'Just taken' }
const HELD: ChartMark = { tone: 'bad', title: 'Held back' }

/** Where the workflow stands, how it came there, and what was held back. */
export const marksOf = (moment: Moment): ChartMarks => ({
  states: new Map(leavesOf(moment).map(({ id }) => [id, NOW])),
  transitions: new Map([
    ...(isHeldBack(moment) ? moment.branches : []).map(({ transition }) => [transition.id, HELD] as const),
    ...moment.taken.map((id) => [id, TAKEN] as const),
  ]),
})
