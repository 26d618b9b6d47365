import { fileURLToPath } from 'node:url'
import ELK from 'elkjs/lib/elk.bundled.js'
import { layOut } from '#machines/chart/layout.ts'
import { type Bench, median, type Row } from './bench.ts'
import { charts } from './chart/charts.ts'
import { FIRST, measurePages, NEXT, RUNS } from './week-grid/measure.ts'

const COLD = 'as the page’s first, ms'
const DRAWN = 'chosen on the page, ms'
const CLOSED = 'a box closed, ms'
const NODE = 'layout alone in Node, ms'

const nameOf = (count: number) =>
  count === 30 ? 'chart of 30 states made for it' : `largest chart of the portal, ${count} states`

const layoutInNode = async (count: number): Promise<number> => {
  const graph = charts.get(count)
  if (!graph) throw new Error(`There is no chart of ${count} states.`)
  const elk = new ELK()
  const times: number[] = []
  for (let turn = 0; turn <= RUNS; turn += 1) {
    const start = performance.now()
    await layOut(elk, graph)
    // The first turn warms up.
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
        `Medians of ${RUNS} fresh pages each, production build, 1440 × 900, ELK in its worker, loaded before the clock starts. Chosen on the page: Signing in, which the page opens with, was drawn before. A time ends at the frame after the one that holds the last box.`,
      ],
    }
  },
}
