import type { Chart } from '#machines/chart/read-chart.ts'
import { statePath } from '#machines/chart/read-chart.ts'

/** What a run has met: paths of states, ids of transitions and of refusals. */
export interface Coverage {
  states: Set<string>
  transitions: Set<string>
  refusals: Set<string>
}

export function noCoverage(): Coverage {
  return { states: new Set(), transitions: new Set(), refusals: new Set() }
}

/** A state, transition or refusal of a chart, and whether a run met it. */
export interface Item {
  kind: keyof Coverage
  id: string
  covered: boolean
  /** Why it was missed, where it was. */
  excuse?: string
}

function isLike(pattern: string, id: string): boolean {
  const source = pattern
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*')
  return new RegExp(`^${source}$`).test(id)
}

/** The reason that a description gives for missing something. */
export function excuseFor(id: string, excuses: Record<string, string> = {}): string | undefined {
  return Object.entries(excuses).find(([pattern]) => isLike(pattern, id))?.[1]
}

/** All that a chart holds, each with whether the run met it. */
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
 * What is wrong with a run's coverage: something missed without a reason, a reason for something that was met, a
 * reason for something that the chart does not hold.
 */
export function coverageProblems(items: readonly Item[], excuses: Record<string, string> = {}): string[] {
  const missed = items.filter((item) => !item.covered && item.excuse === undefined)
  const stale = Object.keys(excuses).flatMap((pattern) => {
    const meant = items.filter((item) => isLike(pattern, item.id))
    const met = meant.filter((item) => item.covered)
    if (meant.length === 0) return [`the excuse for "${pattern}" excuses nothing`]
    return met.map((item) => `the excuse for "${pattern}" excuses what is covered: ${item.id}`)
  })
  return [...missed.map((item) => `never met the ${nouns[item.kind]} "${item.id}"`), ...stale]
}

/** One run of one machine, as the table and the workflow page show it. */
export interface RunReport {
  paths: number
  milliseconds: number
  items: Item[]
}

/** One machine's line of the table, and all behind it. */
export interface MachineReport {
  name: string
  machine: RunReport
  browser?: RunReport
}

function share(run: RunReport | undefined, kind: keyof Coverage): string {
  const items = run?.items.filter((item) => item.kind === kind) ?? []
  if (items.length === 0) return '–'
  const excused = items.filter((item) => item.excuse !== undefined).length
  const covered = items.filter((item) => item.covered).length
  return `${covered}/${items.length}${excused > 0 ? ` (${excused} excused)` : ''}`
}

const seconds = (run: RunReport | undefined) => (run ? `${(run.milliseconds / 1000).toFixed(1)} s` : '–')

/** The table: a line per machine, covered of those there are, for the machine run and in the browser. */
export function coverageTable(reports: readonly MachineReport[]): string {
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
  const rows = reports.map(({ name, machine, browser }) => [
    name,
    share(machine, 'states'),
    share(machine, 'transitions'),
    share(machine, 'refusals'),
    String(machine.paths),
    seconds(machine),
    share(browser, 'states'),
    share(browser, 'transitions'),
    browser ? String(browser.paths) : '–',
    seconds(browser),
  ])
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [line(head), ...rows.map(line)].join('\n')
}
