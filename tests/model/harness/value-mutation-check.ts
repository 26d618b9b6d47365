/** Tries the value mutants of a machine: each is its source file, loaded again with one change. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AnyStateMachine, StateMachine } from 'xstate'
import type { ModelDescription } from './description.ts'
import type { Edge, Model } from './explore.ts'
import { machineFileOf } from './machine-files.ts'
import { tally, tellingFirst } from './mutation-check.ts'
import type { MutationReport } from './mutation-report.ts'
import { mutate, restart, retake } from './retake.ts'
import { type Holds, holdsOf, isNoticed, outside, startOutside } from './sight.ts'
import { type ValueMutant, valueMutantsOf } from './value-mutants.ts'

/** The machine with this id among a module's exports, or made by one of them. */
export function machineIn(module: object, id: string): AnyStateMachine | undefined {
  for (const value of Object.values(module)) {
    const made: unknown = typeof value === 'function' && value.length === 0 ? value() : value
    if (made instanceof StateMachine && made.id === id) return made as AnyStateMachine
  }
  return undefined
}

/** Compares every step of the model with the same step of the mutant: the first difference on any path is among them. */
function shows(machine: AnyStateMachine, model: Model, edges: readonly Edge[], holds: Holds): boolean {
  const mutated = mutate(machine)
  const starts = restart(model, mutated, holds)
  if (starts.some((start, at) => startOutside(start) !== startOutside(model.starts[at] ?? start))) return true
  return edges.some((edge) => {
    const again = retake(edge, mutated)
    holds(again.after)
    return outside(again) !== outside(edge) || again.taken.join() !== edge.taken.join()
  })
}

export async function checkValueMutants<TMachine extends AnyStateMachine, TWorld>(
  description: ModelDescription<TMachine, TWorld>,
  model: Model,
): Promise<MutationReport> {
  const { name, machine, equivalentValues } = description
  const path = join(process.cwd(), machineFileOf(name))
  const all = valueMutantsOf(`${name}.machine.ts`, readFileSync(path, 'utf8'))
  const holds = holdsOf(description)
  const edges = tellingFirst([...model.edges.values()].flat())
  const isNoticedIn = async (kind: 'mutant' | 'probe', mutant: ValueMutant) => {
    const file = `${path}?${kind}=${all.indexOf(mutant)}`
    const module: unknown = await import(/* @vite-ignore */ file).catch(() => undefined)
    // A machine that can't be made is noticed before any test.
    return isNoticed(() => {
      const other = machineIn(module as object, machine.id)
      if (!other) throw new Error('There is no machine')
      return shows(other, model, edges, holds)
    })
  }
  const caught = new Set<ValueMutant>()
  const harmless: ValueMutant[] = []
  for (const mutant of all) {
    if (await isNoticedIn('mutant', mutant)) caught.add(mutant)
    else if (mutant.probe !== undefined && !(await isNoticedIn('probe', mutant))) harmless.push(mutant)
  }
  const places = Object.fromEntries(all.map(({ id, place }) => [id, place]))
  const others = all.filter((mutant) => !harmless.includes(mutant))
  const { excused, ...report } = tally(others, caught, all, equivalentValues)
  const reason = 'No step of the model finds a value to keep.'
  return { name, places, ...report, excused: [...excused, ...harmless.map(({ id }) => ({ id, reason }))] }
}
