import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { build, type Rolldown } from 'vite'
import { launchChromium } from '#tests/support/chromium.ts'
import { buildPage } from '#tests/support/page.ts'
import { type Bench, median, type Row, type Target } from './bench.ts'
import type {} from './week-grid/drive.ts'

const COUNTS = [50, 500, 2000]
const RUNS = 7
const folder = fileURLToPath(new URL('week-grid', import.meta.url))
const LIBRARIES = [
  {
    name: 'Homeroom',
    page: 'homeroom',
    entry: fileURLToPath(new URL('../../src/ui/week-grid/week-grid.tsx', import.meta.url)),
  },
  { name: 'FullCalendar 7', page: 'fullcalendar', entry: join(folder, 'fullcalendar-parts.ts') },
]

const FIRST = 'first render, ms'
const NEXT = 'next week, ms'
const HEAP = 'JS heap, MB'
const NODES = 'DOM nodes'

/** Gzipped kB of a library's own JavaScript and CSS; `shared` is what the portal loads in any case. */
const sizeOf = async (entry: string, shared: readonly RegExp[]): Promise<number> => {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    css: { postcss: fileURLToPath(new URL('../..', import.meta.url)) },
    build: {
      write: false,
      // Not as a library: those keep their whitespace.
      rolldownOptions: { input: entry, external: [...shared], preserveEntrySignatures: 'strict' },
    },
  })) as Rolldown.RolldownOutput
  const texts = built.output.map((part) => (part.type === 'chunk' ? part.code : part.source))
  return texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0) / 1000
}

/** One fresh page: its times, then its heap after garbage collection and its nodes, the second week on screen. */
const measure = async (browser: Browser, url: string, count: number) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const failures: string[] = []
  page.on('pageerror', (error) => failures.push(error.message))
  await page.goto(url)
  await page.waitForFunction(() => 'driver' in window)
  const first = await page.evaluate((wanted) => window.driver.first(wanted), count)
  const session = await context.newCDPSession(page)
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const next = await page.evaluate(() => window.driver.next())
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length)
  await context.close()
  if (failures.length > 0) throw new Error(`${url}: ${failures.join('; ')}`)
  return { [FIRST]: first, [NEXT]: next, [HEAP]: usedSize / 1e6, [NODES]: nodes }
}

const medians = (runs: readonly Record<string, number>[]): Record<string, number> =>
  Object.fromEntries(Object.keys(runs[0] ?? {}).map((key) => [key, median(runs.map((run) => run[key] ?? Number.NaN))]))

const rowName = (library: string, count: number) => `${library}, ${count} events`

const measureAll = async (): Promise<Row[]> => {
  const input = Object.fromEntries(LIBRARIES.map(({ page }) => [page, join(folder, `${page}.html`)]))
  const [pages, browser] = await Promise.all([buildPage(folder, { rolldownOptions: { input } }), launchChromium()])
  try {
    const rows: Row[] = []
    for (const count of COUNTS) {
      const runs = LIBRARIES.map((): Record<string, number>[] => [])
      // Turn and turn about, so that whatever else the machine does falls on both; the first turn warms up.
      for (let turn = 0; turn <= RUNS; turn++) {
        for (const [index, { page }] of LIBRARIES.entries()) {
          const result = await measure(browser, `${pages.url}${page}.html`, count)
          if (turn > 0) runs[index]?.push(result)
        }
      }
      LIBRARIES.forEach(({ name }, index) => {
        rows.push({ name: rowName(name, count), values: medians(runs[index] ?? []) })
      })
    }
    return rows
  } finally {
    await browser.close()
    await pages.close()
  }
}

const targetsOf = (rows: readonly Row[], ownSize: number): Target[] => {
  const value = (library: string, count: number, column: string) =>
    rows.find(({ name }) => name === rowName(library, count))?.values[column] ?? Number.NaN
  const ours = (count: number, column: string) => value('Homeroom', count, column)
  const ratio = (count: number, column: string) => ours(count, column) / value('FullCalendar 7', count, column)
  return [
    { name: '500 events, first render', value: ours(500, FIRST), unit: 'ms', atMost: 250 },
    { name: '500 events, next week', value: ours(500, NEXT), unit: 'ms', atMost: 90 },
    { name: '500 events, first render beside FullCalendar', value: ratio(500, FIRST), unit: '×', atMost: 0.66 },
    { name: '500 events, next week beside FullCalendar', value: ratio(500, NEXT), unit: '×', atMost: 0.5 },
    { name: '2,000 events, first render', value: ours(2000, FIRST), unit: 'ms', atMost: 475 },
    { name: '2,000 events, next week', value: ours(2000, NEXT), unit: 'ms', atMost: 365 },
    { name: '2,000 events, JS heap', value: ours(2000, HEAP), unit: 'MB', atMost: 8 },
    { name: "the grid's own JS and CSS, gzipped", value: ownSize, unit: 'kB', atMost: 10 },
  ]
}

export const bench: Bench = {
  name: 'Week grid beside FullCalendar 7',
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
        `Medians of ${RUNS} fresh pages each, turn and turn about, production builds, 1440 × 900; a time ends at the frame after the one that holds the last event.`,
        `Gzipped JS and CSS: Homeroom ${ownSize.toFixed(1)} kB (${wholeSize.toFixed(1)} kB with domain/time, dayjs and zod, which the portal loads anyway), FullCalendar ${peerSize.toFixed(1)} kB; React counts for neither.`,
      ],
    }
  },
}
