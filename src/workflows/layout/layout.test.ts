import ELK from 'elkjs/lib/elk.bundled.js'
import { describe, expect, test } from 'vitest'
import { catalog } from '#workflows/catalog.ts'
import { svgContent } from '#workflows/drawing/svg.ts'
import { isLoop, toGraph } from '#workflows/model/chart-graph.ts'
import { chartNames } from '#workflows/model/chart-names.ts'
import { type Box, CHART_FONT, layOut, type Point } from './layout.ts'
import { layoutChoices } from './layout-choices.ts'
import { qualityOf } from './layout-quality.ts'

const elk = new ELK()

const isIn = ({ x, y, width, height }: Box, outer: Box): boolean =>
  x >= outer.x && y >= outer.y && x + width <= outer.x + outer.width && y + height <= outer.y + outer.height
const isOver = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height
/** On the border, within half a pixel. */
const touches = ({ x, y }: Point, box: Box): boolean =>
  x >= box.x - 0.5 && x <= box.x + box.width + 0.5 && y >= box.y - 0.5 && y <= box.y + box.height + 0.5

/** Over all drawings, in words and with code names: what the best layouts found have. Lower it when fewer are left. */
const MAX_CROSSINGS = 118

const drawings = await Promise.all(
  catalog.flatMap((workflow) =>
    (['words', 'code'] as const).map(async (naming) => {
      const graph = toGraph(workflow.machine, chartNames(workflow, naming))
      const drawing = await layOut(elk, graph, { choice: layoutChoices[workflow.name]?.[naming] })
      return { name: `${workflow.name} (${naming})`, naming, graph, drawing }
    }),
  ),
)

describe.each(drawings)('$name', ({ graph, drawing: { states, edges } }) => {
  test('draws every state inside its parent without overlaps, and every arrow from its source to its target', () => {
    const boxes = new Map(states.map((drawn) => [drawn.state.id, drawn]))
    const boxOf = (id: string): Box => {
      const box = boxes.get(id)
      if (!box) throw new Error(`${id} is not drawn`)
      return box
    }
    for (const { state } of states) {
      for (const child of state.children) expect(isIn(boxOf(child.id), boxOf(state.id)), child.id).toBe(true)
      state.children.forEach((child, index) => {
        for (const other of state.children.slice(index + 1))
          expect(isOver(boxOf(child.id), boxOf(other.id)), `${child.id} over ${other.id}`).toBe(false)
      })
    }
    const arrows = graph.edges.filter((edge) => !isLoop(edge))
    expect(edges.flatMap(({ edge }) => edge ?? []).length).toBe(arrows.length)
    for (const { edge, points } of edges) {
      if (!edge) continue
      const [first, last] = [points.at(0), points.at(-1)]
      if (!first || !last) throw new Error(`${edge.id} has no points`)
      expect(touches(first, boxOf(edge.source)), `${edge.id} starts elsewhere`).toBe(true)
      expect(touches(last, boxOf(edge.target)), `${edge.id} ends elsewhere`).toBe(true)
    }
  })
})

test('no arrow runs over text, and few cross; npm run charts -- --search looks for better layouts', () => {
  const qualities = drawings.map(({ name, drawing }) => ({ name, ...qualityOf(drawing) }))
  expect(qualities.flatMap(({ name, overText }) => overText.map((over) => `${name}: ${over}`))).toEqual([])
  expect(qualities.reduce((sum, { crossings }) => sum + crossings, 0)).toBeLessThanOrEqual(MAX_CROSSINGS)
})

test('an SVG file has an arrow or a line for each transition', () => {
  const count = (text: string, part: string) => text.split(part).length - 1
  for (const { name, graph, drawing } of drawings) {
    const svg = svgContent(drawing)
    const arrows = drawing.starts.length + graph.edges.filter((edge) => !isLoop(edge)).length
    expect([name, count(svg, 'marker-end="url(#arrow)"')]).toEqual([name, arrows])
    expect([name, count(svg, '>↻ ')]).toEqual([name, graph.edges.filter(isLoop).length])
  }
})

test('at full size, no text is smaller than 11 pixels', () => {
  expect(Math.min(CHART_FONT.name, CHART_FONT.line)).toBeGreaterThanOrEqual(11)
})

test('a collapsed box hides its contents and takes over their arrows', async () => {
  const form = catalog.find(({ name }) => name === 'schedule/timesheet-modal')
  if (!form) throw new Error('The session form is missing')
  const { states, edges } = await layOut(elk, toGraph(form.machine), { closed: new Set(['timesheetModal.entering']) })
  expect(states.map(({ state: { label } }) => label)).toEqual([
    'timesheetModal',
    'closed',
    'opening',
    'choosing',
    'entering',
  ])
  expect(states.find(({ state }) => state.label === 'entering')?.isOpen).toBe(false)
  const inside = edges
    .flatMap(({ edge }) => edge ?? [])
    .filter(({ source }) => source.startsWith('timesheetModal.entering.'))
  expect(inside.map(({ event }) => event)).toContain('deleteTimesheet done')
})
