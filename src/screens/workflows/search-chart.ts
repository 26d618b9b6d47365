import { type ChartGraph, type GraphStep, statesIn, stepText } from '#machines/chart/chart-graph.ts'

/**
 * Ids of the states and transitions in which all of the words stand, upper and lower case alike; no words find nothing.
 *
 * @param graphs the same statechart by different names: what has the words by either of them is found
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

/** The states to look at for what was found, in the drawing's order: those found, and those where a transition found starts. */
export const statesFound = ({ root, edges }: ChartGraph, found: ReadonlySet<string>): string[] => {
  const sources = new Set(edges.filter(({ id }) => found.has(id)).map(({ source }) => source))
  return statesIn(root)
    .filter(({ id, inner }) => found.has(id) || sources.has(id) || inner.some((step) => found.has(step.id)))
    .map(({ id }) => id)
}
