/**
 * Positions of a statechart's boxes and arrows, laid out by ELK, which handles nested boxes and reserves space for
 * labels. Text width is estimated, so that the browser and the command line produce the same drawing.
 */
import type { ELK, ElkEdgeSection, ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js'
import { requireValue } from '#domain/require-value.ts'
import { type ChartGraph, type GraphEdge, type GraphState, statesIn, stepText } from '#workflows/model/chart-graph.ts'
import type { ChartLine } from '#workflows/model/chart-names.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Box extends Point {
  readonly width: number
  readonly height: number
}

export interface DrawnState extends Box {
  readonly state: GraphState
  /** The lines below its name, wrapped. */
  readonly lines: readonly ChartLine[]
  /** Nesting depth. */
  readonly depth: number
  /** Whether its contents are drawn. */
  readonly isOpen: boolean
}

export interface DrawnEdge {
  /** Undefined for an initial arrow. */
  readonly edge: GraphEdge | undefined
  readonly points: readonly Point[]
  readonly label: (Box & { readonly lines: readonly string[] }) | undefined
}

/** In pixels at full size; outer boxes come before their contents. */
export interface ChartDrawing {
  readonly width: number
  readonly height: number
  readonly states: readonly DrawnState[]
  readonly edges: readonly DrawnEdge[]
  /** The initial-state dots. */
  readonly starts: readonly Point[]
}

export const CHART_FONT = { name: 13, line: 12, lineHeight: 17 } as const
export const START_RADIUS = 5

const PADDING = 10
const HEADER = 28
const LONGEST_LINE = 34

/** Inter's mean character width is a little over half its size; err toward boxes that are too wide. */
const widthOf = (text: string, size: number): number => Math.ceil(text.length * size * 0.58)

const widest = (lines: readonly string[], size: number): number =>
  Math.max(0, ...lines.map((line) => widthOf(line, size)))

/** Wraps text between words. */
const wrapped = (text: string): string[] => {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < LONGEST_LINE) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

const wrappedLines = ({ lines }: GraphState): ChartLine[] =>
  lines.flatMap((line) => wrapped(line.text).map((text) => ({ ...line, text })))

const headOf = (lines: readonly ChartLine[]): number =>
  HEADER + (lines.length > 0 ? lines.length * CHART_FONT.lineHeight + PADDING / 2 : 0)

/** The space that a box's text takes up. */
export const headBox = ({ x, y, state, lines }: Pick<DrawnState, 'x' | 'y' | 'state' | 'lines'>): Box => ({
  x: x + PADDING,
  y: y + 6,
  width: Math.max(
    widthOf(state.label, CHART_FONT.name),
    widest(
      lines.map(({ text }) => text),
      CHART_FONT.line,
    ),
  ),
  height: lines.length === 0 ? CHART_FONT.lineHeight : HEADER + lines.length * CHART_FONT.lineHeight - 6,
})

/** What varies between layouts: no setting suits every chart, and ELK arranges things by chance. */
export interface LayoutChoice {
  /** Where arrows lead. */
  readonly direction: 'DOWN' | 'RIGHT'
  readonly seed: number
}

const DEFAULT_CHOICE: LayoutChoice = { direction: 'RIGHT', seed: 1 }

/** ELK doesn't inherit these, so every box gets them. */
const layeredBy = ({ direction, seed }: LayoutChoice) => ({
  'elk.algorithm': 'layered',
  'elk.direction': direction,
  'elk.randomSeed': String(seed),
  // More tries and whole-chart sweeps: two thirds fewer crossings.
  'elk.layered.thoroughness': '30',
  'elk.layered.crossingMinimization.hierarchicalSweepiness': '1',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.spacing.nodeNode': '28',
  'elk.layered.spacing.nodeNodeBetweenLayers': '36',
  'elk.spacing.edgeLabel': '4',
  'elk.spacing.edgeNode': '16',
  'elk.spacing.edgeEdge': '12',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
})

/** Order in which states are first reached from the initial state, by id; a box counts as soon as one of its states does. */
const orderOf = ({ root, edges }: ChartGraph): ReadonlyMap<string, number> => {
  const order = new Map<string, number>()
  const states = statesIn(root)
  const stateOf = new Map(states.map((state) => [state.id, state]))
  const boxOf = new Map(states.flatMap((state) => state.children.map((child) => [child.id, state] as const)))
  const bySource = new Map<string, string[]>()
  for (const { source, target } of edges) bySource.set(source, [...(bySource.get(source) ?? []), target])
  const waiting = [root.id]
  for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
    const state = stateOf.get(id)
    if (!state || order.has(id)) continue
    order.set(id, order.size)
    const entered = state.kind === 'parallel' ? state.children : state.children.filter(({ isInitial }) => isInitial)
    const around = boxOf.get(id)
    waiting.unshift(...entered.map((child) => child.id))
    waiting.push(...(around ? [around.id] : []), ...(bySource.get(id) ?? []))
  }
  for (const id of stateOf.keys()) if (!order.has(id)) order.set(id, order.size)
  return order
}

const startOf = (id: string): string => `${id} (start)`

