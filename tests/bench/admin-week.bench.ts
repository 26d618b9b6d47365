import type { Bench, BenchResult, Row } from './bench.ts'
import { FIRST, measurePages, NEXT, RUNS } from './week-grid/measure.ts'

const EVENTS = 1200
const OURS = 'Homeroom, crowded hours collapsed'
const THEIRS = 'FullCalendar 7, +more from 3 on'

/** The administrator's week with every provider: a checkbox in each day header, 40 timesheets in each all-day cell. */
export const bench: Bench = {
  name: "The administrator's week compared with FullCalendar 7: 40 providers, 1,200 sessions",
  run: async (): Promise<BenchResult> => {
    const [ours = {}, theirs = {}] =
      (await measurePages(['homeroom-admin', 'fullcalendar-admin'], [EVENTS])).get(EVENTS) ?? []
    const ratio = (column: string) => (ours[column] ?? Number.NaN) / (theirs[column] ?? Number.NaN)
    const rows: Row[] = [
      { name: OURS, values: ours },
      { name: THEIRS, values: theirs },
    ]
    return {
      rows,
      targets: [
        { name: 'first render vs. FullCalendar', value: ratio(FIRST), unit: '×', atMost: 0.66 },
        { name: 'next week vs. FullCalendar', value: ratio(NEXT), unit: '×', atMost: 0.45 },
      ],
      notes: [
        `Medians of ${RUNS} fresh pages each, alternating, production builds, 1440 × 900; both use the same components for day headers and all-day cells.`,
      ],
    }
  },
}
