import {
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  createEmptyActor,
  type EventObject,
  type InspectionEvent,
} from 'xstate'
import { getAdjacencyMap } from 'xstate/graph'
import { type Chart, isMatch, outcomeOf, readChart, statePath } from '#machines/chart/read-chart.ts'
import { allCases, type Candidate, candidatesFor } from './candidates.ts'
import type { ModelDescription } from './description.ts'
import { withStubs } from './stub.ts'

/** One event, with one case's payload, in one state of the model, and what comes of it. */
export interface Edge {
  from: string
  to: string
  /** `credentials.submit (wrong password)` */
  label: string
  /** The case's name, empty for a bare event. */
  name: string
  event: AnyEventObject
  before: AnyMachineSnapshot
  after: AnyMachineSnapshot
  /** Ids of the transitions taken, those of `always` and raised events included. */
  taken: string[]
  /** Ids of the refusals met: guards that held the event back. */
  refused: string[]
  /** The fields of the context that it changes. */
  sets: string[]
  /** What else it does: actions, events emitted, actors started. */
  effects: string[]
}

/** The state that the machine starts in with one of its inputs. */
export interface Start {
  /** The name of the input or stored state, empty for a machine without inputs. */
  name: string
  /** What an actor is made with, to start here. */
  options: { input: unknown; snapshot?: AnyMachineSnapshot }
  key: string
  snapshot: AnyMachineSnapshot
  taken: string[]
}

/** What a test plays: a start and the steps from there. */
export interface Path {
  start: Start
  steps: Edge[]
}

/** All that the machine can do with the description's cases. */
export interface Model {
  machine: AnyStateMachine
  chart: Chart
  starts: Start[]
  /** Outgoing edges by the state's key, the states in the order in which the search met them. */
  edges: Map<string, Edge[]>
  /** Cases that no reached state took or refused: the machine has no use for them. */
  unusedCases: string[]
}

/** What a step of the machine took and did, as XState reports it. */
export interface Trace {
  microsteps: (readonly AnyTransitionDefinition[])[]
  actions: { type: string; params: unknown }[]
}

/** Collects the transitions of one actor from XState's inspection events. */
export function traceMicrosteps(trace: Trace, isMachine: (event: InspectionEvent) => boolean) {
  return (event: InspectionEvent) => {
    if (event.type === '@xstate.microstep' && isMachine(event)) trace.microsteps.push([...event._transitions])
  }
}

/** Steps a machine without running any of its actions, and says what it took. */
function pureStep<T>(step: (scope: Parameters<AnyStateMachine['transition']>[2]) => T): [T, Trace] {
  // A host of its own for every step: actors that the machine starts register there, and nowhere else.
  const host = createEmptyActor()
  const trace: Trace = { microsteps: [], actions: [] }
  host.system.inspect(traceMicrosteps(trace, () => true))
  const result = step({
    self: host as AnyActorRef,
    system: host.system,
    id: 'model',
    sessionId: 'model',
    logger: () => {},
    defer: () => {},
    stopChild: () => {},
    emit: () => {},
    actionExecutor: (action) => {
      trace.actions.push({ type: action.type, params: action.params })
    },
  })
  return [result, trace]
}

const field = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined

function describeAction({ type, params }: Trace['actions'][number]): string | undefined {
  if (type === 'xstate.emit') return `emits ${String(field(field(params, 'event'), 'type'))}`
  if (type === 'xstate.spawnChild') return `starts ${String(field(params, 'id'))}`
  if (type === 'xstate.sendTo') return `sends ${String(field(field(params, 'event'), 'type'))}`
  if (type === 'xstate.raise' || type === 'xstate.cancel' || type === 'xstate.stopChild' || type === 'xstate.assign')
    return undefined
  return `does ${type}`
}

function changedFields(before: AnyMachineSnapshot, after: AnyMachineSnapshot): string[] {
  const keys = Object.keys({ ...before.context, ...after.context })
  return keys.filter((key) => !Object.is(before.context[key], after.context[key]))
}

function isWithin(node: AnyStateNode | undefined, ancestor: AnyStateNode): boolean {
  return node !== undefined && (node === ancestor || isWithin(node.parent, ancestor))
}

/** The state's name in paths: its leaf states, and the projection where it says something. */
export function stateLabel(snapshot: AnyMachineSnapshot): string {
  const leaves = snapshot._nodes.filter((node) => node.type === 'atomic' || node.type === 'final')
  leaves.sort((one, other) => one.order - other.order)
  return leaves.map(statePath).join(' & ')
}

