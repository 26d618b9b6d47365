/**
 * Simulates a workflow: what can happen in each state, and what follows. Steps are pure, as in the generated tests: no
 * calls are made and no actions run. Errors are reported as the step's result.
 */
import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode, EventObject } from 'xstate'
import type { AnyExamples } from '#machines/definition/examples.ts'
import { type Candidate, candidatesFor } from '#workflows/model/candidates.ts'
import type { ChartNames } from '#workflows/model/chart-names.ts'
import { type Branch, branchesOf, messageOf } from '#workflows/model/guard-reasons.ts'
import { eventLabel, isMatch, outcomeOf, readChart } from '#workflows/model/read-chart.ts'
import {
  createStepper,
  type Effect,
  effectsOf,
  factsOf,
  type Stepped,
  startsOf,
  stateLabel,
  takenIn,
} from '#workflows/model/step.ts'
import { withStubs } from '#workflows/model/stub.ts'
import { checkPayload, checkPayloadText, type EventSchemas, type PayloadCheck } from './payload-check.ts'
import type { SimulationPath, SimulationStep } from './simulation-path.ts'

/** The result of one step; the first moment of a path is its start. */
export interface Moment {
  readonly step: SimulationStep | undefined
  readonly event: EventObject | undefined
  readonly snapshot: AnyMachineSnapshot
  /** Leaf states, `entering.editing & network.online`. */
  readonly state: string
  /** Ids of the transitions taken, as `readChart` gives them. */
  readonly taken: readonly string[]
  /** The context fields that changed. */
  readonly sets: readonly string[]
  readonly effects: readonly Effect[]
  /** The candidate transitions for the event. */
  readonly branches: readonly Branch[]
  /** The error that a guard or an action threw, which would stop the workflow. */
  readonly problem: string | undefined
}

export interface Played {
  readonly moments: readonly [Moment, ...Moment[]]
  /** Why the path could not be played to the end. */
  readonly stopped: string | undefined
}

/** An example that is ready to send. */
export interface OfferedCase {
  readonly step: SimulationStep
  readonly name: string
  readonly event: EventObject
  /** What would follow. */
  readonly moment: Moment
}

/** Something that can happen in a state: an event, a call ending, or a timer firing. */
export interface Offer {
  readonly type: string
  readonly kind: 'event' | 'call' | 'timer'
  readonly cases: readonly OfferedCase[]
  /** Whether a custom payload can be sent. */
  readonly takesPayload: boolean
}

export interface Simulation {
  /** The name of each start; only '' if there is a single start. */
  readonly starts: readonly string[]
  /** @param path a path from an existing start */
  readonly play: (path: SimulationPath) => Played
  readonly offers: (moment: Moment) => readonly Offer[]
  /** Running calls and timers. */
  readonly running: (moment: Moment) => readonly string[]
  readonly check: (type: string, text: string) => PayloadCheck
}

export const isHeldBack = ({ step, taken, problem }: Moment): boolean =>
  step !== undefined && taken.length === 0 && problem === undefined

const kindOf = (type: string): Offer['kind'] => {
  if (outcomeOf(type)) return 'call'
  return type.startsWith('xstate.after.') ? 'timer' : 'event'
}

/** The event name of an example's step: its type for user events, `signIn done` for others. */
const stepOf = ({ event, name }: Candidate): SimulationStep => ({
  kind: 'example',
  event: eventLabel(event.type),
  name,
})

/** The innermost active states, in document order; the machine itself if it has none. */
export const leavesOf = ({ snapshot }: Pick<Moment, 'snapshot'>): readonly AnyStateNode[] =>
  snapshot._nodes
    .filter(({ type, parent }) => type === 'atomic' || type === 'final' || parent === undefined)
    .filter(({ parent }, _, nodes) => parent !== undefined || nodes.length === 1)
    .toSorted((one, other) => one.order - other.order)

/** `Entering › Editing`. */
export const leafText = ({ path }: AnyStateNode, names: Pick<ChartNames, 'state'>): string =>
  path.map(names.state).join(' › ') || 'Always'

/** The event type of an example's step, which `eventLabel` has shortened. */
const typeOf = (label: string): string => {
  const [, id, ending] = /^(.+) (done|error|snapshot)$/.exec(label) ?? []
  return id === undefined ? label : `xstate.${ending}.actor.${id}`
}

