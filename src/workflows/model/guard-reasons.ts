/** Why an event is taken or refused in a state: every guard involved, part by part, with the values it read. */
import type { AnyMachineSnapshot, EventObject } from 'xstate'
import { type Chart, type ChartTransition, isMatch } from './read-chart.ts'
import { type Read, recordReads } from './recorded-reads.ts'
import type { Trace } from './step.ts'

export interface GuardReason {
  /** The guard as held by its transition or by the guard around it. */
  readonly guard: unknown
  /** A named guard may itself be a composite. */
  readonly kind: 'plain' | 'and' | 'or' | 'not'
  /** Undefined if the guard threw. */
  readonly holds: boolean | undefined
  /** What it threw. */
  readonly problem: string | undefined
  readonly parts: readonly GuardReason[]
  /** What it read itself, excluding its parts' reads. */
  readonly reads: readonly Read[]
}

/** One of a state's candidate transitions for an event. */
export interface Branch {
  readonly transition: ChartTransition
  readonly reason: GuardReason | undefined
  readonly isTaken: boolean
}

type Args = { readonly context: object; readonly event: EventObject }
type Check = (args: Args, params: unknown) => boolean
interface BuiltIn {
  readonly check: (snapshot: AnyMachineSnapshot, args: Args, guard: unknown) => boolean
  readonly guards?: readonly unknown[]
}

const isBuiltIn = (guard: unknown): guard is BuiltIn => typeof guard === 'function' && 'check' in guard
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Resolves a guard's name to its implementation, with the parameters found on the way. */
const resolve = (guard: unknown, snapshot: AnyMachineSnapshot, args: Args): { check: unknown; params: unknown } => {
  if (typeof guard === 'function') return { check: guard, params: undefined }
  const isParametrised = typeof guard === 'object' && guard !== null && 'type' in guard
  const name = isParametrised ? String(guard.type) : String(guard)
  const given = isParametrised && 'params' in guard ? guard.params : undefined
  const check: unknown = snapshot.machine.implementations.guards[name]
  if (check === undefined) throw new Error(`There is no guard ${name}`)
  if (typeof check !== 'function') return resolve(check, snapshot, args)
  return { check, params: typeof given === 'function' ? given(args) : given }
}

const kindOf = (check: unknown): GuardReason['kind'] => {
  if (typeof check !== 'function' || !isBuiltIn(check)) return 'plain'
  return check.name === 'and' || check.name === 'or' || check.name === 'not' ? check.name : 'plain'
}

const readsOf = (check: Check, { context, event }: Args, params: unknown): Read[] => {
  const recorded = [recordReads('context', context), recordReads('event', event)] as const
  try {
    check({ context: recorded[0].value, event: recorded[1].value }, params)
  } catch {
    // Keep what it read before it threw.
  }
  const params_ = params === undefined || typeof params === 'function' ? [] : [{ path: 'given', value: params }]
  return [...recorded.flatMap(({ reads }) => reads()), ...params_]
}

export const explainGuard = (guard: unknown, snapshot: AnyMachineSnapshot, event: EventObject): GuardReason => {
  const args = { context: snapshot.context, event }
  try {
    const { check, params } = resolve(guard, snapshot, args)
    if (isBuiltIn(check)) {
      const parts = (check.guards ?? []).map((part) => explainGuard(part, snapshot, event))
      const holds = check.check(snapshot, args, check)
      return { guard, kind: kindOf(check), holds, problem: undefined, parts, reads: [] }
    }
    const plain = check as Check
    const reads = readsOf(plain, args, params)
    try {
      return { guard, kind: 'plain', holds: plain(args, params), problem: undefined, parts: [], reads }
    } catch (error) {
      return { guard, kind: 'plain', holds: undefined, problem: messageOf(error), parts: [], reads }
    }
  } catch (error) {
    return { guard, kind: 'plain', holds: undefined, problem: messageOf(error), parts: [], reads: [] }
  }
}

/**
 * The candidate transitions for an event, in the order they are checked: innermost states first. Those after the one
 * taken are never checked, and are left out.
 *
 * @param chart the chart of the snapshot's own machine
 */
export const branchesOf = (chart: Chart, snapshot: AnyMachineSnapshot, event: EventObject, trace: Trace): Branch[] => {
  const taken = trace.microsteps[0] ?? []
  const offered = chart.transitions
    .filter(
      ({ event: descriptor, source }) =>
        descriptor !== '' && isMatch(descriptor, event.type) && snapshot._nodes.includes(source),
    )
    .toSorted((one, other) => other.source.path.length - one.source.path.length)
    .map((transition) => ({ transition, isTaken: taken.includes(transition.definition) }))
  return offered
    .filter(({ transition, isTaken }, at) => {
      const before = offered.slice(0, at).filter((other) => other.transition.source === transition.source)
      return isTaken || !before.some((other) => other.isTaken)
    })
    .map(({ transition, isTaken }) => ({
      transition,
      isTaken,
      reason:
        transition.definition.guard === undefined
          ? undefined
          : explainGuard(transition.definition.guard, snapshot, event),
    }))
}
