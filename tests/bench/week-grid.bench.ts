import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import type { Bench, Row, Target } from './bench.ts'
import { FIRST, HEAP, measurePages, NEXT, RUNS } from './week-grid/measure.ts'

const COUNTS = [50, 500, 2000]
const folder = fileURLToPath(new URL('week-grid', import.meta.url))
const LIBRARIES = [
  {
    name: 'Homeroom',
    page: 'homeroom',
    entry: fileURLToPath(new URL('../../src/ui/week-grid/week-grid.tsx', import.meta.url)),
  },
  { name: 'FullCalendar 7', page: 'fullcalendar', entry: join(folder, 'fullcalendar-parts.ts') },
]

/** Gzipped kB of a library's own JavaScript and CSS; `shared` is what the portal loads anyway. */
const sizeOf = async (entry: string, shared: readonly RegExp[]): Promise<number> => {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    css: { postcss: fileURLToPath(new URL('../..', import.meta.url)) },
    build: {
      write: false,
      // Not in library mode, which keeps whitespace.
      rolldownOptions: { input: entry, external: [...shared], preserveEntrySignatures: 'strict' },
    },
  })) as Rolldown.RolldownOutput
  const texts = built.output.map((part) => (part.type === 'chunk' ? part.code : part.source))
  return texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0) / 1000
}

const rowName = (library: string, count: number) => `${library}, ${count} events`

const measureAll = async (): Promise<Row[]> => {
  const results = await measurePages(
    LIBRARIES.map(({ page }) => page),
    COUNTS,
  )
  return [...results].flatMap(([count, medians]) =>
    LIBRARIES.map(({ name }, index) => ({ name: rowName(name, count), values: medians[index] ?? {} })),
  )
}

const targetsOf = (rows: readonly Row[], ownSize: number): Target[] => {
  const value = (library: string, count: number, column: string) =>
    rows.find(({ name }) => name === rowName(library, count))?.values[column] ?? Number.NaN
  const ours = (count: number, column: string) => value('Homeroom', count, column)
  const ratio = (count: number, column: string) => ours(count, column) / value('FullCalendar 7', count, column)
  return [
    { name: '500 events, first render', value: ours(500, FIRST), unit: 'ms', atMost: 250 },
    { name: '500 events, next week', value: ours(500, NEXT), unit: 'ms', atMost: 90 },
    { name: '500 events, first render vs. FullCalendar', value: ratio(500, FIRST), unit: '×', atMost: 0.66 },
    { name: '500 events, next week vs. FullCalendar', value: ratio(500, NEXT), unit: '×', atMost: 0.4 },
    { name: '2,000 events, first render', value: ours(2000, FIRST), unit: 'ms', atMost: 475 },
    { name: '2,000 events, next week', value: ours(2000, NEXT), unit: 'ms', atMost: 365 },
    { name: '2,000 events, JS heap', value: ours(2000, HEAP), unit: 'MB', atMost: 8 },
    { name: "the grid's own JS and CSS, gzipped", value: ownSize, unit: 'kB', atMost: 10 },
  ]
}

export const bench: Bench = {
  name: 'Week grid compared with FullCalendar 7',
  run: async () => {
    const react = /^(react|react-dom)($|\/)/
    const [homeroom, fullCalendar] = LIBRARIES.map(({ entry }) => entry)
    const ownSize = await sizeOf(homeroom ?? '', [react, /^#domain\//])
    const wholeSize = await sizeOf(homeroom ?? '', [react])
    const peerSize = await sizeOf(fullCalendar ?? '', [react])
    const rows = await measureAll()
    return {
      rows,
      targets: targetsOf(rows, ownSize),
      notes: [
        `Medians of ${RUNS} fresh pages each, alternating, production builds, 1440 × 900; each time ends one frame after the last event was painted.`,
        `Gzipped JS and CSS: Homeroom ${ownSize.toFixed(1)} kB (${wholeSize.toFixed(1)} kB with domain/time, dayjs and zod, which the portal loads anyway), FullCalendar ${peerSize.toFixed(1)} kB; React is not counted for either.`,
      ],
    }
  },
}
