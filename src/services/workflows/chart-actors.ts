import { fromPromise } from 'xstate'
import { catalogue } from '#machines/catalogue.ts'
import { toGraph } from '#machines/chart/chart-graph.ts'
import { CHART_NAMES } from '#machines/chart/chart-names.ts'
import { type ChartDrawing, layOut } from '#machines/chart/layout.ts'
import type { DrawChartInput } from '#machines/workflows/chart-viewer.machine.ts'

/** ELK is a megabyte and a half: loaded with the first drawing, in a worker so that the page stays awake. */
const loadElk = async () => {
  const [{ default: Elk }, { default: ElkWorker }] = await Promise.all([
    import('elkjs/lib/elk-api.js'),
    import('elkjs/lib/elk-worker.min.js?worker'),
  ])
  const worker = new ElkWorker()
  const elk = new Elk({ workerFactory: () => worker })
  // A worker whose file does not arrive says so to nobody but its own listeners: a layout would be waited for for ever.
  await new Promise((resolve, reject) => {
    worker.addEventListener('error', () => reject(new Error('The chart layout worker could not be loaded.')))
    elk.layout({ id: 'nothing' }).then(resolve, reject)
  })
  return elk
}

let elk: ReturnType<typeof loadElk> | undefined

/** The one that lays charts out. A file that did not arrive is asked for again the next time. */
export const elkInWorker = (): ReturnType<typeof loadElk> => {
  elk ??= loadElk().catch((error: unknown) => {
    elk = undefined
    throw error
  })
  return elk
}

/** Lays a workflow of the catalogue out. */
export const drawChart = fromPromise<{ drawing: ChartDrawing }, DrawChartInput>(
  async ({ input: { workflow, naming, closed } }) => {
    const found = catalogue.find(({ name }) => name === workflow)
    if (!found) throw new Error(`Workflow ${workflow} does not exist.`)
    return { drawing: await layOut(await elkInWorker(), toGraph(found.machine, CHART_NAMES[naming]), new Set(closed)) }
  },
)
