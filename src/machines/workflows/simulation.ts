/**
 * A workflow stepped by hand: what can happen in each of its states, and what comes of it. It steps as the generated
 * tests do: no call is made, no action done, and what throws is told as what happened.
 */
import type { AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate'
import { type Candidate, candidatesFor } from '../chart/candidates.ts'
import type { AnyExamples } from '../chart/examples.ts'
import { type Branch, branchesOf, messageOf } from '../chart/guard-reasons.ts'
import { checkPayload, checkPayloadText, type EventSchemas, type PayloadCheck } from '../chart/payload-check.ts'
import { eventLabel, isMatch, outcomeOf, readChart } from '../chart/read-chart.ts'
import {
  createStepper,
  type Effect,
  effectsOf,
  factsOf,
  type Stepped,
  startsOf,
  stateLabel,
  takenIn,
} from '../chart/step.ts'
import { withStubs } from '../chart/stub.ts'
import type { SimulationPath, SimulationStep } from './simulation-path.ts'

/** What came of one step; the first moment of a path is its start. */
export interface Moment {
  readonly step: SimulationStep | undefined
  readonly event: EventObject | undefined
  readonly snapshot: AnyMachineSnapshot
  /** Leaf states, `entering.editing & network.online`. */
  readonly state: string
  /** Ids of the transitions taken, as `readChart` names them. */
  readonly taken: readonly string[]
  /** The fields of the context that it changed. */
  readonly sets: readonly string[]
  readonly effects: readonly Effect[]
  /** The ways that there were for the event. */
  readonly branches: readonly Branch[]
  /** A guard or an action threw this: the workflow would stop here. */
  readonly problem: string | undefined
}

export interface Played {
  readonly moments: readonly [Moment, ...Moment[]]
  /** Why the path could not be played to its end. */
  readonly stopped: string | undefined
}

/** An example that can be sent as it is. */
export interface OfferedCase {
  readonly step: SimulationStep
  readonly name: string
  readonly event: EventObject
  /** What would come of it. */
  readonly moment: Moment
}

/** What can happen in a state: an event that it answers, a call that ends, a timer that runs out. */
export interface Offer {
  readonly type: string
  readonly kind: 'event' | 'call' | 'timer'
  readonly cases: readonly OfferedCase[]
  /** Whether a payload of one's own can be sent. */
  readonly takesPayload: boolean
}

export interface Simulation {
  /** The words for each way to begin; one that is '' where there is but one. */
  readonly starts: readonly string[]
  /** @param path of a start that there is */
  readonly play: (path: SimulationPath) => Played
  readonly offers: (moment: Moment) => readonly Offer[]
  /** Calls and timers that run in a moment. */
  readonly running: (moment: Moment) => readonly string[]
  readonly check: (type: string, text: string) => PayloadCheck
}

export const isHeldBack = ({ step, taken, problem }: Moment): boolean =>
  step !== undefined && taken.length === 0 && problem === undefined

const kindOf = (type: string): Offer['kind'] => {
  if (outcomeOf(type)) return 'call'
  return type.startsWith('xstate.after.') ? 'timer' : 'event'
}

/** The event that an example's step names; its type for those that people send, `signIn done` for the rest. */
const stepOf = ({ event, name }: Candidate): SimulationStep => ({
  kind: 'example',
  event: eventLabel(event.type),
  name,
})

export const createSimulation = (given: AnyStateMachine, examples: AnyExamples, schemas: EventSchemas): Simulation => {
  const machine = withStubs(given)
  const chart = readChart(machine)
  const stepper = createStepper(machine)
  const found = startsOf(examples, machine, stepper)
  // Where there is no choice, its name says nothing.
  const starts = new Map(found.map((start) => [found.length === 1 ? '' : start.name, start]))

  /** An example may depend on the state, and one written by hand may have led to a state that it cannot read. */
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
        // Timers come with every part.
        return at === parts.length - 1 ? found : found.filter(({ event }) => kindOf(event.type) === 'event')
      } catch {
        return []
      }
    })
  }

  const momentOf = (before: AnyMachineSnapshot, step: SimulationStep, event: EventObject): Moment => {
    const told = (stepped: Stepped, problem?: string): Moment => ({
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
      return told(stepped, failure === undefined ? undefined : `Nothing answers this failure: ${messageOf(failure)}`)
    } catch (error) {
      return told({ snapshot: before, trace: { microsteps: [], actions: [] } }, messageOf(error))
    }
  }

  const next = (before: Moment, step: SimulationStep): Moment | string => {
    if (before.problem !== undefined) return `The workflow has stopped: ${before.problem}`
    if (before.snapshot.status !== 'active') return 'The workflow has come to its end.'
    if (step.kind === 'own') {
      const { payload, problems } = checkPayload(schemas, step.event, step.payload)
      if (!payload) return `What was written for ${step.event} does not fit it. ${problems.join(' ')}`
      return momentOf(before.snapshot, step, { ...payload, type: step.event })
    }
    const found = candidatesIn(before.snapshot).find(
      ({ event, name }) => eventLabel(event.type) === step.event && name === step.name,
    )
    if (found) return momentOf(before.snapshot, step, found.event)
    const called = step.name === '' ? step.event : `${step.event} (${step.name})`
    return `Nothing called ${called} can happen in ${before.state}.`
  }

  const play = ({ start, steps }: SimulationPath): Played => {
    const begun = starts.get(start)
    if (!begun) throw new Error(`There is no way to begin called ${start}`)
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
