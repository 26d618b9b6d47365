import {
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  createEmptyActor,
  type EventObject,
  type InspectionEvent,
} from 'xstate'
import type { AnyExamples } from '#machines/definition/examples.ts'
import { type Chart, isMatch, outcomeOf, statePath } from './read-chart.ts'

/** The transitions and actions of a step, as XState reports them. */
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

/** Steps a machine without running its actions. */
function pureStep<T>(step: (scope: Parameters<AnyStateMachine['transition']>[2]) => T): [T, Trace] {
  // Every step gets its own host, so that actors started in one don't register in another.
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

/** A step's effects other than assignments. */
export interface Effect {
  readonly kind: 'emits' | 'starts' | 'sends' | 'does'
  readonly name: string
  /** The actor that an event is sent to. */
  readonly to?: string
  /** The event emitted or sent, or an action's parameters. */
  readonly given: unknown
}

function effectOf({ type, params }: Trace['actions'][number]): Effect | undefined {
  const event = field(params, 'event')
  if (type === 'xstate.emit') return { kind: 'emits', name: String(field(event, 'type')), given: event }
  if (type === 'xstate.spawnChild')
    return { kind: 'starts', name: String(field(params, 'id')), given: field(params, 'input') }
  if (type === 'xstate.sendTo') {
    return { kind: 'sends', name: String(field(event, 'type')), to: String(field(params, 'targetId')), given: event }
  }
  if (type === 'xstate.raise' || type === 'xstate.cancel' || type === 'xstate.stopChild' || type === 'xstate.assign')
    return undefined
  return { kind: 'does', name: type, given: params }
}

export function effectsOf({ actions }: Trace): Effect[] {
  return actions.map(effectOf).filter((effect) => effect !== undefined)
}

/** As table text: `emits row.confirmed`, `sends choice.change to options`. */
export const effectWord = ({ kind, name, to }: Effect): string =>
  [kind, name, ...(to === undefined ? [] : ['to', to])].join(' ')

/** All of a step's, without duplicates. */
export function effectWords(trace: Trace): string[] {
  return [...new Set(effectsOf(trace).map(effectWord))]
}

function changedFields(before: AnyMachineSnapshot, after: AnyMachineSnapshot): string[] {
  const keys = Object.keys({ ...before.context, ...after.context })
  return keys.filter((key) => !Object.is(before.context[key], after.context[key]))
}

function isWithin(node: AnyStateNode | undefined, ancestor: AnyStateNode): boolean {
  return node !== undefined && (node === ancestor || isWithin(node.parent, ancestor))
}

/** A state's name in paths: its leaf states, plus the projection if there is one. */
export function stateLabel(snapshot: AnyMachineSnapshot): string {
  const leaves = snapshot._nodes.filter((node) => node.type === 'atomic' || node.type === 'final')
  leaves.sort((one, other) => one.order - other.order)
  return leaves.map(statePath).join(' & ')
}

/** The events that a state's guards refused. */
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

/** A step's transitions and effects, as shown in tables and paths. */
export interface StepFacts {
  /** Ids of the transitions taken, including `always` and raised events. */
  readonly taken: string[]
  /** Ids of the refusals: events that guards held back. */
  readonly refused: string[]
  /** The context fields that changed. */
  readonly sets: string[]
  /** Everything else: actions, emitted events, started actors. */
  readonly effects: string[]
}

export function takenIn(chart: Chart, { microsteps }: Trace): string[] {
  return [...new Set(microsteps.flat().map((definition) => chart.idOf.get(definition) ?? '?'))]
}

export function factsOf(
  chart: Chart,
  before: AnyMachineSnapshot,
  event: EventObject,
  { snapshot: after, trace }: Stepped,
): StepFacts {
  return {
    taken: takenIn(chart, trace),
    refused: refusalsOf(chart, before, event, trace),
    sets: changedFields(before, after),
    effects: effectWords(trace),
  }
}

export interface Stepped {
  readonly snapshot: AnyMachineSnapshot
  readonly trace: Trace
}

/** Steps a machine by hand without running actors or actions. Pass it a machine from `withStubs`. */
export interface Stepper {
  /** The initial state for an input. */
  readonly begin: (input: unknown) => Stepped
  /** @throws whatever a guard or an assignment throws */
  readonly step: (snapshot: AnyMachineSnapshot, event: EventObject) => Stepped
  /** Whether an invoked actor is still running; for this stepper's snapshots only. */
  readonly isRunning: (snapshot: AnyMachineSnapshot, id: string) => boolean
}

export function createStepper(machine: AnyStateMachine): Stepper {
  /** Actors that ended while their state stayed active: they cannot end again. */
  const ended = new WeakMap<object, Set<AnyActorRef>>()
  const endedIn = (snapshot: AnyMachineSnapshot) => ended.get(snapshot) ?? new Set<AnyActorRef>()
  return {
    begin: (input) => {
      const [snapshot, trace] = pureStep((scope) => machine.getInitialSnapshot(scope, input))
      return { snapshot, trace }
    },
    step: (snapshot, event) => {
      const [result, trace] = pureStep((scope) => machine.transition(snapshot, event, scope))
      // An unhandled event returns the same object, which would lose track of which actors ended.
      const next: AnyMachineSnapshot = { ...result }
      const outcome = outcomeOf(event.type)
      const ending = outcome && outcome.kind !== 'snapshot' ? snapshot.children[outcome.id] : undefined
      ended.set(next, new Set(ending ? [...endedIn(snapshot), ending] : endedIn(snapshot)))
      return { snapshot: next, trace }
    },
    isRunning: (snapshot, id) => {
      const child = snapshot.children[id]
      return child !== undefined && !endedIn(snapshot).has(child)
    },
  }
}

/** A state to start in: from an input, or stored. */
export interface StartingState extends Stepped {
  /** The name of the input or stored state; empty for a machine without inputs. */
  readonly name: string
  /** Options to create an actor that starts here. */
  readonly options: { readonly input: unknown; readonly snapshot?: AnyMachineSnapshot }
}

/** The states to start in: one per input, one per stored state. */
export function startsOf(
  { inputs, stored }: Pick<AnyExamples, 'inputs' | 'stored'>,
  machine: AnyStateMachine,
  { begin }: Stepper,
): StartingState[] {
  const fresh = Object.entries(inputs ?? (stored ? {} : { '': undefined })).map(([name, input]) => ({
    name,
    ...begin(input),
    options: { input },
  }))
  const resumed = Object.entries(stored ?? {}).map(([name, state]) => {
    const snapshot: AnyMachineSnapshot = machine.resolveState(state)
    return { name, snapshot, trace: { microsteps: [], actions: [] }, options: { input: undefined, snapshot } }
  })
  return [...fresh, ...resumed]
}
