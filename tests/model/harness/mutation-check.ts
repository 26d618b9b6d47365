import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode } from 'xstate'
import { allNodes, type Chart, readChart } from '#machines/chart/read-chart.ts'
import { createStepper, effectWords, factsOf, type Stepper, stateLabel } from '#machines/chart/step.ts'
import { withStubs } from '#machines/chart/stub.ts'
import { tableKeys } from './behavior.ts'
import { excuseFor, isLike } from './coverage.ts'
import type { ModelDescription } from './description.ts'
import { type Edge, explore, type Model, type Start } from './explore.ts'
import { type Mutant, mutantsOf } from './mutants.ts'
import type { MutationReport } from './mutation-report.ts'
import { entriesFor } from './play.ts'

/** Per line of the behavior table, the context fields that it lists as set. */
type Lines = Map<string, Set<string>>

/** Observations of a machine, collected step by step. */
interface Sight {
  readonly lines: Lines
  /** What is observable from outside for each step, with the table lines it contributes to. */
  readonly outside: Map<string, Set<string>>
}

/** Combined: observations from outside, and the fields that the table lines list with them. */
interface Seen {
  readonly outside: ReadonlySet<string>
  readonly lines: ReadonlySet<string>
}

function add(to: Map<string, Set<string>>, key: string, values: readonly string[]): void {
  const known = to.get(key) ?? new Set()
  for (const value of values) known.add(value)
  to.set(key, known)
}

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((key) => other.has(key))

const tagsOf = ({ tags }: AnyMachineSnapshot): string => [...tags].sort().join()

/** What a user or a caller can observe of one step, regardless of the transition or guard behind it. */
function outside({ before, label, after, taken, effects }: Edge): string {
  const answer = taken.length > 0 ? 'taken' : 'refused'
  return [stateLabel(before), label, answer, stateLabel(after), after.status, tagsOf(after), ...effects].join(' | ')
}

const startOutside = ({ name, snapshot, effects }: Start): string =>
  ['starts', name, stateLabel(snapshot), tagsOf(snapshot), ...effects].join(' | ')

function look(sight: Sight, edge: Edge): void {
  const keys = tableKeys(edge)
  add(sight.outside, outside(edge), keys)
  for (const key of keys) add(sight.lines, key, edge.sets)
}

function sightOf(starts: readonly Start[], edges: Iterable<Edge>): Sight {
  const sight: Sight = { lines: new Map(), outside: new Map() }
  for (const start of starts) add(sight.outside, startOutside(start), [])
  for (const edge of edges) look(sight, edge)
  return sight
}

function seenOf({ lines, outside: steps }: Sight): Seen {
  const fieldsOf = (key: string) => [...(lines.get(key) ?? [])].sort().join()
  const withFields = [...steps].flatMap(([step, keys]) =>
    keys.size === 0 ? [step] : [...keys].map((key) => `${step} | ${fieldsOf(key)}`),
  )
  return {
    outside: new Set(withFields),
    lines: new Set([...lines.keys()].map((key) => `${key} | ${fieldsOf(key)}`)),
  }
}

interface Mutated {
  readonly machine: AnyStateMachine
  readonly nodeOf: (id: string) => AnyStateNode
  readonly chart: Chart
  readonly stepper: Stepper
}

/** A separate machine with the mutation in it. */
function mutate(machine: AnyStateMachine, mutant: Mutant): Mutated {
  const copy = withStubs(machine.provide({}))
  // A mutation may cause an infinite loop.
  copy.options = { ...copy.options, maxIterations: 200 }
  const nodes = new Map(allNodes(copy.root).map((node) => [node.id, node]))
  const nodeOf = (id: string): AnyStateNode => {
    const node = nodes.get(id)
    if (!node) throw new Error(`There is no state ${id}.`)
    return node
  }
  mutant.change(nodeOf)
  return { machine: copy, nodeOf, chart: readChart(copy), stepper: createStepper(copy) }
}

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
  for (const edge of [...model.edges.values()].flat()) {
    const isTouched = at(edge.before) || at(edge.after) || edge.taken.some((id) => passes.has(id) || enters.has(id))
    ;(isTouched ? touched : others).push(edge)
  }
  return { touched, others }
}

/** The same step, taken by another machine from the same state. */
function retake(edge: Edge, { machine, chart, nodeOf, stepper }: Mutated): Edge {
  const moved = (nodes: readonly AnyStateNode[]) => nodes.map(({ id }) => nodeOf(id))
  const history = Object.entries(edge.before.historyValue) as [string, AnyStateNode[]][]
  const before: AnyMachineSnapshot = {
    ...edge.before,
    machine,
    _nodes: moved(edge.before._nodes),
    historyValue: Object.fromEntries(history.map(([id, nodes]) => [id, moved(nodes)])),
  }
  const stepped = stepper.step(before, edge.event)
  return { ...edge, before, after: stepped.snapshot, ...factsOf(chart, before, edge.event, stepped) }
}

