import {
  type CoverageFile,
  type CoverageRow,
  coverageRows,
  currentCoverage,
  readShare,
  shareText,
  sumOfShares,
  TOGETHER,
} from '#machines/chart/coverage.ts'
import type { Workflow } from '#machines/chart/workflow.ts'

const HEAD = [
  'Workflow',
  'States',
  'Transitions',
  'Refusals',
  'Paths',
  'In a browser: states',
  'Transitions',
  'Paths',
  'Why not in a browser',
]

const line = (cells: readonly string[]) => `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`

const cellsOf = ({ title, states, transitions, refusals, paths, inBrowser }: CoverageRow): string[] => [
  title,
  states,
  transitions,
  refusals,
  paths,
  ...(typeof inBrowser === 'string'
    ? ['–', '–', '–', inBrowser]
    : [inBrowser.states, inBrowser.transitions, inBrowser.paths, '']),
]

/** The cells of each workflow's line, by its title. */
export const linesOf = (page: string): Map<string, string[]> => {
  const lines = page.split('\n').filter((text) => text.startsWith('| '))
  return new Map(
    lines.slice(2).map((text) => {
      const cells = text.slice(2, -2).split(/(?<!\\)\|/)
      const [title = '', ...others] = cells.map((cell) => cell.trim().replaceAll('\\|', '|'))
      return [title, [title, ...others]]
    }),
  )
}

const totalOf = (lines: readonly (readonly string[])[]): string[] => {
  const column = (at: number) => lines.map((cells) => cells[at] ?? '–')
  const shares = (at: number) => shareText(sumOfShares(column(at).flatMap((text) => readShare(text) ?? [])))
  const paths = (at: number) => String(column(at).reduce((total, text) => total + (Number(text) || 0), 0))
  return [TOGETHER, shares(1), shares(2), shares(3), paths(4), shares(5), shares(6), paths(7), '']
}

/**
 * The table of what the generated tests met, as a page of docs/workflows/.
 *
 * @param before the page as it was: the line of a workflow that was not measured, or has changed since, stays as it is
 */
export const coveragePage = (met: CoverageFile, catalogue: readonly Workflow[], before: string): string => {
  const names = catalogue.map(({ name }) => name)
  const fresh = new Map(coverageRows(met, catalogue).map((row) => [row.title, cellsOf(row)]))
  const kept = linesOf(before)
  const lines = catalogue.flatMap((workflow) => {
    const cells = (currentCoverage(met, workflow, names) ? fresh : kept).get(workflow.title)
    return cells ? [cells] : []
  })
  return `# Coverage

What the tests generated from the statecharts met when they ran last: written by \`npm run test:model\`, not by hand.
Each number is how many were met of how many there are. What was missed has a reason, shown on the workflows page
(Coverage). Refusals are tested on the machine only.

${[line(HEAD), line(HEAD.map(() => '---')), ...lines.map(line), line(totalOf(lines))].join('\n')}
`
}
