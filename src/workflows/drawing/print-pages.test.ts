import ELK from 'elkjs/lib/elk.bundled.js'
import { expect, test } from 'vitest'
import { catalog } from '#workflows/catalog.ts'
import { type Box, CHART_FONT, type ChartDrawing, headBox, layOut } from '#workflows/layout/layout.ts'
import { layoutChoices } from '#workflows/layout/layout-choices.ts'
import { toGraph } from '#workflows/model/chart-graph.ts'
import { wordNamesOf } from '#workflows/model/chart-names.ts'
import { PAGE, printPages } from './print-pages.ts'

const elk = new ELK()
const drawn = (width: number, height: number): ChartDrawing => ({ width, height, states: [], edges: [], starts: [] })
const isIn = (box: Box, outer: Box): boolean =>
  box.x >= outer.x &&
  box.y >= outer.y &&
  box.x + box.width <= outer.x + outer.width &&
  box.y + box.height <= outer.y + outer.height

test('a small drawing is on one page, centered and no larger than on screen', () => {
  const { tiles, columns, rows } = printPages(drawn(400, 300))
  expect({ columns, rows, names: tiles.map(({ name }) => name) }).toEqual({ columns: 1, rows: 1, names: ['A1'] })
  const [tile] = tiles
  expect(tile && tile.x + tile.width / 2).toBeCloseTo(200)
  expect(tile && tile.y + tile.height / 2).toBeCloseTo(150)
  expect(tile?.width).toBeCloseTo((PAGE.width * 96) / 25.4)
})

test('a page with nothing to read of its own is left out, even if an arrow crosses it', () => {
  const label = (x: number, y: number) => ({
    edge: undefined,
    points: [
      { x, y },
      { x: 1700, y: 1100 },
    ],
    label: { x, y, width: 100, height: 20, lines: ['text'] },
  })
  const spread = (...labels: [number, number][]) =>
    printPages({ ...drawn(1750, 1150), edges: labels.map(([x, y]) => label(x, y)) }).tiles.map(({ name }) => name)
  expect(spread([10, 10], [1600, 10], [10, 1100], [1600, 1100])).toEqual(['A1', 'B1', 'A2', 'B2'])
  expect(spread([10, 10], [1600, 1100])).toEqual(['A1', 'B2'])
  // In the overlap, one page is enough.
  expect(spread([10, 10], [850, 10])).toEqual(['A1'])
})

test.each(catalog)('every text of $title is whole on a page, at 7 points or more', async (workflow) => {
  const graph = toGraph(workflow.machine, wordNamesOf(workflow))
  const drawing = await layOut(elk, graph, { choice: layoutChoices[workflow.name]?.words })
  const { tiles } = printPages(drawing)
  const lines: Box[] = drawing.states.flatMap((state) => {
    const { x, y, width } = headBox(state)
    return [y + 6, ...state.lines.map((_, index) => y + 24 + index * CHART_FONT.lineHeight)].map((top) => ({
      x,
      y: top,
      width,
      height: CHART_FONT.lineHeight,
    }))
  })
  const labels = drawing.edges.flatMap(({ label }) => label ?? [])
  const cut = [...lines, ...labels].filter((text) => !tiles.some((tile) => isIn(text, tile)))
  expect(cut).toEqual([])
  for (const { width } of tiles) {
    const scale = (PAGE.width * 96) / 25.4 / width
    expect(CHART_FONT.line * scale * 0.75).toBeGreaterThanOrEqual(7)
  }
})
