import { fromPromise } from 'xstate'
import { workflowNamed } from '#workflows/catalog.ts'
import { type ChartDrawing, layOut } from '#workflows/layout/layout.ts'
import { layoutChoices } from '#workflows/layout/layout-choices.ts'
import { toGraph } from '#workflows/model/chart-graph.ts'
import { chartNames } from '#workflows/model/chart-names.ts'
import type { DrawChartInput } from './chart-viewer.machine.ts'

/** ELK is 1.5 MB: it loads with the first drawing, in a worker to keep the page responsive. */
const loadElk = async () => {
  const [{ default: Elk }, { default: address }] = await Promise.all([
    import('elkjs/lib/elk-api.js'),
    import('elkjs/lib/elk-worker.min.js?url'),
  ])
  const worker = new Worker(address)
  const elk = new Elk({ workerFactory: () => worker })
  // A worker that fails to load only fires its own `error` event; without this, the layout would wait forever.
  await new Promise((resolve, reject) => {
    worker.addEventListener('error', () => reject(new Error('The chart layout worker could not be loaded.')))
    elk.layout({ id: 'nothing' }).then(resolve, reject)
  })
  return elk
}

let elk: ReturnType<typeof loadElk> | undefined

/** The shared layout engine; retried next time if it failed to load. */
export const elkInWorker = (): ReturnType<typeof loadElk> => {
  elk ??= loadElk().catch((error: unknown) => {
    elk = undefined
    throw error
  })
  return elk
}

/** Lays out a workflow of the catalog. */
export const drawChart = fromPromise<{ drawing: ChartDrawing }, DrawChartInput>(
  async ({ input: { workflow, naming, closed } }) => {
    const found = workflowNamed(workflow)
    if (!found) throw new Error(`Workflow ${workflow} does not exist.`)
    const graph = toGraph(found.machine, chartNames(found, naming))
    const choice = layoutChoices[workflow]?.[naming]
    return { drawing: await layOut(await elkInWorker(), graph, { closed: new Set(closed), choice }) }
  },
)
