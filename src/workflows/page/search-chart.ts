import { type ChartGraph, type GraphStep, statesIn, stepText } from '#workflows/model/chart-graph.ts'

/**
 * Ids of the states and transitions that contain all the words, ignoring case; empty without words.
 *
 * @param graphs the same statechart with different labels; a match in any of them counts
 */
export const searchChart = (graphs: readonly ChartGraph[], words: string): ReadonlySet<string> => {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  const found = new Set<string>()
  if (wanted.length === 0) return found
  const has = (text: string) => wanted.every((word) => text.toLowerCase().includes(word))
  const look = (steps: readonly GraphStep[]): void => {
    for (const step of steps) if (has(stepText(step))) found.add(step.id)
  }
  for (const { root, edges } of graphs) {
    for (const state of statesIn(root).slice(1)) {
      if (has([state.label, state.description, ...state.tags, ...state.invokes].join(' '))) found.add(state.id)
      look(state.inner)
    }
    look([...root.inner, ...edges])
  }
  return found
}

/** The states to show for the results, in drawing order: those found, and the sources of transitions found. */
export const statesFound = ({ root, edges }: ChartGraph, found: ReadonlySet<string>): string[] => {
  const sources = new Set(edges.filter(({ id }) => found.has(id)).map(({ source }) => source))
  return statesIn(root)
    .filter(({ id, inner }) => found.has(id) || sources.has(id) || inner.some((step) => found.has(step.id)))
    .map(({ id }) => id)
}
