/** Plants mistakes in a machine, one at a time, and checks whether the tests generated from it fail. */
import { join } from 'node:path'
import type { AnyStateMachine } from 'xstate'
import { catalog } from '#workflows/catalog.ts'
import { machineOf } from '#workflows/coverage/coverage.ts'
import { isInBrowser, type Mistake } from '../planted/mistake.ts'
import { mistakes } from '../planted/mistakes.ts'
import type { ModelDescription } from './description.ts'
import { explore, type Model } from './explore.ts'
import { machineFileOf } from './machine-files.ts'
import { tellingFirst } from './mutation-check.ts'
import { mutate, restart, retake } from './retake.ts'
import { holdsOf, isNoticed, isSame, outside, sightOf, startOutside } from './sight.ts'
import { machineIn } from './value-mutation-check.ts'

export interface PlantedResult {
  readonly name: string
  readonly isCaught: boolean
  readonly seconds: number
}

const names = catalog.map(({ name }) => name)

/** The mistakes that a description's machine run must catch. */
export const mistakesOf = (description: string): Mistake[] =>
  mistakes.filter((mistake) => mistake.fails === description && !isInBrowser(mistake))

/**
 * Whether a user, a caller or the context shows a difference, or a state's assertion fails. The names of guards and
 * transitions, which change the behavior table too, don't count.
 */
function isSeen<TMachine extends AnyStateMachine, TWorld>(
  description: ModelDescription<TMachine, TWorld>,
  model: Model,
  machine: AnyStateMachine,
): boolean {
  const holds = holdsOf(description)
  const edges = [...model.edges.values()].flat()
  const atOnce = () => {
    const mutated = mutate(machine)
    const starts = restart(model, mutated, holds)
    if (starts.some((start, at) => startOutside(start) !== startOutside(model.starts[at] ?? start))) return true
    return tellingFirst(edges).some((edge) => {
      const again = retake(edge, mutated)
      holds(again.after)
      return outside(again) !== outside(edge)
    })
  }
  const later = () => {
    const other = explore({ ...description, machine: machine as TMachine })
    for (const { snapshot } of other.starts) holds(snapshot)
    const others = [...other.edges.values()].flat()
    for (const { after } of others) holds(after)
    return !isSame(sightOf(model.starts, edges), sightOf(other.starts, others))
  }
  return isNoticed(atOnce) || isNoticed(later)
}

/** @throws Error if a file with a mistake can't be loaded, which proves nothing about the tests */
export async function checkPlanted<TMachine extends AnyStateMachine, TWorld>(
  description: ModelDescription<TMachine, TWorld>,
  model: Model,
  planted: readonly Mistake[],
): Promise<PlantedResult[]> {
  const path = join(process.cwd(), machineFileOf(machineOf(description.name, names) ?? description.name))
  const results: PlantedResult[] = []
  for (const { name } of planted) {
    const start = performance.now()
    const module: object = await import(/* @vite-ignore */ `${path}?planted=${name}`)
    const machine = machineIn(module, model.machine.id)
    if (!machine) throw new Error(`${name}: ${path} has no machine ${model.machine.id}.`)
    const isCaught = isSeen(description, model, machine)
    results.push({ name, isCaught, seconds: (performance.now() - start) / 1000 })
  }
  return results
}
