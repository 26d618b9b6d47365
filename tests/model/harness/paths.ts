import { statePath } from '#machines/chart/read-chart.ts'
import type { Edge, Model, Path, Start } from './explore.ts'

/** The shortest path from a start to every reachable state. */
function shortestFrom(model: Model, start: Start): Map<string, Edge[]> {
  const paths = new Map<string, Edge[]>([[start.key, []]])
  // A Map can grow during iteration, so it serves as the queue of a breadth-first search.
  for (const [key, path] of paths)
    for (const edge of model.edges.get(key) ?? []) if (!paths.has(edge.to)) paths.set(edge.to, [...path, edge])
  return paths
}

/** Whether nothing handles the event, so that everything stays the same. */
export function isRefused(edge: Edge): boolean {
  return edge.taken.length === 0 && edge.to === edge.from
}

/**
 * The shortest paths that cover every event and case in every state of the model; none is a prefix of another. All
 * refusals of a state share one path, since each leaves the state unchanged.
 */
export function shortestPaths(model: Model): Path[] {
  return model.starts.flatMap((start) => {
    const shortest = shortestFrom(model, start)
    const isBeginning = (edge: Edge) => shortest.get(edge.to)?.at(-1) === edge && model.edges.get(edge.to)?.length !== 0
    const paths = [...shortest].flatMap(([key, steps]) => {
      const edges = model.edges.get(key) ?? []
      const refused = edges.filter(isRefused)
      const ways = edges.filter((edge) => !isRefused(edge) && !isBeginning(edge)).map((edge) => [edge])
      return [...(refused.length > 0 ? [refused] : []), ...ways].map((way) => ({ start, steps: [...steps, ...way] }))
    })
    return paths.length > 0 ? paths : [{ start, steps: [] }]
  })
}

/** What a step may cover for the first time: transitions, entered states, the case itself. */
function itemsOf(edge: Edge): string[] {
  return [...edge.taken, ...edge.after._nodes.map((node) => `in ${statePath(node)}`), `by ${edge.label}`]
}

/** The path from a state to the nearest step that covers something new; on a tie, the one that covers the most. */
function nearestNew(
  model: Model,
  from: string,
  usable: (edge: Edge) => boolean,
  seen: Set<string>,
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

/**
 * A few paths, each walking to the nearest uncovered step, that together cover every usable transition, state and case:
 * opening a page costs more than another step on it.
 */
export function tours(model: Model, usable: (edge: Edge) => boolean, maxSteps: number): Path[] {
  const seen = new Set<string>()
  const result: Path[] = []
  for (const start of model.starts) {
    for (;;) {
      const steps: Edge[] = []
      for (;;) {
        const way = nearestNew(model, steps.at(-1)?.to ?? start.key, usable, seen)
        if (!way || (steps.length > 0 && steps.length + way.length > maxSteps)) break
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
