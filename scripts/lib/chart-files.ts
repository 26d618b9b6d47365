import ELK from 'elkjs/lib/elk.bundled.js'
import { WORKFLOW_AREAS, type Workflow, type WorkflowArea } from '#machines/definition/workflow.ts'
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

const section = ({ title }: Workflow, { root, edges }: ChartGraph): string => `## ${title}

${root.description}

\`\`\`mermaid
${toMermaid({ root, edges })}\`\`\`

| State | What it means |
| --- | --- |
${stateRows(root.children).join('\n')}
`

const workflowsOf = (area: WorkflowArea): readonly Workflow[] => catalog.filter((workflow) => workflow.area === area)

/** As addresses name headings, and files are named. */
const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')

const page = (area: WorkflowArea): string =>
  [`# ${area}\n`, ...workflowsOf(area).map((workflow) => section(workflow, toGraph(workflow.machine)))].join('\n')

const index = (): string => {
  const areas = WORKFLOW_AREAS.map((area) => {
    const links = workflowsOf(area).map(({ title }) => `- [${title}](${slugOf(area)}.md#${slugOf(title)})`)
    return `## [${area}](${slugOf(area)}.md)\n\n${links.join('\n')}\n`
  })
  return `# Workflows

Every statechart of the portal, generated from the code by \`npm run charts\`. The tests generated from them are measured
in [the coverage table](${COVERAGE_PAGE}).

${areas.join('\n')}`
}

/** The content of each page in the folder, except the coverage page, by file name: one for each area. */
export const chartPages = (): Map<string, string> =>
  new Map([['README.md', index()], ...WORKFLOW_AREAS.map((area) => [`${slugOf(area)}.md`, page(area)] as const)])

/** The drawings, by file name. */
export const chartDrawings = async (): Promise<Map<string, string>> => {
  const elk = new ELK()
  const files = new Map<string, string>()
  for (const workflow of catalog) {
    const choice = layoutChoices[workflow.name]?.code
    const drawing = await layOut(elk, toGraph(workflow.machine), { choice })
    files.set(`${fileOf(workflow)}.svg`, toSvg(drawing, workflow.title))
  }
  return files
}
