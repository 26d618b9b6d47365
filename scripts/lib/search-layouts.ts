import ELK from 'elkjs/lib/elk.bundled.js'
import { catalog } from '#workflows/catalog.ts'
import { type ChartDrawing, type LayoutChoice, layOut } from '#workflows/layout/layout.ts'
import { compareDrawings, qualityOf } from '#workflows/layout/layout-quality.ts'
import { toGraph } from '#workflows/model/chart-graph.ts'
import { chartNames } from '#workflows/model/chart-names.ts'

/** The file that the search writes. */
export const CHOICES_FILE = 'src/workflows/layout/layout-choices.ts'

const MAX_SEED = 16
const NAMINGS = ['words', 'code'] as const

const isFlawless = (drawing: ChartDrawing): boolean => {
  const { overText, crossings } = qualityOf(drawing)
  return overText.length + crossings === 0
}

/** Lays out every chart in both directions, with further seeds until nothing crosses; keeps the best of each. */
export const searchLayouts = async (tell: (line: string) => void): Promise<string> => {
  const elk = new ELK()
  const rows: string[] = []
  for (const workflow of catalog) {
    const choices: string[] = []
    for (const naming of NAMINGS) {
      const graph = toGraph(workflow.machine, chartNames(workflow, naming))
      const tried: { choice: LayoutChoice; drawing: ChartDrawing }[] = []
      for (let seed = 1; seed <= MAX_SEED && !tried.some(({ drawing }) => isFlawless(drawing)); seed++)
        for (const direction of ['RIGHT', 'DOWN'] as const) {
          const choice = { direction, seed }
          tried.push({ choice, drawing: await layOut(elk, graph, { choice }) })
        }
      const [best] = tried.toSorted((one, other) => compareDrawings(one.drawing, other.drawing))
      if (!best) throw new Error('Nothing was tried')
      const { overText, crossings } = qualityOf(best.drawing)
      choices.push(`${naming}: { direction: '${best.choice.direction}', seed: ${best.choice.seed} }`)
      tell(`${workflow.name} (${naming}): ${crossings} crossings, ${overText.length} over text`)
    }
    rows.push(`  '${workflow.name}': { ${choices.join(', ')} },`)
  }
  return `/** The best layouts found by \`npm run charts -- --search\`, which writes this file. */
import type { LayoutChoice } from './layout.ts'

/** By workflow and naming; any other chart gets the default. */
export const layoutChoices: Readonly<Record<string, Readonly<Record<'words' | 'code', LayoutChoice>>>> = {
${rows.join('\n')}
}
`
}
