import { fileURLToPath } from 'node:url'
import ELK from 'elkjs/lib/elk.bundled.js'
import { layOut } from '#workflows/layout/layout.ts'
import { type Bench, median, type Row } from './bench.ts'
import { charts } from './chart/charts.ts'
import { FIRST, measurePages, NEXT, RUNS } from './week-grid/measure.ts'

const COLD = 'first on the page, ms'
const DRAWN = 'selected on the page, ms'
const CLOSED = 'one box collapsed, ms'
const NODE = 'layout only, in Node, ms'

const nameOf = (count: number) =>
  count === 30 ? 'test chart of 30 states' : `largest chart in the portal, ${count} states`

const layoutInNode = async (count: number): Promise<number> => {
  const graph = charts.get(count)
  if (!graph) throw new Error(`There is no chart of ${count} states.`)
  const elk = new ELK()
  const times: number[] = []
  for (let turn = 0; turn <= RUNS; turn += 1) {
    const start = performance.now()
    await layOut(elk, graph)
    // The first run is a warm-up.
    if (turn > 0) times.push(performance.now() - start)
  }
  return median(times)
}

export const bench: Bench = {
  name: 'Charts of workflows',
  run: async () => {
    const counts = [...charts.keys()]
    const drawn = await measurePages(['chart', 'chosen'], counts, fileURLToPath(new URL('chart/', import.meta.url)))
    const rows: Row[] = []
    for (const count of counts) {
      const [cold = {}, chosen = {}] = drawn.get(count) ?? []
      rows.push({
        name: nameOf(count),
        values: {
          [COLD]: cold[FIRST] ?? Number.NaN,
          [DRAWN]: chosen[FIRST] ?? Number.NaN,
          [CLOSED]: chosen[NEXT] ?? Number.NaN,
          [NODE]: await layoutInNode(count),
        },
      })
    }
    return {
      rows,
      targets: rows.map(({ name, values }) => ({ name, value: values[DRAWN] ?? Number.NaN, unit: 'ms', atMost: 500 })),
      notes: [
        `Medians of ${RUNS} fresh pages each, production build, 1440 × 900, ELK in its worker, loaded before timing starts. Selected on the page: after Signing in, the page's first chart, was drawn. Each time ends one frame after the last box was painted.`,
      ],
    }
  },
}
