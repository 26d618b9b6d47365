/**
 * What changed between two versions of a statechart. States are the same if their paths are; a transition is the same if
 * it leaves the same state on the same event, and the most alike are paired.
 */
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { allNodes, delayOf, guardLabel, namesOf, readChart, statePath } from '#workflows/model/read-chart.ts'

/** A part of a state that can differ, with the names it lost and gained. */
export interface NameChange {
  readonly part: 'call' | 'entry' | 'exit' | 'tag'
  readonly lost: readonly string[]
  readonly gained: readonly string[]
}

export interface ComparedState {
  /** Its path, the same in both versions. */
  readonly path: string
  readonly before: AnyStateNode | undefined
  readonly after: AnyStateNode | undefined
  readonly names: readonly NameChange[]
  readonly hasNewDescription: boolean
  readonly hasNewKind: boolean
  /** Whether its initial state differs. */
  readonly hasNewInitial: boolean
  /** The paths of its transitions in the newer version whose guards are checked in another order, by event. */
  readonly reordered: readonly string[]
}

/** A transition in one version. */
export interface VersionedTransition {
  readonly id: string
  readonly source: AnyStateNode
  readonly event: string
  readonly definition: AnyTransitionDefinition
  readonly guard: string | undefined
  /** Paths; empty if it stays in its state. */
  readonly targets: readonly string[]
  readonly actions: readonly string[]
}

export interface ComparedTransition {
  readonly before: VersionedTransition | undefined
  readonly after: VersionedTransition | undefined
  readonly hasNewGuard: boolean
  readonly hasNewTarget: boolean
  readonly lostActions: readonly string[]
  readonly gainedActions: readonly string[]
  /** Whether it differs in leaving and entering its state again. */
  readonly hasNewReentry: boolean
}

export interface ChartComparison {
  /** In the newer version's order; states that it doesn't have come last. */
  readonly states: readonly ComparedState[]
  readonly transitions: readonly ComparedTransition[]
}

