import ELK from 'elkjs/lib/elk.bundled.js'
import { catalogue } from '#machines/catalogue.ts'
import { type GraphState, toGraph } from '#machines/chart/chart-graph.ts'
import { layOut } from '#machines/chart/layout.ts'
import { toMermaid } from '#machines/chart/mermaid.ts'
import { toSvg } from '#machines/chart/svg.ts'
import { WORKFLOW_AREAS, type Workflow } from '#machines/chart/workflow.ts'
import { toXStateJson } from '#machines/chart/xstate-json.ts'

/** Where the written statecharts lie in the repository. */
export const CHARTS_FOLDER = 'docs/workflows'

const fileOf = ({ name }: Workflow): string => name.replace('/', '-')

/** A row per state, the deeper ones after the box that they lie in. */
const stateRows = (states: readonly GraphState[], outer = ''): string[] =>
  states.flatMap(({ label, description, children }) => [
    `| ${outer}${label} | ${description.replaceAll('|', '\\|')} |`,
    ...stateRows(children, `${outer}${label} › `),
  ])

const page = (workflow: Workflow, { root, edges } = toGraph(workflow.machine)): string => `# ${workflow.title}

${root.description}

[SVG](${fileOf(workflow)}.svg) · [XState JSON](${fileOf(workflow)}.json)

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

Every statechart of the portal, as the code has it: written by \`npm run charts\`, not by hand.

${areas.join('\n')}`
}

/** What each file of the folder holds, by its name. */
export const chartFiles = async (): Promise<Map<string, string>> => {
  const elk = new ELK()
  const files = new Map([['README.md', index()]])
  for (const workflow of catalogue) {
    const name = fileOf(workflow)
    files.set(`${name}.md`, page(workflow))
    files.set(`${name}.json`, `${JSON.stringify(toXStateJson(workflow.machine), undefined, 2)}\n`)
    files.set(`${name}.svg`, toSvg(await layOut(elk, toGraph(workflow.machine)), workflow.title))
  }
  return files
}
