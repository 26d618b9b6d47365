import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate'
import type { AnyExamples } from '#machines/definition/examples.ts'
import { candidatesFor } from '#workflows/model/candidates.ts'
import { createStepper, factsOf, stateLabel } from '#workflows/model/step.ts'
import type { ModelDescription } from './description.ts'
import type { Model, Start } from './explore.ts'
import { readable } from './readable.ts'

const WALKS = 8
const STEPS = 50
/** Walks come through a small model's states again and again; this many visits to each are compared. */
const VISITS = 4

/** Random numbers from 0 to 1, the same in each run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * Checks `project`: walks at random, and compares what can happen next in each state on the way with the state of the
 * model that `project` says is the same.
 *
 * @returns how they differ
 */
export function projectionProblems<TMachine extends AnyStateMachine, TWorld>(
  description: ModelDescription<TMachine, TWorld>,
  model: Model,
): string[] {
  const examples = description as AnyExamples
  const possible = description.possible as ((snapshot: unknown, event: unknown) => boolean) | undefined
  const problems = new Set<string>()
  const visits = new Map<string, number>()
  const named = (ids: readonly string[]) => ids.join(' then ') || 'nothing'
  const viewOf = (snapshot: AnyMachineSnapshot) =>
    `${stateLabel(snapshot)} ${readable(description.project(snapshot.context as never))}`

  const walk = (start: Start, random: () => number) => {
    const stepper = createStepper(model.machine)
    const keyOf = (snapshot: AnyMachineSnapshot) => model.keyOf(start.name, snapshot, stepper)
    let state = start.options.snapshot ?? stepper.begin(start.options.input).snapshot
    for (let count = 0; count < STEPS && state.status === 'active'; count += 1) {
      const found = candidatesFor(examples, state, (id) => stepper.isRunning(state, id)).filter(
        ({ event }) => possible?.(state, event) ?? true,
      )
      const chosen = found[Math.floor(random() * found.length)]
      if (!chosen) return
      const key = keyOf(state)
      const visit = (visits.get(key) ?? 0) + 1
      visits.set(key, visit)
      if (visit > VISITS) {
        state = stepper.step(state, chosen.event).snapshot
        continue
      }
      const same = new Map(model.edges.get(key)?.map((edge) => [edge.label, edge]))
      const where = `in ${stateLabel(state)}`
      const next = new Map(
        found.map((candidate) => {
          const { label, event } = candidate
          const stepped = stepper.step(state, event)
          const { taken } = factsOf(model.chart, state, event, stepped)
          const edge = same.get(label)
          if (!edge) problems.add(`${where}: ${label} can happen in one, not in the other`)
          else if (taken.join() !== edge.taken.join())
            problems.add(`${where}: ${label} does ${named(taken)} in one, ${named(edge.taken)} in the other`)
          else if (keyOf(stepped.snapshot) !== edge.to)
            problems.add(`${where}: ${label} leads to ${viewOf(stepped.snapshot)} or ${viewOf(edge.after)}`)
          return [candidate, stepped.snapshot]
        }),
      )
      state = next.get(chosen) ?? state
    }
  }

  for (const start of model.starts) {
    const random = randomFrom(start.name.length + 1)
    for (let count = 0; count < WALKS; count += 1) walk(start, random)
  }
  return [...problems]
}
