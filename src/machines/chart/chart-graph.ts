/**
 * A statechart as what is drawn of it: boxes in boxes, and arrows between them. Read off the live machine, so that
 * `always`, composite guards and invoked actors are in it.
 */
import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { eventLabel, guardLabel, readChart } from './read-chart.ts'
import { namesOf } from './xstate-json.ts'

export interface GraphState {
  /** XState's id, `timesheetModal.entering.saving`; the machine's own is the outermost box. */
  readonly id: string
  readonly label: string
  readonly description: string
  readonly kind: 'atomic' | 'compound' | 'parallel' | 'final' | 'history'
  /** It is the one that its box begins in. */
  readonly isInitial: boolean
  readonly tags: readonly string[]
  readonly entry: readonly string[]
  readonly exit: readonly string[]
  /** The actors that run while it lasts. */
  readonly invokes: readonly string[]
  /** What it answers by actions alone, staying as it is. */
  readonly inner: readonly GraphStep[]
  readonly children: readonly GraphState[]
}

/** What makes a transition happen, what holds it back, and what it does. */
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

export const toGraph = (machine: AnyStateMachine): ChartGraph => {
  const edges: GraphEdge[] = []
  const inner = new Map<string, GraphStep[]>()
  for (const { id, source, event, definition } of readChart(machine).transitions) {
    const step = {
      id,
      event: eventLabel(event),
      guard: definition.guard === undefined ? undefined : guardLabel(definition.guard),
      actions: namesOf(definition.actions),
    }
    const targets = definition.target ?? []
    for (const target of targets) edges.push({ ...step, source: source.id, target: target.id })
    if (targets.length === 0) inner.set(source.id, [...(inner.get(source.id) ?? []), step])
  }
  const stateOf = (node: AnyStateNode): GraphState => ({
    id: node.id,
    label: node.key,
    description: node.description ?? '',
    kind: node.type,
    isInitial: node.parent?.type === 'parallel' || node.parent?.initial?.target[0] === node,
    tags: node.tags,
    entry: namesOf(node.entry),
    exit: namesOf(node.exit),
    invokes: node.invoke.map(({ src }) => String(src)),
    inner: inner.get(node.id) ?? [],
    children: Object.values(node.states).map(stateOf),
  })
  return { root: stateOf(machine.root), edges }
}

/** `timesheet.save [isComplete] / showErrors`, as statecharts are written. */
export const stepText = ({ event, guard, actions }: GraphStep): string =>
  [event, guard === undefined ? '' : `[${guard}]`, actions.length > 0 ? `/ ${actions.join(', ')}` : '']
    .filter((part) => part !== '')
    .join(' ')
