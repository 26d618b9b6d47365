import type { WatchedMachine, WatchedStep } from '#workflows/recording/watched.ts'

/**
 * The steps of a machine and of the machines that it started, and that those started.
 *
 * @param machine undefined for all
 */
export const relatedSteps = (
  steps: readonly WatchedStep[],
  machines: readonly WatchedMachine[],
  machine: string | undefined,
): readonly WatchedStep[] => {
  if (machine === undefined) return steps
  const related = new Set([machine])
  let before = 0
  while (related.size > before) {
    before = related.size
    for (const { id, parent } of machines) if (parent !== undefined && related.has(parent)) related.add(id)
  }
  return steps.filter((step) => related.has(step.machine))
}

/** What of a run the drawn statechart no longer has: paths of states, and transitions as `readChart` names them. */
export const missingParts = (
  steps: readonly WatchedStep[],
  machines: ReadonlySet<string>,
  chart: { readonly states: ReadonlySet<string>; readonly transitions: ReadonlySet<string> },
): { readonly states: readonly string[]; readonly transitions: readonly string[] } => {
  const states = new Set<string>()
  const transitions = new Set<string>()
  for (const step of steps) {
    if (!machines.has(step.machine)) continue
    for (const id of step.states) if (!chart.states.has(id)) states.add(id)
    for (const id of step.transitions) if (!chart.transitions.has(id)) transitions.add(id)
  }
  return { states: [...states], transitions: [...transitions] }
}
