/**
 * What the last generated test run covered of each statechart, stored in `generated/coverage.json`: written by the
 * generated tests, shown on the workflows page and in docs/workflows/coverage.md.
 */
import { z } from 'zod'
import type { Workflow } from '#machines/definition/workflow.ts'
import { readChart, statePath } from '#workflows/model/read-chart.ts'

const runSchema = z.object({
  paths: z.number(),
  /** The excuses for what was not covered, by id. */
  missed: z.record(z.string(), z.string()),
})

const recordSchema = z.object({
  /** State paths (`entering.saving`); transition and refusal ids as `readChart` gives them. */
  states: z.array(z.string()),
  transitions: z.array(z.string()),
  refusals: z.array(z.string()),
  machine: runSchema,
  /** Refusals are only covered in the machine run. A string says why the machine has no browser run. */
  browser: z.union([runSchema, z.string()]),
})

/** By description name: a machine with several adds a suffix, as in `schedule/session-form-stored`. */
export const coverageSchema = z.record(z.string(), recordSchema)

export type RunRecord = z.infer<typeof runSchema>
export type CoverageRecord = z.infer<typeof recordSchema>
export type CoverageFile = z.infer<typeof coverageSchema>

/** The machine a description belongs to: the one it is named after. */
export const machineOf = (description: string, names: readonly string[]): string | undefined =>
  names.includes(description)
    ? description
    : names.filter((name) => description.startsWith(`${name}-`)).sort((one, other) => other.length - one.length)[0]

const mergedRuns = (runs: readonly RunRecord[]): RunRecord => {
  const [first, ...others] = runs
  const missed = Object.entries(first?.missed ?? {}).filter(([id]) => others.every((run) => id in run.missed))
  return { paths: runs.reduce((sum, run) => sum + run.paths, 0), missed: Object.fromEntries(missed) }
}

/** What all descriptions of a machine cover together; undefined if the machine never ran. */
export const coverageOf = (file: CoverageFile, name: string, names: readonly string[]): CoverageRecord | undefined => {
  const records = Object.entries(file).flatMap(([description, record]) =>
    machineOf(description, names) === name ? [record] : [],
  )
  const [first] = records
  if (!first) return undefined
  const inBrowser = records.flatMap(({ browser }) => (typeof browser === 'string' ? [] : [browser]))
  return {
    ...first,
    machine: mergedRuns(records.map(({ machine }) => machine)),
    browser: inBrowser.length > 0 ? mergedRuns(inBrowser) : first.browser,
  }
}

/** The coverage of a machine as it is now; undefined if it never ran, or changed since. */
export const currentCoverage = (
  file: CoverageFile,
  { name, machine }: Pick<Workflow, 'name' | 'machine'>,
  names: readonly string[],
): CoverageRecord | undefined => {
  const record = coverageOf(file, name, names)
  const { states, transitions, refusals } = readChart(machine)
  const isSame = (kept: readonly string[], ids: readonly string[]) =>
    kept.length === ids.length && kept.every((id, at) => id === ids[at])
  const isCurrent =
    record !== undefined &&
    isSame(record.states, states.map(statePath)) &&
    isSame(
      record.transitions,
      transitions.map(({ id }) => id),
    ) &&
    isSame(
      record.refusals,
      refusals.map(({ id }) => id),
    )
  return isCurrent ? record : undefined
}

/** How many are covered, how many are excused with a reason, and how many there are. */
export interface Share {
  readonly covered: number
  readonly excused: number
  readonly all: number
}

export const shareOf = (ids: readonly string[], { missed }: RunRecord): Share => ({
  covered: ids.filter((id) => !(id in missed)).length,
  excused: ids.filter((id) => missed[id]).length,
  all: ids.length,
})

/** `12/13 (1 excused)`; a dash if there is nothing to cover. */
export const shareText = ({ covered, excused, all }: Share): string => {
  if (all === 0) return '–'
  const missed = all - covered - excused
  const rest = [...(excused > 0 ? [`${excused} excused`] : []), ...(missed > 0 ? [`${missed} missed`] : [])]
  return rest.length === 0 ? `${covered}/${all}` : `${covered}/${all} (${rest.join(', ')})`
}

/** Parses the output of `shareText`; undefined for any other text. */
export const readShare = (text: string): Share | undefined => {
  if (text === '–') return { covered: 0, excused: 0, all: 0 }
  const [, covered, all, excused = 0] =
    /^(\d+)\/(\d+)(?: \((?:(\d+) excused)?(?:, )?(?:\d+ missed)?\))?$/.exec(text) ?? []
  return all === undefined ? undefined : { covered: Number(covered), excused: Number(excused), all: Number(all) }
}

/** Title of the table's last row. */
export const TOGETHER = 'Together'

/** A machine's row of the table, or the last row with the totals. */
export interface CoverageRow {
  readonly title: string
  readonly states: string
  readonly transitions: string
  readonly refusals: string
  readonly paths: string
  readonly inBrowser: { readonly states: string; readonly transitions: string; readonly paths: string } | string
}

export const sumOfShares = (shares: readonly Share[]): Share => ({
  covered: shares.reduce((total, { covered }) => total + covered, 0),
  excused: shares.reduce((total, { excused }) => total + excused, 0),
  all: shares.reduce((total, { all }) => total + all, 0),
})

/** A row per machine that ran, in catalog order, then the totals. */
export const coverageRows = (file: CoverageFile, catalog: readonly Workflow[]): CoverageRow[] => {
  const names = catalog.map(({ name }) => name)
  const run = catalog.flatMap(({ name, title }) => {
    const record = coverageOf(file, name, names)
    return record ? [{ title, record }] : []
  })
  const rowOf = (title: string, records: readonly CoverageRecord[]): CoverageRow => {
    const inBrowser = records.flatMap((record) =>
      typeof record.browser === 'string' ? [] : [{ ...record, run: record.browser }],
    )
    const reason = records.length === 1 && typeof records[0]?.browser === 'string' ? records[0].browser : undefined
    const paths = (runs: readonly RunRecord[]) => String(runs.reduce((total, one) => total + one.paths, 0))
    return {
      title,
      states: shareText(sumOfShares(records.map(({ states, machine }) => shareOf(states, machine)))),
      transitions: shareText(sumOfShares(records.map(({ transitions, machine }) => shareOf(transitions, machine)))),
      refusals: shareText(sumOfShares(records.map(({ refusals, machine }) => shareOf(refusals, machine)))),
      paths: paths(records.map(({ machine }) => machine)),
      inBrowser: reason ?? {
        states: shareText(sumOfShares(inBrowser.map((one) => shareOf(one.states, one.run)))),
        transitions: shareText(sumOfShares(inBrowser.map((one) => shareOf(one.transitions, one.run)))),
        paths: paths(inBrowser.map((one) => one.run)),
      },
    }
  }
  return [
    ...run.map(({ title, record }) => rowOf(title, [record])),
    rowOf(
      TOGETHER,
      run.map(({ record }) => record),
    ),
  ]
}
