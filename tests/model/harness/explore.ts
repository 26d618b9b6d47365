import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate'
import { getAdjacencyMap } from 'xstate/graph'
import type { AnyExamples } from '#machines/definition/examples.ts'
import { allCases, type Candidate, candidatesFor } from '#workflows/model/candidates.ts'
import { type Chart, readChart } from '#workflows/model/read-chart.ts'
import {
  createStepper,
  effectWords,
  factsOf,
  type StartingState,
  type StepFacts,
  type Stepped,
  type Stepper,
  startsOf,
  takenIn,
} from '#workflows/model/step.ts'
import { withStubs } from '#workflows/model/stub.ts'
import type { ModelDescription } from './description.ts'
import { type StepValues, valuesOf } from './step-values.ts'

/** One event with one case's payload, sent in one state of the model, and its result. */
export interface Edge extends StepFacts {
  from: string
  to: string
  /** `credentials.submit (wrong password)` */
  label: string
  /** The case's name; empty for a bare event. */
  name: string
  event: AnyEventObject
  before: AnyMachineSnapshot
  after: AnyMachineSnapshot
  values: StepValues
}

/** The initial state for one of the machine's inputs. */
export interface Start extends StartingState {
  readonly key: string
  readonly taken: string[]
  /** Its effects at the start: actions, started actors. */
  readonly effects: string[]
  readonly values: StepValues
}

/** A test's path: a start and its steps. */
export interface Path {
  start: Start
  steps: Edge[]
}

/** Everything the machine can do with the description's cases. */
export interface Model {
  machine: AnyStateMachine
  chart: Chart
  starts: Start[]
  /** Outgoing edges by state key, with states in the order in which the search found them. */
  edges: Map<string, Edge[]>
  /** A state's key, for a snapshot that the stepper made. */
  keyOf: (start: string, snapshot: AnyMachineSnapshot, stepper: Pick<Stepper, 'isRunning'>) => string
  /** Cases that no reached state took or refused, so they are useless. */
  unusedCases: string[]
}

/** A machine adapted to XState's graph search, plus what the search doesn't keep. */
function traced(machine: AnyStateMachine, { step }: Stepper, labelOf: (event: object) => string) {
  const steps = new WeakMap<object, Map<string, Stepped>>()
  const transition = (snapshot: AnyMachineSnapshot, event: EventObject) => {
    const stepped = step(snapshot, event)
    steps.set(snapshot, (steps.get(snapshot) ?? new Map<string, Stepped>()).set(labelOf(event), stepped))
    return stepped.snapshot
  }
  return {
    logic: Object.assign(Object.create(machine), { transition }) as AnyStateMachine,
    traceOf: (snapshot: AnyMachineSnapshot, label: string) =>
      steps.get(snapshot)?.get(label)?.trace ?? { microsteps: [], actions: [] },
  }
}

/**
 * Explores everything the machine can do with the description's cases, using XState's graph search.
 * @throws Error if the search exceeds the description's limit, or a guard or action throws.
 */
export function explore<TMachine extends AnyStateMachine, TWorld>(
  description: ModelDescription<TMachine, TWorld>,
): Model {
  const machine: AnyStateMachine = withStubs(description.machine)
  const chart = readChart(machine)
  const project = description.project as (context: unknown) => unknown
  const candidates = new WeakMap<object, Candidate>()
  const labelOf = (event: object) => candidates.get(event)?.label ?? '?'
  const stepper = createStepper(machine)
  const { logic, traceOf } = traced(machine, stepper, labelOf)
  const examples = description as AnyExamples
  const possible = description.possible as ((snapshot: unknown, event: unknown) => boolean) | undefined
  const keyIn: Model['keyOf'] = (start, snapshot, { isRunning }) => {
    const running = Object.keys(snapshot.children).filter((id) => isRunning(snapshot, id))
    return JSON.stringify([start, snapshot.value, snapshot.status, running, project(snapshot.context)])
  }
  const keyOf = (start: string, snapshot: AnyMachineSnapshot) => keyIn(start, snapshot, stepper)
  const edgeOf = (
    start: string,
    from: string,
    before: AnyMachineSnapshot,
    event: AnyEventObject,
    next: unknown,
  ): Edge => {
    const after = next as AnyMachineSnapshot
    const label = labelOf(event)
    const stepped = { snapshot: after, trace: traceOf(before, label) }
    return {
      from,
      to: keyOf(start, after),
      label,
      name: candidates.get(event)?.name ?? '',
      event,
      before,
      after,
      ...factsOf(chart, before, event, stepped),
      values: valuesOf(before, stepped),
    }
  }

  const edges = new Map<string, Edge[]>()
  const starts = startsOf(examples, machine, stepper).map((start) => ({
    ...start,
    taken: takenIn(chart, start.trace),
    effects: effectWords(start.trace),
    values: valuesOf(undefined, start),
    key: keyOf(start.name, start.snapshot),
  }))
  for (const { name, snapshot, options } of starts) {
    const adjacency = getAdjacencyMap(logic, {
      input: options.input,
      fromState: snapshot,
      limit: description.limit ?? 20_000,
      serializeState: (state) => keyOf(name, state as AnyMachineSnapshot),
      serializeEvent: labelOf,
      events: (given) => {
        const state = given as AnyMachineSnapshot
        if (state.status !== 'active') return []
        const found = candidatesFor(examples, state, (id) => stepper.isRunning(state, id)).filter(
          ({ event }) => possible?.(state, event) ?? true,
        )
        for (const candidate of found) candidates.set(candidate.event, candidate)
        return found.map(({ event }) => event)
      },
    })
    for (const [from, { state, transitions }] of Object.entries(adjacency)) {
      const steps = Object.values(transitions as Record<string, { event: AnyEventObject; state: unknown }>)
      edges.set(
        from,
        steps.map(({ event, state: next }) => edgeOf(name, from, state as AnyMachineSnapshot, event, next)),
      )
    }
  }
  const used = new Set([...edges.values()].flat().map(({ label }) => label))
  return {
    machine,
    chart,
    starts,
    edges,
    keyOf: keyIn,
    unusedCases: allCases(examples).filter((label) => !used.has(label)),
  }
}
