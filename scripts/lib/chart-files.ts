import ELK from 'elkjs/lib/elk.bundled.js'
import { WORKFLOW_AREAS, type Workflow } from '#machines/definition/workflow.ts'
import { COVERAGE_PAGE } from '#tests/model/harness/output.ts'
import { catalog } from '#workflows/catalog.ts'
import { toSvg } from '#workflows/drawing/svg.ts'
import { toMermaid } from '#workflows/exports/mermaid.ts'
import { layOut } from '#workflows/layout/layout.ts'
import { layoutChoices } from '#workflows/layout/layout-choices.ts'
import { type ChartGraph, type GraphState, toGraph } from '#workflows/model/chart-graph.ts'

/** Base name of a workflow's files. */
export const fileOf = ({ name }: Workflow): string => name.replace('/', '-')

/** A row per state, nested states after their parent. */
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
    const listed = catalog.filter((workflow) => workflow.area === area)
    return `## ${area}\n\n${listed.map((workflow) => `- [${workflow.title}](${fileOf(workflow)}.md)`).join('\n')}\n`
  })
  return `# Workflows

Every statechart of the portal, generated from the code by \`npm run charts\`. The tests generated from them are measured
in [the coverage table](${COVERAGE_PAGE}).

${areas.join('\n')}`
}

/** The content of each file in the folder, except the coverage page, by file name. */
export const chartFiles = async (): Promise<Map<string, string>> => {
  const elk = new ELK()
  const files = new Map([['README.md', index()]])
  for (const workflow of catalog) {
    const name = fileOf(workflow)
    const graph = toGraph(workflow.machine)
    files.set(`${name}.md`, page(workflow, graph))
    files.set(
      `${name}.svg`,
      toSvg(await layOut(elk, graph, { choice: layoutChoices[workflow.name]?.code }), workflow.title),
    )
  }
  return files
}
