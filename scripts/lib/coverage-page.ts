import { catalogue } from '#machines/catalogue.ts'
import { type CoverageFile, coverageRows } from '#machines/chart/coverage.ts'

const cell = (text: string): string => text.replaceAll('|', '\\|')

/** The table of what the generated tests met, as a page of docs/workflows/. */
export const coveragePage = (met: CoverageFile): string => {
  const rows = coverageRows(met, catalogue).map(({ title, states, transitions, refusals, paths, inBrowser }) =>
    [
      title,
      states,
      transitions,
      refusals,
      paths,
      ...(typeof inBrowser === 'string'
        ? ['–', '–', '–', inBrowser]
        : [inBrowser.states, inBrowser.transitions, inBrowser.paths, '']),
    ].map(cell),
  )
  const head = [
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
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return `# Coverage

What the tests generated from the statecharts met when they ran last: written by \`npm run test:model\`, not by hand.
Met of those there are; what was missed has a reason, which the page of workflows gives (Coverage), and
\`src/machines/chart/coverage.json\`. Refusals are left to the run on the machine alone.

${[line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')}
`
}
