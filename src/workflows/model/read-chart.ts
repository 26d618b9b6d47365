import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { Tally } from '#domain/tally.ts'

/** A transition of the live machine, with a stable, readable id: `saving: saveSession error [isConflict] → editing`. */
export interface ChartTransition {
  id: string
  source: AnyStateNode
  event: string
  definition: AnyTransitionDefinition
}

/** An event whose last candidate in a state has a guard: the state can refuse it, which is a branch of its own. */
export interface ChartRefusal {
  id: string
  source: AnyStateNode
  event: string
}

export interface Chart {
  /** Leaf states, including final ones. */
  states: AnyStateNode[]
  transitions: ChartTransition[]
  refusals: ChartRefusal[]
  idOf: Map<AnyTransitionDefinition, string>
  /** The path of a transition's source state, by transition id. */
  sourceOf: Map<string, string>
}

/** `signedIn.fresh`; a machine without states has one, called `(machine)`. */
export function statePath(node: AnyStateNode): string {
  return node.path.length > 0 ? node.path.join('.') : '(machine)'
}

/** An event's label in paths and tables. */
export function eventLabel(event: string): string {
  if (event === '') return 'always'
  const actor = /^xstate\.(done|error|snapshot)\.(?:actor\.)?(.*)$/.exec(event)
  if (event.startsWith('xstate.done.state.')) return 'done'
  if (actor) return `${actor[2]} ${actor[1]}`
  const delay = delayOf(event)
  return delay === undefined ? event : `after ${delay}`
}

/** The delay's name or milliseconds, parsed from a delayed transition's event type. */
export function delayOf(event: string): string | undefined {
  return /^xstate\.after\.([^.]*)\./.exec(event)?.[1]
}

/** What an invoked actor reports: it finished, it failed, or its snapshot changed. */
export type OutcomeKind = 'done' | 'error' | 'snapshot'

/** Which actor, and how it ended, parsed from an event type. */
export function outcomeOf(event: string): { id: string; kind: OutcomeKind } | undefined {
  const match = /^xstate\.(done\.actor|error\.actor|snapshot)\.(.*)$/.exec(event)
  if (!match) return undefined
  return {
    id: match[2] ?? '',
    kind: match[1] === 'snapshot' ? 'snapshot' : match[1] === 'done.actor' ? 'done' : 'error',
  }
}

/** Whether an event matches a descriptor, including wildcards (which never match XState's own events). */
export function isMatch(descriptor: string, type: string): boolean {
  if (descriptor === type) return true
  return descriptor.endsWith('*') && type.startsWith(descriptor.slice(0, -1)) && !type.startsWith('xstate.')
}

/** A guard's composition. */
export type GuardTree =
  /** Undefined if it has no parameters that can be printed. */
  | { readonly kind: 'named'; readonly name: string; readonly params: string | undefined }
  | { readonly kind: 'and' | 'or' | 'not'; readonly parts: readonly GuardTree[] }

export function guardTree(guard: unknown): GuardTree {
  if (typeof guard === 'string') return { kind: 'named', name: guard, params: undefined }
  if (typeof guard === 'function') {
    const { name } = guard
    const parts = 'guards' in guard && Array.isArray(guard.guards) ? guard.guards.map(guardTree) : []
    if (parts.length > 0 && (name === 'and' || name === 'or' || name === 'not')) return { kind: name, parts }
    return { kind: 'named', name: name || 'unnamed', params: undefined }
  }
  if (typeof guard !== 'object' || guard === null || !('type' in guard))
    return { kind: 'named', name: 'unnamed', params: undefined }
  const params = 'params' in guard && typeof guard.params === 'string' ? guard.params : undefined
  return { kind: 'named', name: String(guard.type), params }
}

/** A guard's name; composites as `and(hasMessage, hasNewerReport)`. */
export function guardLabel(guard: unknown): string {
  const label = (tree: GuardTree): string => {
    if (tree.kind !== 'named') return `${tree.kind}(${tree.parts.map(label).join(', ')})`
    return tree.params === undefined ? tree.name : `${tree.name} ${tree.params}`
  }
  return label(guardTree(guard))
}

/** Action names. XState's built-in actions, such as those that start a delay, are left out: they follow from the rest. */
export const namesOf = (actions: readonly unknown[]): string[] =>
  actions.flatMap((action) => {
    if (typeof action === 'string') return [action]
    if (typeof action === 'object' && action !== null && 'type' in action) return [String(action.type)]
    return []
  })

/** Whether a state is transient: its last `always` has no guard. */
export function isTransient(node: AnyStateNode): boolean {
  const last = node.always?.at(-1)
  return last !== undefined && last.guard === undefined
}

/** Every state node, starting with the root. */
export function allNodes(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap((child) => allNodes(child))]
}

/** Reads states and transitions from the live machine: its `definition` omits `always` and composite guards. */
export function readChart(machine: AnyStateMachine): Chart {
  const nodes = allNodes(machine.root)
  const transitions: ChartTransition[] = []
  const refusals: ChartRefusal[] = []
  const taken = new Tally<string>()
  for (const source of nodes) {
    const groups: [string, readonly AnyTransitionDefinition[]][] = [['', source.always ?? []], ...source.transitions]
    for (const [event, candidates] of groups) {
      for (const definition of candidates) {
        const guard = definition.guard === undefined ? '' : ` [${guardLabel(definition.guard)}]`
        const target = definition.target?.map(statePath).join(' + ') ?? '·'
        const name = `${statePath(source)}: ${eventLabel(event)}${guard} → ${target}`
        const count = taken.add(name)
        transitions.push({ id: count === 1 ? name : `${name} #${count}`, source, event, definition })
      }
      if (event !== '' && candidates.at(-1)?.guard !== undefined)
        refusals.push({ id: `${statePath(source)}: ${eventLabel(event)} refused`, source, event })
    }
  }
  return {
    states: nodes.filter((node) => node.type === 'atomic' || node.type === 'final'),
    transitions,
    refusals,
    idOf: new Map(transitions.map(({ definition, id }) => [definition, id])),
    sourceOf: new Map(transitions.map(({ id, source }) => [id, statePath(source)])),
  }
}