type Holds = (snapshot: AnyMachineSnapshot) => void

/** The observations of the machine without the mutation. */
interface Original extends Seen {
  readonly sight: Sight
}

/** Whether the mutant's observations differ; a dropped action must show in the table too, a transition's name always does. */
function differs(mutant: Mutant, was: Seen, is: Seen): boolean {
  const isStart = [...is.outside].some((step) => step.startsWith('starts | ') && !was.outside.has(step))
  return !isSame(was.outside, is.outside) && (!mutant.isAction || isStart || !isSame(was.lines, is.lines))
}

/**
 * Takes every step that the mutation can affect, from the original machine's states: the first difference it makes, on
 * any path, is at one of them.
 */
function showsAtOnce(mutant: Mutant, model: Model, was: Original, holds: Holds): boolean {
  const mutated = mutate(model.machine, mutant)
  const starts = model.starts.map((start): Start => {
    if (start.options.snapshot) return start
    const { snapshot, trace } = mutated.stepper.begin(start.options.input)
    holds(snapshot)
    return { ...start, snapshot, effects: effectWords(trace) }
  })
  const { touched, others } = stepsAt(model, mutant.site)
  const is = sightOf(starts, others)
  for (const edge of touched) {
    const again = retake(edge, mutated)
    holds(again.after)
    look(is, again)
    const isNew = !was.sight.outside.has(outside(again))
    if (isNew && (!mutant.isAction || tableKeys(again).some((key) => !was.sight.lines.has(key)))) return true
  }
  return differs(mutant, was, seenOf(is))
}

/** Explores the mutant as if it were the original, to catch what only shows in later steps. */
function showsLater<TMachine extends AnyStateMachine, TWorld>(
  mutant: Mutant,
  description: ModelDescription<TMachine, TWorld>,
  model: Model,
  was: Original,
  holds: Holds,
): boolean {
  const { machine } = mutate(model.machine, mutant)
  const other = explore({ ...description, machine: machine as TMachine })
  for (const { snapshot } of other.starts) holds(snapshot)
  const edges = [...other.edges.values()].flat()
  for (const { after } of edges) holds(after)
  return differs(mutant, was, seenOf(sightOf(other.starts, edges)))
}

/** Whether the generated tests catch a mutant: by a failed state assertion, a step that throws, or an observation. */
function isNoticed(shows: () => boolean): boolean {
  try {
    return shows()
  } catch {
    return true
  }
}

/** One in this many mutants, spread by name; always the same ones. */
export function sampled(mutants: readonly Mutant[], every: number): Mutant[] {
  const hash = (text: string) => [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7)
  return mutants.filter(({ id }) => hash(id) % every === 0)
}

/**
 * Tries every mutant of the machine, one at a time, and checks whether its generated tests catch it.
 * @param mutants the mutants to try, all or some
 */
export function checkMutants<TMachine extends AnyStateMachine, TWorld>(
  description: ModelDescription<TMachine, TWorld>,
  model: Model,
  mutants: readonly Mutant[] = mutantsOf(model.machine),
): MutationReport {
  const sight = sightOf(model.starts, [...model.edges.values()].flat())
  const was: Original = { sight, ...seenOf(sight) }
  const holds: Holds = (snapshot) => {
    for (const hold of entriesFor(description.states, snapshot)) hold(snapshot as Parameters<typeof hold>[0])
  }
  const excuses = description.equivalent ?? {}
  const excused: { id: string; reason: string }[] = []
  const survivors: string[] = []
  const noticed: string[] = []
  for (const mutant of mutants) {
    const reason = excuseFor(mutant.id, excuses)
    if (
      isNoticed(() => showsAtOnce(mutant, model, was, holds)) ||
      isNoticed(() => showsLater(mutant, description, model, was, holds))
    )
      noticed.push(mutant.id)
    else if (reason === undefined) survivors.push(mutant.id)
    else excused.push({ id: mutant.id, reason })
  }
  const all = mutantsOf(model.machine)
  const stale = Object.keys(excuses).filter(
    (pattern) => noticed.some((id) => isLike(pattern, id)) || !all.some(({ id }) => isLike(pattern, id)),
  )
  const tried = noticed.length + survivors.length
  return { name: description.name, tried, caught: noticed.length, excused, survivors, stale }
}
