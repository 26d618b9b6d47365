/**
 * Records the recent steps of this tab's machines for watchers. Events are kept by reference, and masked and formatted
 * only when someone looks. Records only while an administrator is signed in.
 */
import {
  Actor,
  type AnyActor,
  type AnyEventObject,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  type InspectionEvent,
  isMachineSnapshot,
  StateMachine,
} from 'xstate'
import { Tally } from '#domain/tally.ts'
import { withoutSecrets } from './mask.ts'

/** Older steps are dropped. */
export const MAX_STEPS = 500

/** A machine's state: parts of its snapshot, by reference. */
export interface ActiveStates {
  readonly nodes: readonly AnyStateNode[]
  readonly status: string
  /** The result of `withoutSecrets`. */
  readonly context: unknown
}

export interface Running {
  readonly id: string
  readonly machine: AnyStateMachine
  readonly parent: string | undefined
  readonly count: number
  readonly page: string
  hasEnded: boolean
  /** When it started or took its last step. */
  activeAt: number
  /** The last known state; undefined while not recording. */
  active: ActiveStates | undefined
}

export interface Call {
  readonly name: string
  /** The machine's session id. */
  readonly machine: string | undefined
  readonly what: 'started' | 'done' | 'failed' | 'stopped'
  readonly input: unknown
}

export interface Step {
  readonly number: number
  readonly at: number
  readonly running: Running
  readonly event: unknown
  readonly eventType: string
  readonly sender: { readonly machine?: string; readonly call?: string } | undefined
  readonly before: ActiveStates | undefined
  readonly after: ActiveStates
  readonly transitions: readonly AnyTransitionDefinition[]
  readonly calls: readonly Call[]
  /** Events emitted to the page. */
  readonly emitted: readonly Emitted[]
}

export interface Emitted {
  readonly type: string
  readonly event: unknown
}

export interface Recorder {
  /** The `inspect` option for every root machine. */
  readonly inspect: (event: InspectionEvent) => void
  /** Adds a root machine that is already running. */
  readonly attach: (actor: AnyActor) => void
  /** Sets the signed-in administrator; any change clears the recording. */
  readonly follow: (userId: number | undefined) => void
  /** Running machines, and ended ones that still have recorded steps. */
  readonly machines: () => readonly Running[]
  /** Oldest first. */
  readonly steps: () => readonly Step[]
  readonly clear: () => void
  /** Calls back with each step, and with undefined when the recording is cleared. */
  readonly subscribe: (listener: (step: Step | undefined) => void) => () => void
}

interface Options {
  readonly now: () => number
  /** The current page's path, without personal data. */
  readonly page: () => string
  /** Ids of statecharts to ignore, with the machines they start: a watcher would otherwise record itself forever. */
  readonly except: readonly string[]
}

/** A step in progress. */
interface OpenStep {
  /** Assigned when the step begins, so that steps that it starts come after it; a machine's first steps precede its start. */
  number: number | undefined
  readonly transitions: AnyTransitionDefinition[]
  readonly calls: Call[]
  readonly emitted: Emitted[]
}

const machineOf = ({ logic }: AnyActor): AnyStateMachine | undefined =>
  logic instanceof StateMachine ? logic : undefined

const parentOf = ({ _parent }: AnyActor): AnyActor | undefined => (_parent instanceof Actor ? _parent : undefined)

const activeStatesOf = (snapshot: unknown): ActiveStates | undefined =>
  isMachineSnapshot(snapshot)
    ? { nodes: snapshot._nodes, status: snapshot.status, context: withoutSecrets(snapshot.context) }
    : undefined

const nameOf = ({ src, id }: AnyActor): string => (typeof src === 'string' && /^x:\d+$/.test(id) ? src : id)

/** The emitted event, from XState's inspection of the `emit` action. */
const emittedBy = (params: unknown): Emitted[] => {
  const event = typeof params === 'object' && params !== null && 'event' in params ? params.event : undefined
  return typeof event === 'object' && event !== null && 'type' in event && typeof event.type === 'string'
    ? [{ type: event.type, event: withoutSecrets(event) }]
    : []
}

const ENDINGS = { 'xstate.done.actor.': 'done', 'xstate.error.actor.': 'failed' } as const

const endingOf = (type: string): Call['what'] | undefined =>
  Object.entries(ENDINGS).find(([prefix]) => type.startsWith(prefix))?.[1]

