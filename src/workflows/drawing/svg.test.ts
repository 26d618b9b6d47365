import { expect, test } from 'vitest'
import { createMachine } from 'xstate'
import type { ChartDrawing } from '#workflows/layout/layout.ts'
import { toGraph } from '#workflows/model/chart-graph.ts'
import type { ChartMarks } from '#workflows/model/chart-marks.ts'
import { codeNames } from '#workflows/model/chart-names.ts'
import { badgeSpot } from './chart-badges.ts'
import { svgContent, toPicture } from './svg.ts'

const door = createMachine({ id: 'door', initial: 'open', states: { open: { on: { close: 'closed' } }, closed: {} } })
const graph = toGraph(door, codeNames)
const box = { depth: 1, isOpen: false, y: 0, width: 100, height: 60 }
const drawing: ChartDrawing = {
  width: 400,
  height: 100,
  starts: [],
  states: graph.root.children.map((state, index) => ({
    ...box,
    state,
    x: index * 200,
    lines: [{ text: 'calls home', kind: 'step', id: 'line' }],
  })),
  edges: graph.edges.map((edge) => ({
    edge,
    points: [
      { x: 100, y: 30 },
      { x: 200, y: 30 },
    ],
    label: undefined,
  })),
}
const marks: ChartMarks = {
  states: new Map([
    ['door.open', { tone: 'heat3', badge: '1 < 2' }],
    ['door.closed', { tone: 'removed' }],
  ]),
  transitions: new Map([
    [graph.edges[0]?.id ?? '', { tone: 'lit', badge: '7' }],
    ['line', { tone: 'lit', badge: '3' }],
  ]),
}

test('marks are drawn: fills, dashes, and badges on boxes, arrows and lines', () => {
  const svg = svgContent(drawing, marks)
  expect(svg).toContain('<rect x="0" y="0" width="100" height="60" rx="8" fill="#ffc173"')
  expect(svg).toMatch(/<rect x="200" [^>]*stroke="#ab2424" stroke-width="2" stroke-dasharray="5 4"/)
  expect(svg).toMatch(/<path d="M100 30L200 30" fill="none" stroke="#6741d9" stroke-width="3"/)
  // Centered on the arrow, or at the right edge of the box.
  expect(svg).toMatch(/<text x="150" [^>]*>7<\/text>/)
  expect(svg).toMatch(/<text x="66" y="4.5" [^>]*>1 &lt; 2<\/text>/)
  expect(svg).toMatch(/fill="#6741d9">calls home \(3\)<\/text>/)
})

test('without marks nothing is highlighted', () => {
  const svg = svgContent(drawing)
  expect(svg).not.toContain('#6741d9')
  expect(svg).toContain('>calls home</text>')
})

test('a picture with a caption says what it shows above the drawing, and has room for it', () => {
  const caption = {
    text: 'Waits, 11/01/2027 to 11/30/2027',
    legend: [
      { tone: 'heat3', words: '1 to 3 days' },
      { tone: 'muted', words: 'no visits' },
    ],
  } as const
  const { svg, width, height } = toPicture(drawing, 'Door', { ...marks, caption })
  expect([width, height]).toEqual([480, 178])
  expect(svg).toContain('width="480" height="178" viewBox="0 0 480 178"')
  const texts = [...svg.matchAll(/<text [^>]*>([^<]*)</g)].map(([, text]) => text)
  expect(texts.slice(0, 4)).toEqual(['Door', 'Waits, 11/01/2027 to 11/30/2027', '1 to 3 days', 'no visits'])
  expect(svg).toMatch(/<rect x="12" [^>]*fill="#ffc173"/)
  expect(svg).toContain('<g transform="translate(0 78)">')
  const plain = toPicture(drawing, 'Door', marks)
  expect([plain.width, plain.height]).toEqual([400, 100])
})

test('a badge on an arrow keeps off the label', () => {
  const arrow = [
    { x: 0, y: 50 },
    { x: 200, y: 50 },
  ]
  expect(badgeSpot(arrow, undefined, '7')).toEqual({ x: 100, y: 50 })
  expect(badgeSpot(arrow, { x: 60, y: 70, width: 80, height: 30 }, '7')).toEqual({ x: 100, y: 50 })
  expect(badgeSpot(arrow, { x: 60, y: 55, width: 80, height: 30 }, '7')).toEqual({ x: 160, y: 50 })
  // Nowhere is free: the middle.
  expect(badgeSpot(arrow, { x: -50, y: 55, width: 300, height: 30 }, '7')).toEqual({ x: 100, y: 50 })
})
