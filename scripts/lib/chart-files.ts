import ELK from 'elkjs/lib/elk.bundled.js'
import { catalogue } from '#machines/catalogue.ts'
import { type ChartGraph, type GraphState, toGraph } from '#machines/chart/chart-graph.ts'
import { layOut } from '#machines/chart/layout.ts'
import { toMermaid } from '#machines/chart/mermaid.ts'
import { toSvg } from '#machines/chart/svg.ts'
import { WORKFLOW_AREAS, type Workflow } from '#machines/chart/workflow.ts'

/** Where the written statecharts lie in the repository. */
export const CHARTS_FOLDER = 'docs/workflows'

/** What the generated tests met: lies beside them, written by `npm run test:model`. */
export const COVERAGE_PAGE = 'coverage.md'

/** What the files of a workflow are called, without what tells them apart. */
export const fileOf = ({ name }: Workflow): string => name.replace('/', '-')

/** A row per state, the deeper ones after the box that they lie in. */
const stateRows = (states: readonly GraphState[], outer = ''): string[] =>
  states.flatMap(({ label, description, children }) => [
    `| ${outer}${label} | ${description.replaceAll('|', '\\|')} |`,
    ...stateRows(children, `${outer}${label} › `),
  ])

const page = (workflow: Workflow, { root, edges }: ChartGraph): string => `# ${workflow.title}

${root.description}

[SVG](${fileOf(workflow)}.svg)

\`\`\`mermaid
${toMermaid({ root, edges })}\`\`\`

| State | What it means |
| --- | --- |
${stateRows(root.children).join('\n')}
`

const index = (): string => {
  const areas = WORKFLOW_AREAS.map((area) => {
    const listed = catalogue.filter((workflow) => workflow.area === area)
    return `## ${area}\n\n${listed.map((workflow) => `- [${workflow.title}](${fileOf(workflow)}.md)`).join('\n')}\n`
  })
  return `# Workflows

Every statechart of the portal, as the code has it: written by \`npm run charts\`, not by hand. What the tests generated
from them met is in [the table of coverage](${COVERAGE_PAGE}).

${areas.join('\n')}`
}

/** What each file of the folder but the page of coverage holds, by its name. */
export const chartFiles = async (): Promise<Map<string, string>> => {
  const elk = new ELK()
  const files = new Map([['README.md', index()]])
  for (const workflow of catalogue) {
    const name = fileOf(workflow)
    const graph = toGraph(workflow.machine)
    files.set(`${name}.md`, page(workflow, graph))
    files.set(`${name}.svg`, toSvg(await layOut(elk, graph), workflow.title))
  }
  return files
}
