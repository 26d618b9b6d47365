/** Why an event is taken or held back in a state: every guard that has a say, part by part, with what it looked at. */
import type { AnyMachineSnapshot, EventObject } from 'xstate'
import { type Chart, type ChartTransition, isMatch } from './read-chart.ts'
import { type Read, recordReads } from './recorded-reads.ts'
import type { Trace } from './step.ts'

export interface GuardReason {
  /** As its transition, or the guard around it, holds it. */
  readonly guard: unknown
  /** A named guard may itself be put together of others. */
  readonly kind: 'plain' | 'and' | 'or' | 'not'
  /** Undefined where it could not be said, because it threw. */
  readonly holds: boolean | undefined
  /** What it threw. */
  readonly problem: string | undefined
  readonly parts: readonly GuardReason[]
  /** What it looked at itself, its parts' looks aside. */
  readonly reads: readonly Read[]
}

/** One of the ways that a state has for an event. */
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

/** Follows a guard's name to what does the work, with the parameters that were met on the way. */
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
    // What it had looked at until then stands all the same.
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
 * The ways that the states of a snapshot have for an event, in the order in which they are asked: inner states first.
 * Those that come after the one taken are not asked, and left out.
 *
 * @param chart of the very machine that the snapshot is of
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