/** @param names of the events and states, for messages */
export const createSimulation = (
  given: AnyStateMachine,
  examples: AnyExamples,
  schemas: EventSchemas,
  names: Pick<ChartNames, 'event' | 'state'>,
): Simulation => {
  const machine = withStubs(given)
  const chart = readChart(machine)
  const stepper = createStepper(machine)
  const found = startsOf(examples, machine, stepper)
  // With a single start, its name says nothing.
  const starts = new Map(found.map((start) => [found.length === 1 ? '' : start.name, start]))

  /** Examples may depend on the state, and a custom payload may have led to a state they can't handle. */
  const candidatesIn = (snapshot: AnyMachineSnapshot): Candidate[] => {
    if (snapshot.status !== 'active') return []
    const isRunning = (id: string) => stepper.isRunning(snapshot, id)
    const { cases, ...others } = examples
    return [
      ...Object.entries(cases).map(([type, each]) => ({ cases: { [type]: each } })),
      { ...others, cases: {} },
    ].flatMap((part, at, parts) => {
      try {
        const found = candidatesFor(part, snapshot, isRunning)
        // Every part lists the timers; keep them once.
        return at === parts.length - 1 ? found : found.filter(({ event }) => kindOf(event.type) === 'event')
      } catch {
        return []
      }
    })
  }

  const momentOf = (before: AnyMachineSnapshot, step: SimulationStep, event: EventObject): Moment => {
    const momentOf = (stepped: Stepped, problem?: string): Moment => ({
      step,
      event,
      snapshot: stepped.snapshot,
      state: stateLabel(stepped.snapshot),
      ...factsOf(chart, before, event, stepped),
      effects: effectsOf(stepped.trace),
      branches: branchesOf(chart, before, event, stepped.trace),
      problem,
    })
    try {
      const stepped = stepper.step(before, event)
      const failure: unknown = stepped.snapshot.status === 'error' ? stepped.snapshot.error : undefined
      return momentOf(stepped, failure === undefined ? undefined : `Unhandled failure: ${messageOf(failure)}`)
    } catch (error) {
      return momentOf({ snapshot: before, trace: { microsteps: [], actions: [] } }, messageOf(error))
    }
  }

  const next = (before: Moment, step: SimulationStep): Moment | string => {
    if (before.problem !== undefined) return `The workflow stopped with an error: ${before.problem}`
    if (before.snapshot.status !== 'active') return 'The workflow has ended.'
    if (step.kind === 'own') {
      const { payload, problems } = checkPayload(schemas, step.event, step.payload)
      if (!payload) return `The payload of “${names.event(step.event)}” is not valid. ${problems.join(' ')}`
      return momentOf(before.snapshot, step, { ...payload, type: step.event })
    }
    const found = candidatesIn(before.snapshot).find(
      ({ event, name }) => eventLabel(event.type) === step.event && name === step.name,
    )
    if (found) return momentOf(before.snapshot, step, found.event)
    const event = names.event(typeOf(step.event))
    const where = leavesOf(before).map((leaf) => leafText(leaf, names))
    return `“${step.name === '' ? event : `${event}: ${step.name}`}” can't happen in ${where.join(' and ')}.`
  }

  const play = ({ start, steps }: SimulationPath): Played => {
    const begun = starts.get(start)
    if (!begun) throw new Error(`There is no start named ${start}`)
    const moments: [Moment, ...Moment[]] = [
      {
        step: undefined,
        event: undefined,
        snapshot: begun.snapshot,
        state: stateLabel(begun.snapshot),
        taken: takenIn(chart, begun.trace),
        sets: [],
        effects: effectsOf(begun.trace),
        branches: [],
        problem: undefined,
      },
    ]
    for (const step of steps) {
      const moment = next(moments.at(-1) ?? moments[0], step)
      if (typeof moment === 'string') return { moments, stopped: moment }
      moments.push(moment)
    }
    return { moments, stopped: undefined }
  }

  const played = new WeakMap<SimulationPath, Played>()
  return {
    starts: [...starts.keys()],
    play: (path) => {
      const known = played.get(path) ?? play(path)
      played.set(path, known)
      return known
    },
    offers: ({ snapshot, problem }) => {
      if (problem !== undefined || snapshot.status !== 'active') return []
      const byType = new Map<string, OfferedCase[]>()
      for (const candidate of candidatesIn(snapshot)) {
        const { event, name } = candidate
        const step = stepOf(candidate)
        const offered = { step, name, event, moment: momentOf(snapshot, step, event) }
        byType.set(event.type, [...(byType.get(event.type) ?? []), offered])
      }
      const descriptors = new Set(snapshot._nodes.flatMap((node) => [...node.transitions.keys()]))
      const written = Object.keys(schemas).filter((type) => [...descriptors].some((each) => isMatch(each, type)))
      return [...new Set([...byType.keys(), ...written])].map((type) => ({
        type,
        kind: kindOf(type),
        cases: byType.get(type) ?? [],
        takesPayload: takesPayload(schemas[type]),
      }))
    },
    running: ({ snapshot }) => Object.keys(snapshot.children).filter((id) => stepper.isRunning(snapshot, id)),
    check: (type, text) => checkPayloadText(schemas, type, text),
  }
}

const takesPayload = (schema: unknown): boolean =>
  typeof schema === 'object' &&
  schema !== null &&
  'properties' in schema &&
  Object.keys(schema.properties ?? {}).length > 0
