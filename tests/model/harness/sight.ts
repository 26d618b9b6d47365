import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate'
import { stateLabel } from '#workflows/model/step.ts'
import type { ModelDescription } from './description.ts'
import type { Edge, Model, Start } from './explore.ts'
import { entriesFor } from './play.ts'
import type { StepValues } from './step-values.ts'

/** What was observed, with the number of steps that showed it. */
export type Sight = Map<string, number>

const tagsOf = ({ tags }: AnyMachineSnapshot): string => [...tags].sort().join()

const shownValues = (values: StepValues): string[] => [...values].map(([name, text]) => `${name} ${text}`).sort()

/** What a user, a caller or the context shows of one step, regardless of the transition or guard behind it. */
export function outside({ before, label, after, taken, values }: Edge): string {
  const answer = taken.length > 0 ? 'taken' : 'refused'
  return [
    stateLabel(before),
    label,
    answer,
    stateLabel(after),
    after.status,
    tagsOf(after),
    ...shownValues(values),
  ].join(' | ')
}

export const startOutside = ({ name, snapshot, values }: Start): string =>
  ['starts', name, stateLabel(snapshot), tagsOf(snapshot), ...shownValues(values)].join(' | ')

export function sightOf(starts: readonly Start[], edges: readonly Edge[]): Sight {
  const sight: Sight = new Map()
  for (const seen of [...starts.map(startOutside), ...edges.map(outside)]) sight.set(seen, (sight.get(seen) ?? 0) + 1)
  return sight
}

export const isSame = (one: Sight, other: Sight): boolean =>
  one.size === other.size && [...one].every(([seen, steps]) => other.get(seen) === steps)

/** Throws if a state's assertions don't hold. */
export type Holds = (snapshot: AnyMachineSnapshot) => void

export const holdsOf =
  <TMachine extends AnyStateMachine>({ states }: Pick<ModelDescription<TMachine>, 'states'>): Holds =>
  (snapshot) => {
    for (const hold of entriesFor(states, snapshot)) hold(snapshot as Parameters<typeof hold>[0])
  }

/** The steps of a model that lead to a state whose assertions don't hold, with the reason. */
export function brokenStates({ starts, edges }: Model, holds: Holds): string[] {
  const reasonIn = (snapshot: AnyMachineSnapshot): string | undefined => {
    try {
      holds(snapshot)
      return undefined
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }
  const broken = [
    ...starts.map(({ name, snapshot }) => [`starts ${name} in ${stateLabel(snapshot)}`, reasonIn(snapshot)] as const),
    ...[...edges.values()]
      .flat()
      .map(
        ({ before, label, after }) =>
          [`${stateLabel(before)}: ${label} → ${stateLabel(after)}`, reasonIn(after)] as const,
      ),
  ]
  return [...new Set(broken.flatMap(([step, reason]) => (reason === undefined ? [] : [`${step}: ${reason}`])))]
}

/** Whether the generated tests catch a mutant: by a failed state assertion, a step that throws, or an observation. */
export function isNoticed(shows: () => boolean): boolean {
  try {
    return shows()
  } catch {
    return true
  }
}
