import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate'
import { excuseFor, isLike } from './coverage.ts'
import type { ModelDescription } from './description.ts'
import { type Edge, explore, type Model } from './explore.ts'
import { type Mutant, mutantsOf } from './mutants.ts'
import type { MutationReport } from './mutation-report.ts'
import { mutate, restart, retake } from './retake.ts'
import { type Holds, holdsOf, isNoticed, isSame, outside, type Sight, sightOf } from './sight.ts'

/** The model's steps that a change to a state can affect: those that start, end or pass there. */
function stepsAt(model: Model, site: string): { touched: Edge[]; others: Edge[] } {
  const at = (snapshot: AnyMachineSnapshot) => snapshot._nodes.some(({ id }) => id === site)
  const passes = new Set(model.chart.transitions.filter(({ source }) => source.id === site).map(({ id }) => id))
  const enters = new Set(
    model.chart.transitions
      .filter(({ definition }) => definition.target?.some(({ id }) => id === site))
      .map(({ id }) => id),
  )
  const touched: Edge[] = []
  const others: Edge[] = []
  for (const edge of tellingFirst([...model.edges.values()].flat())) {
    const isTouched = at(edge.before) || at(edge.after) || edge.taken.some((id) => passes.has(id) || enters.has(id))
    ;(isTouched ? touched : others).push(edge)
  }
  return { touched, others }
}

/**
 * Takes every step that the mutation can affect, from the original machine's states: the first difference it makes, on
 * any path, is at one of them.
 */
function showsAtOnce(mutant: Mutant, model: Model, was: Sight, holds: Holds): boolean {
  const mutated = mutate(model.machine, mutant.change)
  const starts = restart(model, mutated, holds)
  const { touched, others } = stepsAt(model, mutant.site)
  const again: Edge[] = []
  for (const edge of touched) {
    const retaken = retake(edge, mutated)
    holds(retaken.after)
    if (!was.has(outside(retaken))) return true
    again.push(retaken)
  }
  return !isSame(was, sightOf(starts, [...others, ...again]))
}

/** Explores the mutant as if it were the original, to catch what only shows in later steps. */
function showsLater<TMachine extends AnyStateMachine, TWorld>(
  mutant: Mutant,
  description: ModelDescription<TMachine, TWorld>,
  model: Model,
  was: Sight,
  holds: Holds,
): boolean {
  const { machine } = mutate(model.machine, mutant.change)
  const other = explore({ ...description, machine: machine as TMachine })
  for (const { snapshot } of other.starts) holds(snapshot)
  const edges = [...other.edges.values()].flat()
  for (const { after } of edges) holds(after)
  return !isSame(was, sightOf(other.starts, edges))
}

/**
 * The steps of a model, with one of each case and transition first: most mutants show at one of them.
 */
export function tellingFirst(edges: readonly Edge[]): Edge[] {
  const seen = new Set<string>()
  const isFirst = new Map(
    edges.map((edge) => {
      const kind = [edge.label, ...edge.taken].join(' | ')
      return [edge, seen.size < seen.add(kind).size] as const
    }),
  )
  return [...edges.filter((edge) => isFirst.get(edge)), ...edges.filter((edge) => !isFirst.get(edge))]
}

/**
 * Sums up what was caught.
 *
 * @param tried all mutants, or some of them
 * @param excuses reasons for not catching a mutant, by pattern
 */
export function tally<T extends { readonly id: string }>(
  tried: readonly T[],
  caught: ReadonlySet<T>,
  all: readonly T[],
  excuses: Readonly<Record<string, string>> = {},
): Omit<MutationReport, 'name'> {
  const missed = tried.filter((mutant) => !caught.has(mutant)).map(({ id }) => ({ id, reason: excuseFor(id, excuses) }))
  const survivors = missed.filter(({ reason }) => reason === undefined).map(({ id }) => id)
  const isStale = (pattern: string) =>
    [...caught].some(({ id }) => isLike(pattern, id)) || !all.some(({ id }) => isLike(pattern, id))
  return {
    tried: caught.size + survivors.length,
    caught: caught.size,
    excused: missed.flatMap(({ id, reason }) => (reason === undefined ? [] : [{ id, reason }])),
    survivors,
    stale: Object.keys(excuses).filter(isStale),
  }
}

/**
 * Tries the mutants of the machine, one at a time, and checks whether its generated tests catch it.
 * @param mutants the mutants to try, all or some
 */
export function checkMutants<TMachine extends AnyStateMachine, TWorld>(
  description: ModelDescription<TMachine, TWorld>,
  model: Model,
  mutants: readonly Mutant[] = mutantsOf(model.machine),
): MutationReport {
  const was = sightOf(model.starts, [...model.edges.values()].flat())
  const holds = holdsOf(description)
  const isCaught = (mutant: Mutant) =>
    isNoticed(() => showsAtOnce(mutant, model, was, holds)) ||
    isNoticed(() => showsLater(mutant, description, model, was, holds))
  const caught = new Set(mutants.filter(isCaught))
  return { name: description.name, ...tally(mutants, caught, mutantsOf(model.machine), description.equivalent) }
}
