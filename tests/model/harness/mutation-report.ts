import type { Workflow } from '#machines/definition/workflow.ts'

/** The result of checking one machine's mutants. */
export interface MutationReport {
  readonly name: string
  /** Excluding excused ones. */
  readonly tried: number
  readonly caught: number
  /** Names of excused mutants with their reasons. */
  readonly excused: readonly { readonly id: string; readonly reason: string }[]
  readonly survivors: readonly string[]
  /** By survivor: file, line and column, if the mutant is one of the source. */
  readonly places?: Readonly<Record<string, string>>
  /** Excuses that match no mutant, or one that was caught. */
  readonly stale: readonly string[]
}

/** The share of all mutants, including excused ones, that the generated tests must catch. */
export const LEAST_SHARE = 0.95

export function shareCaught(reports: readonly MutationReport[]): number {
  const caught = reports.reduce((total, report) => total + report.caught, 0)
  const all = reports.reduce((total, { tried, excused }) => total + tried + excused.length, 0)
  return all === 0 ? 1 : caught / all
}

const percent = (part: number, all: number): string => (all === 0 ? '–' : `${((100 * part) / all).toFixed(1)} %`)

/**
 * Caught and tried counts per machine, in catalog order, with the names of survivors.
 *
 * @param title what was tried, such as 'mutants of'
 */
export function mutationTable(title: string, reports: readonly MutationReport[], catalog: readonly Workflow[]): string {
  const listed = catalog.flatMap(({ name }) => reports.filter((report) => report.name === name))
  const sum = (count: (report: MutationReport) => number) => listed.reduce((total, report) => total + count(report), 0)
  const row = (name: string, caught: number, tried: number, excused: number) =>
    [
      name.padEnd(30),
      `${caught}/${tried}`.padEnd(10),
      percent(caught, tried).padEnd(8),
      excused > 0 ? `${excused} excused` : '',
    ]
      .join('  ')
      .trimEnd()
  return [
    `${title.padEnd(30)}  caught`,
    ...listed.flatMap(({ name, caught, tried, excused, survivors, places }) => [
      row(name, caught, tried, excused.length),
      ...survivors.map((id) => `  survives: ${[places?.[id] ?? [], id].flat().join(' ')}`),
      ...excused.map(({ id, reason }) => `  excused: ${id} (${reason})`),
    ]),
    row(
      'Together',
      sum(({ caught }) => caught),
      sum(({ tried }) => tried),
      sum(({ excused }) => excused.length),
    ),
  ].join('\n')
}