export const createRecorder = ({ now, page, except }: Options): Recorder => {
  const running = new Map<string, Running>()
  const actors = new Map<string, AnyActor>()
  const counts = new Tally<string>()
  const unwatched = new Set<string>()
  const listeners = new Set<(step: Step | undefined) => void>()
  let open = new WeakMap<AnyActor, OpenStep>()
  let senders = new WeakMap<AnyEventObject, AnyActor>()
  let steps: Step[] = []
  let user: number | undefined
  let lastNumber = 0

  const openStep = (actor: AnyActor): OpenStep => {
    const found = open.get(actor)
    if (found) return found
    const step: OpenStep = { number: undefined, transitions: [], calls: [], emitted: [] }
    open.set(actor, step)
    return step
  }

  const numberedStep = (actor: AnyActor): OpenStep => {
    const step = openStep(actor)
    step.number ??= ++lastNumber
    return step
  }

  const begin = (actor: AnyActor): void => {
    const machine = machineOf(actor)
    if (!machine) return
    actors.set(actor.sessionId, actor)
    const known = running.get(actor.sessionId)
    if (known) {
      // Stopped and restarted with the same state, as React's strict effects do.
      known.hasEnded = false
      return
    }
    const count = counts.add(machine.id)
    const parent = parentOf(actor)
    running.set(actor.sessionId, {
      id: actor.sessionId,
      machine,
      parent: parent && machineOf(parent) && parent.sessionId,
      count,
      page: page(),
      hasEnded: false,
      activeAt: now(),
      active: undefined,
    })
  }

  const isRemembered = (machine: Running): boolean =>
    !machine.hasEnded || steps.some((step) => step.running === machine)

  const end = (machine: Running): void => {
    machine.hasEnded = true
    actors.delete(machine.id)
    if (!isRemembered(machine)) running.delete(machine.id)
  }

  const tell = (step: Step | undefined): void => {
    for (const listener of listeners) listener(step)
  }

  const keep = (step: Step): void => {
    const later = steps.findLastIndex(({ number }) => number < step.number) + 1
    steps.splice(later, 0, step)
    if (steps.length > MAX_STEPS) {
      const oldest = steps.shift()
      if (oldest && !isRemembered(oldest.running)) running.delete(oldest.running.id)
    }
    tell(step)
  }

  const callOf = (call: AnyActor, what: Call['what']): Call => ({
    name: nameOf(call),
    machine: machineOf(call) && call.sessionId,
    what,
    input: what === 'started' ? withoutSecrets(call.options.input) : undefined,
  })

  const noteCall = (parent: AnyActor | undefined, call: AnyActor, what: Call['what']): void => {
    if (parent && running.has(parent.sessionId)) numberedStep(parent).calls.push(callOf(call, what))
  }

  const close = (actor: AnyActor, event: AnyEventObject, snapshot: unknown): void => {
    const machine = running.get(actor.sessionId)
    const after = activeStatesOf(snapshot)
    const step = open.get(actor)
    open.delete(actor)
    if (!machine || !after) return
    const before = machine.active
    machine.active = after
    machine.activeAt = now()
    // The step began before recording started, as signing in does.
    if (!step) return
    const { number = ++lastNumber, transitions, calls, emitted } = step
    const sender = senders.get(event)
    const ending = sender && endingOf(event.type)
    keep({
      number,
      at: now(),
      running: machine,
      event: withoutSecrets(event),
      eventType: event.type,
      sender: sender && (machineOf(sender) ? { machine: sender.sessionId } : { call: nameOf(sender) }),
      before,
      after,
      transitions,
      calls: ending ? [callOf(sender, ending), ...calls] : calls,
      emitted,
    })
  }

  const hear = (inspected: InspectionEvent, actor: AnyActor): void => {
    switch (inspected.type) {
      case '@xstate.event': {
        const { event, sourceRef } = inspected
        if (event.type === 'xstate.init') {
          noteCall(parentOf(actor), actor, 'started')
          if (machineOf(actor)) numberedStep(actor)
          return
        }
        if (sourceRef instanceof Actor) senders.set(event, sourceRef)
        return
      }
      case '@xstate.microstep':
        ;(inspected.event.type === 'xstate.init' ? openStep : numberedStep)(actor).transitions.push(
          ...inspected._transitions,
        )
        return
      case '@xstate.action':
        // Machines that it starts or stops come after it.
        if (inspected.action.type === 'xstate.emit')
          numberedStep(actor).emitted.push(...emittedBy(inspected.action.params))
        else numberedStep(actor)
        return
      case '@xstate.snapshot':
        if (machineOf(actor)) close(actor, inspected.event, inspected.snapshot)
        else if (inspected.event.type === 'xstate.stop') noteCall(parentOf(actor), actor, 'stopped')
    }
  }

  const standNow = (): void => {
    for (const [id, actor] of actors) {
      const machine = running.get(id)
      if (machine) machine.active = activeStatesOf(actor.getSnapshot())
    }
  }

  const forget = (): void => {
    steps = []
    open = new WeakMap()
    senders = new WeakMap()
    for (const machine of running.values()) {
      machine.active = undefined
      if (machine.hasEnded) running.delete(machine.id)
    }
    if (user !== undefined) standNow()
    tell(undefined)
  }

  const inspect = (inspected: InspectionEvent): void => {
    const { actorRef: actor, rootId } = inspected
    if (!(actor instanceof Actor)) return
    if (inspected.type === '@xstate.actor') {
      if (actor.sessionId === rootId && except.includes(machineOf(actor)?.id ?? '')) unwatched.add(rootId)
      return
    }
    if (unwatched.has(rootId)) return
    if (inspected.type === '@xstate.event' && inspected.event.type === 'xstate.init') begin(actor)
    if (user !== undefined) hear(inspected, actor)
    if (inspected.type === '@xstate.snapshot' && inspected.snapshot.status !== 'active') {
      const machine = running.get(actor.sessionId)
      if (machine) end(machine)
    }
  }

  return {
    inspect,
    attach: (actor) => {
      begin(actor)
      actor.system.inspect(inspect)
    },
    follow: (userId) => {
      if (userId === user) return
      user = userId
      forget()
    },
    machines: () => {
      // A machine that crashed sends no more events.
      for (const [id, actor] of actors) {
        const machine = running.get(id)
        if (machine && actor.getSnapshot().status !== 'active') end(machine)
      }
      return [...running.values()]
    },
    steps: () => steps,
    clear: forget,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