const without = (all: readonly string[], dropped: readonly string[]): string[] => {
  const left = [...dropped]
  return all.filter((each) => {
    const at = left.indexOf(each)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

const callsOf = (node: AnyStateNode): string[] => node.invoke.map(({ src }) => String(src))

const nameChange = (part: NameChange['part'], before: readonly string[], after: readonly string[]): NameChange[] => {
  const [lost, gained] = [without(before, after), without(after, before)]
  return lost.length + gained.length > 0 ? [{ part, lost, gained }] : []
}

const initialOf = (node: AnyStateNode): string | undefined =>
  node.type === 'compound' ? node.initial.target[0]?.key : undefined

const versioned = (machine: AnyStateMachine): VersionedTransition[] =>
  readChart(machine).transitions.map(({ id, source, event, definition }) => ({
    id,
    source,
    event,
    definition,
    guard: definition.guard === undefined ? undefined : guardLabel(definition.guard),
    targets: definition.target?.map(statePath) ?? [],
    actions: namesOf(definition.actions),
  }))

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((each, index) => each === other[index])

/** From exactly alike to barely; a pair that fits none of these is one removed and one added transition. */
const LIKENESS: readonly ((before: VersionedTransition, after: VersionedTransition) => boolean)[] = [
  (before, after) =>
    before.guard === after.guard && isSame(before.targets, after.targets) && isSame(before.actions, after.actions),
  (before, after) => before.guard === after.guard && isSame(before.targets, after.targets),
  (before, after) => isSame(before.targets, after.targets),
  (before, after) => before.guard === after.guard,
]

/** Delays' events contain the machine's id, which may have been renamed. */
const groupOf = ({ source, event }: VersionedTransition): string =>
  `${statePath(source)}\n${delayOf(event) ?? (event.startsWith('xstate.done.state.') ? 'done' : event)}`

const grouped = (transitions: readonly VersionedTransition[]): Map<string, VersionedTransition[]> => {
  const groups = new Map<string, VersionedTransition[]>()
  for (const each of transitions) groups.set(groupOf(each), [...(groups.get(groupOf(each)) ?? []), each])
  return groups
}

const paired = (
  before: readonly VersionedTransition[],
  after: readonly VersionedTransition[],
): Map<VersionedTransition, VersionedTransition> => {
  const pairs = new Map<VersionedTransition, VersionedTransition>()
  const taken = new Set<VersionedTransition>()
  for (const isAlike of LIKENESS)
    for (const each of after) {
      if (pairs.has(each)) continue
      const match = before.find((other) => !taken.has(other) && isAlike(other, each))
      if (!match) continue
      pairs.set(each, match)
      taken.add(match)
    }
  return pairs
}

const comparedTransition = (
  before: VersionedTransition | undefined,
  after: VersionedTransition | undefined,
): ComparedTransition => ({
  before,
  after,
  hasNewGuard: before !== undefined && after !== undefined && before.guard !== after.guard,
  hasNewTarget: before !== undefined && after !== undefined && !isSame(before.targets, after.targets),
  lostActions: before && after ? without(before.actions, after.actions) : [],
  gainedActions: before && after ? without(after.actions, before.actions) : [],
  hasNewReentry:
    before !== undefined &&
    after !== undefined &&
    Boolean(before.definition.reenter) !== Boolean(after.definition.reenter),
})

/** Events whose remaining transitions are checked in another order. */
const reorderedEvents = (
  path: string,
  groups: ReadonlyMap<string, readonly VersionedTransition[]>,
  older: ReadonlyMap<string, readonly VersionedTransition[]>,
): string[] =>
  [...groups].flatMap(([key, after]) => {
    const before = older.get(key)
    const [first] = after
    if (!before || !first || statePath(first.source) !== path) return []
    const pairs = paired(before, after)
    const places = after.flatMap((each) => {
      const match = pairs.get(each)
      return match ? [before.indexOf(match)] : []
    })
    return places.some((place, index) => index > 0 && place < (places[index - 1] ?? 0)) ? [first.event] : []
  })

export const compareCharts = (before: AnyStateMachine, after: AnyStateMachine): ChartComparison => {
  const older = grouped(versioned(before))
  const newer = grouped(versioned(after))
  const olderStates = new Map(allNodes(before.root).map((node) => [node.path.join('.'), node]))
  const newerStates = new Map(allNodes(after.root).map((node) => [node.path.join('.'), node]))

  const states = [...new Set([...newerStates.keys(), ...olderStates.keys()])].map((path): ComparedState => {
    const [was, is] = [olderStates.get(path), newerStates.get(path)]
    if (!was || !is)
      return {
        path,
        before: was,
        after: is,
        names: [],
        hasNewDescription: false,
        hasNewKind: false,
        hasNewInitial: false,
        reordered: [],
      }
    return {
      path,
      before: was,
      after: is,
      names: [
        ...nameChange('call', callsOf(was), callsOf(is)),
        ...nameChange('entry', namesOf(was.entry), namesOf(is.entry)),
        ...nameChange('exit', namesOf(was.exit), namesOf(is.exit)),
        ...nameChange('tag', was.tags, is.tags),
      ],
      hasNewDescription: (was.description ?? '') !== (is.description ?? ''),
      hasNewKind: was.type !== is.type,
      hasNewInitial: was.type === is.type && initialOf(was) !== initialOf(is),
      reordered: reorderedEvents(path === '' ? '(machine)' : path, newer, older),
    }
  })

  const transitions: ComparedTransition[] = []
  for (const [key, group] of newer) {
    const pairs = paired(older.get(key) ?? [], group)
    for (const each of group) transitions.push(comparedTransition(pairs.get(each), each))
    const kept = new Set(pairs.values())
    for (const each of older.get(key) ?? []) if (!kept.has(each)) transitions.push(comparedTransition(each, undefined))
  }
  for (const [key, group] of older)
    if (!newer.has(key)) for (const each of group) transitions.push(comparedTransition(each, undefined))
  return { states, transitions }
}

/** How a part of a statechart differs from the older version. */
export type ChangeKind = 'added' | 'removed' | 'changed'

export const stateChange = (state: ComparedState): ChangeKind | undefined => {
  if (!state.before) return 'added'
  if (!state.after) return 'removed'
  const { names, hasNewDescription, hasNewKind, hasNewInitial, reordered } = state
  const isChanged = names.length + reordered.length > 0 || hasNewDescription || hasNewKind || hasNewInitial
  return isChanged ? 'changed' : undefined
}

export const transitionChange = (transition: ComparedTransition): ChangeKind | undefined => {
  if (!transition.before) return 'added'
  if (!transition.after) return 'removed'
  const { hasNewGuard, hasNewTarget, hasNewReentry, lostActions, gainedActions } = transition
  const isChanged = hasNewGuard || hasNewTarget || hasNewReentry || lostActions.length + gainedActions.length > 0
  return isChanged ? 'changed' : undefined
}
