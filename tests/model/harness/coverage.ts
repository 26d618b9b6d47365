import type { Workflow } from '#machines/definition/workflow.ts'
import { type CoverageRecord, coverageRows, machineOf, type RunRecord, TOGETHER } from '#workflows/coverage/coverage.ts'
import type { Chart } from '#workflows/model/read-chart.ts'
import { statePath } from '#workflows/model/read-chart.ts'

/** What a run covered: state paths, and ids of transitions and refusals. */
export interface Coverage {
  states: Set<string>
  transitions: Set<string>
  refusals: Set<string>
}

export function noCoverage(): Coverage {
  return { states: new Set(), transitions: new Set(), refusals: new Set() }
}

/** A state, transition or refusal of a chart, and whether a run covered it. */
export interface Item {
  kind: keyof Coverage
  id: string
  covered: boolean
  /** Why it was missed, if it was. */
  excuse?: string
}

/** Whether an id matches a pattern, in which `*` matches anything. */
export function isLike(pattern: string, id: string): boolean {
  const source = pattern
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*')
  return new RegExp(`^${source}$`).test(id)
}

/** The description's reason for missing something. */
export function excuseFor(id: string, excuses: Record<string, string> = {}): string | undefined {
  return Object.entries(excuses).find(([pattern]) => isLike(pattern, id))?.[1]
}

/** Everything in a chart, and whether the run covered it. */
export function itemsOf(
  chart: Chart,
  covered: Coverage,
  excuses: Record<string, string> | undefined,
  kinds: (keyof Coverage)[],
): Item[] {
  const ids: Record<keyof Coverage, string[]> = {
    states: chart.states.map(statePath),
    transitions: chart.transitions.map(({ id }) => id),
    refusals: chart.refusals.map(({ id }) => id),
  }
  return kinds.flatMap((kind) =>
    ids[kind].map((id) => {
      const isCovered = covered[kind].has(id)
      const excuse = isCovered ? undefined : excuseFor(id, excuses)
      return { kind, id, covered: isCovered, ...(excuse === undefined ? {} : { excuse }) }
    }),
  )
}

const nouns: Record<keyof Coverage, string> = { states: 'state', transitions: 'transition', refusals: 'refusal' }

/**
 * Problems with a run's coverage: something missed without a reason, a reason for something that was covered, or a reason
 * for something that doesn't exist.
 */
export function coverageProblems(items: readonly Item[], excuses: Record<string, string> = {}): string[] {
  const missed = items.filter((item) => !item.covered && item.excuse === undefined)
  const stale = Object.keys(excuses).flatMap((pattern) => {
    const meant = items.filter((item) => isLike(pattern, item.id))
    const met = meant.filter((item) => item.covered)
    if (meant.length === 0) return [`the excuse for "${pattern}" excuses nothing`]
    return met.map((item) => `the excuse for "${pattern}" excuses what is covered: ${item.id}`)
  })
  return [...missed.map((item) => `never covered the ${nouns[item.kind]} "${item.id}"`), ...stale]
}

/** One run of one machine: what it covered and how long it took. */
export interface RunReport {
  paths: number
  milliseconds: number
  items: Item[]
}

/** The report of one description's tests. */
export interface MachineReport {
  name: string
  machine: RunReport
  /** A string says why there is no browser run. */
  browser: RunReport | string
  /** Whether everything without an excuse was covered; only complete reports are stored. */
  isComplete: boolean
}

const idsOf = ({ items }: RunReport, kind: keyof Coverage) =>
  items.filter((item) => item.kind === kind).map(({ id }) => id)

const runRecord = ({ paths, items }: RunReport): RunRecord => ({
  paths,
  missed: Object.fromEntries(items.filter(({ covered }) => !covered).map(({ id, excuse = '' }) => [id, excuse])),
})

/** A report as stored: without times, so that it only changes when coverage does. */
export function recordOf({ machine, browser }: Pick<MachineReport, 'machine' | 'browser'>): CoverageRecord {
  return {
    states: idsOf(machine, 'states'),
    transitions: idsOf(machine, 'transitions'),
    refusals: idsOf(machine, 'refusals'),
    machine: runRecord(machine),
    browser: typeof browser === 'string' ? browser : runRecord(browser),
  }
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`

/**
 * The table that a run prints: a row per machine in catalog order with covered counts, on the machine and in the
 * browser, and a total.
 */
export function coverageTable(reports: readonly MachineReport[], catalog: readonly Workflow[]): string {
  const file = Object.fromEntries(reports.map((report) => [report.name, recordOf(report)]))
  const names = catalog.map(({ name }) => name)
  const timeOf = (run: 'machine' | 'browser', title: string) => {
    const summed = reports.filter(({ name }) => {
      const machine = machineOf(name, names)
      return title === TOGETHER || catalog.some((workflow) => workflow.name === machine && workflow.title === title)
    })
    const runs = summed.map((report) => report[run]).filter((one) => typeof one !== 'string')
    return seconds(runs.reduce((total, { milliseconds }) => total + milliseconds, 0))
  }
  const head = [
    'machine',
    'states',
    'transitions',
    'refusals',
    'paths',
    'time',
    'in browser: states',
    'transitions',
    'paths',
    'time',
  ]
  const rows = coverageRows(file, catalog).map(({ title, states, transitions, refusals, paths, inBrowser }) => [
    title,
    states,
    transitions,
    refusals,
    paths,
    timeOf('machine', title),
    ...(typeof inBrowser === 'string'
      ? [inBrowser]
      : [inBrowser.states, inBrowser.transitions, inBrowser.paths, timeOf('browser', title)]),
  ])
  // A reason may extend into the columns after it.
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (column === 6 && row.length === 7 ? 0 : (row[column]?.length ?? 0)))),
  )
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [line(head), ...rows.map(line)].join('\n')
}
