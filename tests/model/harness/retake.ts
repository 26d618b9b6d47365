import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode } from 'xstate'
import { allNodes, type Chart, readChart } from '#workflows/model/read-chart.ts'
import { createStepper, factsOf, type Stepper } from '#workflows/model/step.ts'
import { withStubs } from '#workflows/model/stub.ts'
import type { Edge, Model, Start } from './explore.ts'
import type { Holds } from './sight.ts'
import { valuesOf } from './step-values.ts'

/** A machine whose states and steps can be compared with the model's. */
export interface Mutated {
  readonly machine: AnyStateMachine
  readonly nodeOf: (id: string) => AnyStateNode
  readonly chart: Chart
  readonly stepper: Stepper
}

/** @param change applied to a copy of the machine */
export function mutate(machine: AnyStateMachine, change: (nodeOf: Mutated['nodeOf']) => void = () => {}): Mutated {
  const copy = withStubs(machine.provide({}))
  // A mutation may cause an infinite loop.
  copy.options = { ...copy.options, maxIterations: 200 }
  const nodes = new Map(allNodes(copy.root).map((node) => [node.id, node]))
  const nodeOf = (id: string): AnyStateNode => {
    const node = nodes.get(id)
    if (!node) throw new Error(`There is no state ${id}.`)
    return node
  }
  change(nodeOf)
  return { machine: copy, nodeOf, chart: readChart(copy), stepper: createStepper(copy) }
}

/** The same step, taken by another machine from the same state. */
export function retake(edge: Edge, { machine, chart, nodeOf, stepper }: Mutated): Edge {
  const moved = (nodes: readonly AnyStateNode[]) => nodes.map(({ id }) => nodeOf(id))
  const history = Object.entries(edge.before.historyValue) as [string, AnyStateNode[]][]
  const before: AnyMachineSnapshot = {
    ...edge.before,
    machine,
    _nodes: moved(edge.before._nodes),
    historyValue: Object.fromEntries(history.map(([id, nodes]) => [id, moved(nodes)])),
  }
  const stepped = stepper.step(before, edge.event)
  return {
    ...edge,
    before,
    after: stepped.snapshot,
    ...factsOf(chart, before, edge.event, stepped),
    values: valuesOf(before, stepped),
  }
}

/** The model's starts, begun by another machine. A stored state begins nothing. */
export function restart({ starts }: Model, { stepper }: Mutated, holds: Holds): Start[] {
  return starts.map((start) => {
    if (start.options.snapshot) return start
    const begun = stepper.begin(start.options.input)
    holds(begun.snapshot)
    return { ...start, snapshot: begun.snapshot, values: valuesOf(undefined, begun) }
  })
}
