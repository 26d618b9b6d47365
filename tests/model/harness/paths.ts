import { statePath } from '#workflows/model/read-chart.ts'
import { stateLabel } from '#workflows/model/step.ts'
import type { Edge, Model, Path } from './explore.ts'

/** What a step may cover for the first time. */
type ItemsOf = (edge: Edge) => readonly unknown[]

/** Transitions, entered states, the case itself. */
const partsOf: ItemsOf = ({ taken, after, label }) => [
  ...taken,
  ...after._nodes.map((node) => `in ${statePath(node)}`),
  `by ${label}`,
]

/** The path from a state to the nearest step that covers something new; on a tie, the one that covers the most. */
function nearestNew(
  model: Model,
  from: string,
  usable: (edge: Edge) => boolean,
  itemsOf: ItemsOf,
  seen: Set<unknown>,
): Edge[] | undefined {
  const newItems = (edge: Edge) => itemsOf(edge).filter((item) => !seen.has(item)).length
  const paths = new Map<string, Edge[]>([[from, []]])
  let best: { path: Edge[]; count: number } | undefined
  for (const [key, path] of paths) {
    if (best && path.length >= best.path.length) return best.path
    for (const edge of model.edges.get(key) ?? []) {
      if (!usable(edge)) continue
      const count = newItems(edge)
      if (count > (best?.count ?? 0)) best = { path: [...path, edge], count }
      if (!paths.has(edge.to)) paths.set(edge.to, [...path, edge])
    }
  }
  return best?.path
}

/** Long, so that what an earlier step leaves behind can do harm, but readable when one fails. */
const MAX_STEPS = 60

/** In a browser every path of the same start opens its page again, which takes as long as ten steps. */
const MAX_BROWSER_STEPS = 150

/** Paths of at most `most` steps, each walking to the nearest uncovered step, that together cover every item. */
function pathsOver(model: Model, usable: (edge: Edge) => boolean, namedItemsOf: ItemsOf, most: number): Path[] {
  const seen = new Set<unknown>()
  const known = new WeakMap<Edge, readonly unknown[]>()
  const itemsOf: ItemsOf = (edge) => {
    const items = known.get(edge) ?? namedItemsOf(edge)
    known.set(edge, items)
    return items
  }
  const result: Path[] = []
  for (const start of model.starts) {
    for (;;) {
      const steps: Edge[] = []
      for (;;) {
        const way = nearestNew(model, steps.at(-1)?.to ?? start.key, usable, itemsOf, seen)
        if (!way || (steps.length > 0 && steps.length + way.length > most)) break
        steps.push(...way)
        for (const item of way.flatMap(itemsOf)) seen.add(item)
      }
      // The initial state itself counts as covered, so each start needs at least one path.
      if (steps.length > 0 || !result.some((path) => path.start === start)) result.push({ start, steps })
      if (steps.length === 0) break
    }
  }
  return result
}

/**
 * A few paths that together cover every usable transition, state and case: opening a page costs more than another step
 * on it.
 */
export const tours = (model: Model, usable: (edge: Edge) => boolean): Path[] =>
  pathsOver(model, usable, partsOf, MAX_BROWSER_STEPS)

/** A case in a state of the chart, and everything that can come of it. */
const outcomeIn: ItemsOf = ({ before, label, taken, refused, effects, after }) => [
  [stateLabel(before), label, taken.join(), refused.join(), effects.join(), stateLabel(after), after.status].join(
    ' | ',
  ),
]

/**
 * Walks in which every event and case has, in every state of the chart, each of its outcomes at least once. The search
 * has tried them with every context already.
 */
export const walks = (model: Model): Path[] => pathsOver(model, () => true, outcomeIn, MAX_STEPS)
