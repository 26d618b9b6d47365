/**
 * The graph that is drawn of a statechart: nested boxes and the arrows between them. Read from the live machine, so it
 * includes `always`, composite guards and invoked actors.
 */
import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { type ChartLine, type ChartNames, codeNames } from './chart-names.ts'
import { namesOf, readChart } from './read-chart.ts'

export interface GraphState {
  /** XState's id, `timesheetModal.entering.saving`; the machine's own is the outermost box. */
  readonly id: string
  readonly label: string
  readonly description: string
  readonly kind: 'atomic' | 'compound' | 'parallel' | 'final' | 'history'
  /** Whether it is its parent's initial state. */
  readonly isInitial: boolean
  readonly tags: readonly string[]
  readonly entry: readonly string[]
  readonly exit: readonly string[]
  /** The actors that run while the state is active. */
  readonly invokes: readonly string[]
  /** Transitions with actions but no target. */
  readonly inner: readonly GraphStep[]
  /** Includes the transitions back to the state itself, which are not drawn as arrows. */
  readonly lines: readonly ChartLine[]
  readonly children: readonly GraphState[]
}

/** What triggers a transition, what guards it, and what it does. */
export interface GraphStep {
  /** The transition's id in coverage and tables (`readChart`). */
  readonly id: string
  readonly event: string
  readonly guard: string | undefined
  readonly actions: readonly string[]
}

export interface GraphEdge extends GraphStep {
  readonly source: string
  readonly target: string
}

export interface ChartGraph {
  readonly root: GraphState
  readonly edges: readonly GraphEdge[]
}

/** `timesheet.save [isComplete] / showErrors`, as statecharts are written. */
export const stepText = ({ event, guard, actions }: GraphStep): string =>
  [event, guard === undefined ? '' : `[${guard}]`, actions.length > 0 ? `/ ${actions.join(', ')}` : '']
    .filter((part) => part !== '')
    .join(' ')

/** Before the text of a transition that leads back to its own state. */
const LOOP_SIGN = '↻'

/** Whether it leads back to its own state; such a transition is a line in the state's box. */
export const isLoop = ({ source, target }: GraphEdge): boolean => source === target

/** @param names how states, events, guards, actions and actors are labeled; defaults to their names in the code */
export const toGraph = (machine: AnyStateMachine, names: ChartNames = codeNames): ChartGraph => {
  const edges: GraphEdge[] = []
  const inner = new Map<string, GraphStep[]>()
  for (const { id, source, event, definition } of readChart(machine).transitions) {
    const step = {
      id,
      event: names.event(event),
      guard: definition.guard === undefined ? undefined : names.guard(definition.guard),
      actions: namesOf(definition.actions).map(names.action),
    }
    const targets = definition.target ?? []
    for (const target of targets) edges.push({ ...step, source: source.id, target: target.id })
    if (targets.length === 0) inner.set(source.id, [...(inner.get(source.id) ?? []), step])
  }
  const stateOf = (node: AnyStateNode): GraphState => {
    const state = {
      id: node.id,
      label: node.parent ? names.state(node.key) : names.machine(node.key),
      description: node.description ?? '',
      kind: node.type,
      isInitial: node.parent?.type === 'parallel' || node.parent?.initial?.target[0] === node,
      tags: node.tags.map(names.tag),
      entry: namesOf(node.entry).map(names.action),
      exit: namesOf(node.exit).map(names.action),
      invokes: node.invoke.map(({ src, id }) => names.actor(String(src), id)),
      inner: inner.get(node.id) ?? [],
      children: Object.values(node.states).map(stateOf),
    }
    return {
      ...state,
      lines: names.lines({
        ...state,
        inner: [
          ...state.inner.map((each) => ({ id: each.id, text: stepText(each) })),
          ...edges
            .filter(isLoop)
            .flatMap((each) =>
              each.source === node.id ? [{ id: each.id, text: `${LOOP_SIGN} ${stepText(each)}` }] : [],
            ),
        ],
      }),
    }
  }
  return { root: stateOf(machine.root), edges }
}

/** A state and all states inside it, outer ones first. */
export const statesIn = (state: GraphState): GraphState[] => [state, ...state.children.flatMap(statesIn)]

export const findState = (graph: ChartGraph, id: string): GraphState | undefined =>
  statesIn(graph.root).find((state) => state.id === id)

/** The id of a state just inside the outermost box. */
export const outerStateId = ({ root }: ChartGraph, key: string): string => `${root.id}.${key}`

/** Its label; the key if the statechart does not have it. */
export const outerStateLabel = (graph: ChartGraph, key: string): string =>
  findState(graph, outerStateId(graph, key))?.label ?? key
