import '@mantine/core/styles.css'
import { MantineProvider } from '@mantine/core'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { elkInWorker } from '#workflows/drawing/chart-actors.ts'
import { ChartFrame } from '#workflows/drawing/chart-frame.tsx'
import { layOut } from '#workflows/layout/layout.ts'
import { type ChartGraph, statesIn } from '#workflows/model/chart-graph.ts'
import { untilShown } from '../week-grid/drive.ts'
import { charts, openingChart } from './charts.ts'

const nothing = () => {}
const noOne = new Set<string>()
const root = createRoot(document.getElementById('root') as HTMLElement)
const elk = await elkInWorker()

const draw = async (graph: ChartGraph, closed: ReadonlySet<string>) => {
  const drawing = await layOut(elk, graph, { closed })
  flushSync(() =>
    root.render(
      <MantineProvider>
        <ChartFrame
          handle={null}
          drawing={drawing}
          title="Chart"
          chosen={undefined}
          found={noOne}
          marks={undefined}
          onChoose={nothing}
          onToggle={nothing}
        />
      </MantineProvider>,
    ),
  )
}

/** Draws the chart and measures until all its boxes are on the page. */
const show = (graph: ChartGraph, closed: ReadonlySet<string>, boxes: number) =>
  untilShown(
    () => document.querySelectorAll('[id^="state "]').length === boxes,
    () => void draw(graph, closed),
  )

let graph: ChartGraph | undefined
if (document.body.dataset.opened === 'yes') await show(openingChart, noOne, statesIn(openingChart.root).length)
window.driver = {
  first: async (count) => {
    graph = charts.get(count)
    if (!graph) throw new Error(`There is no chart of ${count} states.`)
    return show(graph, noOne, statesIn(graph.root).length)
  },
  next: async () => {
    if (!graph) throw new Error('No chart has been drawn yet.')
    const box = graph.root.children.find(({ children }) => children.length > 0)
    if (!box) throw new Error('The chart has no box.')
    return show(graph, new Set([box.id]), statesIn(graph.root).length - statesIn(box).length + 1)
  },
}