/** A machine as XState's graph search wants it, with what the search itself does not keep. */
function traced(machine: AnyStateMachine, labelOf: (event: object) => string) {
  const traces = new WeakMap<object, Map<string, Trace>>()
  /** The actors that have ended although their state goes on: they cannot end once more. */
  const ended = new WeakMap<object, Set<AnyActorRef>>()
  const endedIn = (snapshot: AnyMachineSnapshot) => ended.get(snapshot) ?? new Set<AnyActorRef>()
  const isRunning = (snapshot: AnyMachineSnapshot, id: string): boolean => {
    const child = snapshot.children[id]
    return child !== undefined && !endedIn(snapshot).has(child)
  }
  const transition = (snapshot: AnyMachineSnapshot, event: EventObject) => {
    const [result, trace] = pureStep((scope) => machine.transition(snapshot, event, scope))
    // An event that nothing takes returns the same object, on which an actor's end could not be noted.
    const next: AnyMachineSnapshot = { ...result }
    const outcome = outcomeOf(event.type)
    const ending = outcome && outcome.kind !== 'snapshot' ? snapshot.children[outcome.id] : undefined
    ended.set(next, new Set(ending ? [...endedIn(snapshot), ending] : endedIn(snapshot)))
    traces.set(snapshot, (traces.get(snapshot) ?? new Map<string, Trace>()).set(labelOf(event), trace))
    return next
  }
  return {
    logic: Object.assign(Object.create(machine), { transition }) as AnyStateMachine,
    isRunning,
    traceOf: (snapshot: AnyMachineSnapshot, label: string): Trace =>
      traces.get(snapshot)?.get(label) ?? { microsteps: [], actions: [] },
  }
}

/** The states to start in: one for each input, one for each stored state. */
function startsOf<TMachine extends AnyStateMachine, TWorld>(
  { inputs, stored }: ModelDescription<TMachine, TWorld>,
  machine: AnyStateMachine,
  takenIn: (trace: Trace) => string[],
): Omit<Start, 'key'>[] {
  const fresh = Object.entries(inputs ?? (stored ? {} : { '': undefined })).map(([name, input]) => {
    const [snapshot, trace] = pureStep((scope) => machine.getInitialSnapshot(scope, input))
    return { name, snapshot, taken: takenIn(trace), options: { input } }
  })
  const resumed = Object.entries(stored ?? {}).map(([name, state]) => {
    const snapshot: AnyMachineSnapshot = machine.resolveState(state)
    return { name, snapshot, taken: [], options: { input: undefined, snapshot } }
  })
  return [...fresh, ...resumed]
}

/**
 * Searches all that the machine can do with the description's cases, by XState's own graph search.
 * @throws Error when the search passes the description's limit, or a guard or action throws.
 */
export function explore<TMachine extends AnyStateMachine, TWorld>(
  description: ModelDescription<TMachine, TWorld>,
): Model {
  const machine: AnyStateMachine = withStubs(description.machine)
  const chart = readChart(machine)
  const project = description.project as (context: unknown) => unknown
  const candidates = new WeakMap<object, Candidate>()
  const labelOf = (event: object) => candidates.get(event)?.label ?? '?'
  const { logic, traceOf, isRunning } = traced(machine, labelOf)
  const keyOf = (start: string, snapshot: AnyMachineSnapshot): string => {
    const running = Object.keys(snapshot.children).filter((id) => isRunning(snapshot, id))
    return JSON.stringify([start, snapshot.value, snapshot.status, running, project(snapshot.context)])
  }
  const takenIn = (trace: Trace) => [
    ...new Set(trace.microsteps.flat().map((definition) => chart.idOf.get(definition) ?? '?')),
  ]
  const edgeOf = (
    start: string,
    from: string,
    before: AnyMachineSnapshot,
    event: AnyEventObject,
    next: unknown,
  ): Edge => {
    const after = next as AnyMachineSnapshot
    const label = labelOf(event)
    const trace = traceOf(before, label)
    return {
      from,
      to: keyOf(start, after),
      label,
      name: candidates.get(event)?.name ?? '',
      event,
      before,
      after,
      taken: takenIn(trace),
      refused: refusalsOf(chart, before, event, trace),
      sets: changedFields(before, after),
      effects: [...new Set(trace.actions.map(describeAction).filter((text) => text !== undefined))],
    }
  }

  const edges = new Map<string, Edge[]>()
  const starts = startsOf(description, machine, takenIn).map((start) => ({
    ...start,
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
        const found = candidatesFor(description, state, (id) => isRunning(state, id))
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
  return { machine, chart, starts, edges, unusedCases: allCases(description).filter((label) => !used.has(label)) }
}

/** The events that a state's guards held back. */
function refusalsOf(chart: Chart, before: AnyMachineSnapshot, event: EventObject, trace: Trace): string[] {
  const first = trace.microsteps[0] ?? []
  return chart.refusals
    .filter(
      ({ source, event: descriptor }) =>
        isMatch(descriptor, event.type) &&
        before._nodes.includes(source) &&
        !first.some((definition) => isWithin(definition.source, source)),
    )
    .map(({ id }) => id)
}