export interface LayoutOptions {
  /** Ids of boxes drawn without their contents; arrows into and out of them end at the box. */
  readonly closed?: ReadonlySet<string>
  readonly choice?: LayoutChoice | undefined
}

/**
 * @throws Error if ELK cannot lay it out
 */
export const layOut = async (
  elk: Pick<ELK, 'layout'>,
  { root, edges }: ChartGraph,
  { closed = new Set(), choice = DEFAULT_CHOICE }: LayoutOptions = {},
): Promise<ChartDrawing> => {
  const layered = layeredBy(choice)
  const states = new Map<string, Omit<DrawnState, keyof Box>>()
  /** The box that shows a state: its own, or the collapsed one around it. */
  const standIn = new Map<string, string>()
  const elkEdges: ElkExtendedEdge[] = []

  const nodeOf = (state: GraphState, depth: number): ElkNode => {
    const lines = wrappedLines(state)
    const isOpen = state.children.length > 0 && !closed.has(state.id)
    states.set(state.id, { state, lines, depth, isOpen })
    standIn.set(state.id, state.id)
    const width =
      Math.max(
        60,
        widthOf(state.label, CHART_FONT.name),
        widest(
          lines.map(({ text }) => text),
          CHART_FONT.line,
        ),
      ) +
      2 * PADDING
    if (!isOpen) {
      for (const { id } of statesIn(state)) standIn.set(id, state.id)
      return { id: state.id, width, height: headOf(lines) + (lines.length > 0 ? 0 : PADDING / 2) }
    }
    const first = state.kind === 'parallel' ? undefined : state.children.find(({ isInitial }) => isInitial)
    const children = state.children.map((child) => nodeOf(child, depth + 1))
    if (first) {
      children.unshift({ id: startOf(state.id), width: 2 * START_RADIUS, height: 2 * START_RADIUS })
      elkEdges.push({ id: startOf(state.id), sources: [startOf(state.id)], targets: [first.id] })
    }
    return {
      id: state.id,
      children,
      layoutOptions: {
        ...layered,
        'elk.padding': `[top=${headOf(lines) + PADDING},left=16,bottom=16,right=16]`,
        'elk.nodeSize.constraints': 'MINIMUM_SIZE',
        'elk.nodeSize.minimum': `(${width},${headOf(lines)})`,
      },
    }
  }

  const outermost = nodeOf(root, 0)
  const order = orderOf({ root, edges })
  const placeOf = (state: string) => requireValue(order.get(state), `The place of ${state}`)
  const drawn = new Map<string, { edge: GraphEdge; isBack: boolean }>()
  edges.forEach((edge, index) => {
    const [source, target] = [standIn.get(edge.source), standIn.get(edge.target)]
    // Transitions inside a collapsed box are hidden; those back to the same state are lines in its box.
    if (source === undefined || target === undefined || source === target) return
    const id = `edge ${index}`
    // Backward arrows are laid out reversed, so that earlier states stay on top.
    const isBack = placeOf(target) < placeOf(source)
    drawn.set(id, { edge, isBack })
    const lines = wrapped(stepText(edge))
    elkEdges.push({
      id,
      sources: [isBack ? target : source],
      targets: [isBack ? source : target],
      labels: [
        {
          text: lines.join('\n'),
          width: widest(lines, CHART_FONT.line) + 6,
          height: lines.length * (CHART_FONT.lineHeight - 2) + 4,
        },
      ],
    })
  })

  const laid: ElkNode & { edges?: ElkExtendedEdge[] } = await elk.layout<ElkNode>({
    id: '(drawing)',
    layoutOptions: layered,
    children: [outermost],
    edges: elkEdges,
  })

  const boxes = new Map<string, Box>()
  const collect = ({ id, x = 0, y = 0, width = 0, height = 0, children = [] }: ElkNode): void => {
    boxes.set(id, { x, y, width, height })
    children.forEach(collect)
  }
  laid.children?.forEach(collect)

  const pointsOf = (sections: readonly ElkEdgeSection[] = []): Point[] =>
    sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [startPoint, ...bendPoints, endPoint])
  return {
    width: Math.ceil(laid.width ?? 0),
    height: Math.ceil(laid.height ?? 0),
    states: [...states].flatMap(([id, state]) => {
      const box = boxes.get(id)
      return box ? [{ ...state, ...box }] : []
    }),
    edges: (laid.edges ?? []).map(({ id, sections, labels }) => {
      const [label] = labels ?? []
      const { edge, isBack = false } = drawn.get(id) ?? {}
      const points = pointsOf(sections)
      return {
        edge,
        points: isBack ? points.reverse() : points,
        label: label && {
          x: label.x ?? 0,
          y: label.y ?? 0,
          width: label.width ?? 0,
          height: label.height ?? 0,
          lines: (label.text ?? '').split('\n'),
        },
      }
    }),
    starts: [...boxes]
      .filter(([id]) => id.endsWith(' (start)'))
      .map(([, { x, y }]) => ({ x: x + START_RADIUS, y: y + START_RADIUS })),
  }
}
