/** Two versions of a statechart in one drawing: the newer one, plus what it no longer has. */
import type { AnyStateMachine } from 'xstate'
import {
  type ChartGraph,
  type GraphEdge,
  type GraphState,
  type GraphStep,
  statesIn,
  toGraph,
} from '#workflows/model/chart-graph.ts'
import type { ChartLine, ChartNames } from '#workflows/model/chart-names.ts'
import { type ChangeKind, type ChartComparison, stateChange, transitionChange } from './compare-charts.ts'

/** How the drawn parts differ, by the ids in the drawing. */
export interface DrawnChanges {
  readonly states: ReadonlyMap<string, ChangeKind>
  /** Also holds ids of lines in a state's box that aren't transitions. */
  readonly transitions: ReadonlyMap<string, ChangeKind>
}

export interface ChartOverlay {
  readonly graph: ChartGraph
  readonly changes: DrawnChanges
}

/** A removed transition's id in the overlay; the newer version may use the same id for another one. */
export const removedId = (id: string): string => `removed ${id}`

/** A state's id in a drawing, from its path. */
export const drawnId = (root: string, path: string): string => (path === '' ? root : `${root}.${path}`)

const pathIn = (root: string, id: string): string => (id === root ? '' : id.slice(root.length + 1))

/** A symbol as well as a color tells what changed. */
const SYMBOLS = { added: '+', removed: '−', changed: '~' } as const satisfies Record<ChangeKind, string>

const symbolOf = (kind: ChangeKind | undefined): string => (kind === undefined ? '' : `${SYMBOLS[kind]} `)

const marked = <Step extends GraphStep>(step: Step, kind: ChangeKind | undefined): Step => ({
  ...step,
  event: `${symbolOf(kind)}${step.event}`,
})

/** The state's lines in both versions, with a symbol on those that only one of them has. */
const mergedLines = (
  path: string,
  before: readonly ChartLine[],
  after: readonly ChartLine[],
  transitions: ReadonlyMap<string, ChangeKind>,
  note: (id: string, kind: ChangeKind) => void,
): ChartLine[] => {
  const isOwn = ({ id }: ChartLine) => id === undefined
  const textsBefore = new Set(before.filter(isOwn).map(({ text }) => text))
  const textsAfter = new Set(after.filter(isOwn).map(({ text }) => text))
  const mark = (line: ChartLine, kind: ChangeKind): ChartLine => {
    const id = `${path}: ${kind} ${line.text}`
    note(id, kind)
    return { ...line, text: `${symbolOf(kind)}${line.text}`, id }
  }
  return [
    ...after.map((line) => {
      if (line.id !== undefined) return { ...line, text: `${symbolOf(transitions.get(line.id))}${line.text}` }
      return textsBefore.has(line.text) ? line : mark(line, 'added')
    }),
    ...before.flatMap((line) => {
      if (line.id === undefined) return textsAfter.has(line.text) ? [] : [mark(line, 'removed')]
      const id = removedId(line.id)
      return transitions.has(id) ? [{ ...line, id, text: `${symbolOf('removed')}${line.text}` }] : []
    }),
  ]
}

export const overlayCharts = (
  before: AnyStateMachine,
  after: AnyStateMachine,
  comparison: ChartComparison,
  names: ChartNames,
): ChartOverlay => {
  const older = toGraph(before, names)
  const newer = toGraph(after, names)
  const root = newer.root.id
  const states = new Map<string, ChangeKind>()
  const transitions = new Map<string, ChangeKind>()
  for (const state of comparison.states) {
    const kind = stateChange(state)
    if (kind) states.set(drawnId(root, state.path), kind)
  }
  for (const transition of comparison.transitions) {
    const kind = transitionChange(transition)
    if (kind === 'removed' && transition.before) transitions.set(removedId(transition.before.id), kind)
    else if (kind && transition.after) transitions.set(transition.after.id, kind)
  }
  const changedSteps = new Map(transitions)
  const note = (id: string, kind: ChangeKind) => void transitions.set(id, kind)
  const olderStates = new Map(statesIn(older.root).map((state) => [pathIn(older.root.id, state.id), state]))

  /** A state that only the older version has, with everything inside. */
  const removed = (state: GraphState): GraphState => ({
    ...state,
    id: drawnId(root, pathIn(older.root.id, state.id)),
    isInitial: false,
    inner: state.inner.map((step) => ({ ...marked(step, 'removed'), id: removedId(step.id) })),
    lines: state.lines.map((line) => (line.id === undefined ? line : { ...line, id: removedId(line.id) })),
    children: state.children.map(removed),
  })
  const merged = (state: GraphState): GraphState => {
    const path = pathIn(root, state.id)
    const was = olderStates.get(path)
    if (!was) return { ...state, children: state.children.map(merged) }
    const keys = new Set(state.children.map(({ id }) => id))
    const gone = was.children.filter(({ id }) => !keys.has(drawnId(root, pathIn(older.root.id, id))))
    return {
      ...state,
      // A box that lost its states still shows them, so it is drawn as a box.
      kind: state.kind === 'atomic' && gone.length > 0 ? 'compound' : state.kind,
      inner: [
        ...state.inner.map((step) => marked(step, changedSteps.get(step.id))),
        ...was.inner.flatMap((step) =>
          changedSteps.has(removedId(step.id)) ? [{ ...marked(step, 'removed'), id: removedId(step.id) }] : [],
        ),
      ],
      lines: mergedLines(path, was.lines, state.lines, changedSteps, note),
      children: [...state.children.map(merged), ...gone.map(removed)],
    }
  }
  const goneEdges: GraphEdge[] = older.edges.flatMap((edge) =>
    changedSteps.has(removedId(edge.id))
      ? [
          {
            ...marked(edge, 'removed'),
            id: removedId(edge.id),
            source: drawnId(root, pathIn(older.root.id, edge.source)),
            target: drawnId(root, pathIn(older.root.id, edge.target)),
          },
        ]
      : [],
  )
  return {
    graph: {
      root: merged(newer.root),
      edges: [...newer.edges.map((edge) => marked(edge, changedSteps.get(edge.id))), ...goneEdges],
    },
    changes: { states, transitions },
  }
}

/** One version drawn by itself, with its share of the changes. */
export const sideOf = (
  machine: AnyStateMachine,
  comparison: ChartComparison,
  side: 'before' | 'after',
  names: ChartNames,
): ChartOverlay => {
  const graph = toGraph(machine, names)
  const states = new Map<string, ChangeKind>()
  const transitions = new Map<string, ChangeKind>()
  for (const state of comparison.states) {
    const kind = stateChange(state)
    if (kind && state[side]) states.set(drawnId(graph.root.id, state.path), kind)
  }
  for (const transition of comparison.transitions) {
    const kind = transitionChange(transition)
    const shown = transition[side]
    if (kind && shown) transitions.set(shown.id, kind)
  }
  const signed = (state: GraphState): GraphState => ({
    ...state,
    inner: state.inner.map((step) => marked(step, transitions.get(step.id))),
    lines: state.lines.map((line) => ({
      ...line,
      text: `${symbolOf(line.id === undefined ? undefined : transitions.get(line.id))}${line.text}`,
    })),
    children: state.children.map(signed),
  })
  return {
    graph: { root: signed(graph.root), edges: graph.edges.map((edge) => marked(edge, transitions.get(edge.id))) },
    changes: { states, transitions },
  }
}
