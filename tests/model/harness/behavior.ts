import { statePath } from '#machines/chart/read-chart.ts'
import { stateLabel } from '#machines/chart/step.ts'
import type { Edge, Model } from './explore.ts'

/** One case's effect in a transition, combined over every state in which it was tried. */
interface Line {
  text: string
  sets: Set<string>
  effects: string[]
}

function lineFor(edge: Edge): Line {
  const name = edge.name ? `(${edge.name})` : '(any)'
  const text = [name, ...edge.taken.slice(1)].join(' then ')
  return { text, sets: new Set(), effects: edge.effects }
}

/** The lines that a step contributes to, each by transition, case and effects, without the fields it sets. */
export function tableKeys(edge: Edge): string[] {
  const { text, effects } = lineFor(edge)
  return (edge.taken.length > 0 ? edge.taken.slice(0, 1) : edge.refused).map((id) => [id, text, ...effects].join(' | '))
}

function print({ text, sets, effects }: Line): string {
  const changes = sets.size > 0 ? [`sets ${[...sets].sort().join(', ')}`] : []
  const all = [...changes, ...effects].join(' · ')
  return all ? `  ${text}: ${all}` : `  ${text}`
}

/**
 * What the machine does, with a line per transition and case: what it takes, sets, does, emits and starts, and which guard
 * refuses what. Stored next to the tests and compared in every run, since the model is derived from the machine itself: a
 * removed guard, a changed target or a dropped action shows up as a changed line.
 */
export function behavior(model: Model): string {
  const byTransition = new Map<string, Map<string, Line>>()
  for (const edge of [...model.edges.values()].flat()) {
    const line = lineFor(edge)
    for (const id of edge.taken.length > 0 ? edge.taken.slice(0, 1) : edge.refused) {
      const lines = byTransition.get(id) ?? new Map<string, Line>()
      byTransition.set(id, lines)
      const key = [line.text, ...line.effects].join()
      const known = lines.get(key) ?? line
      lines.set(key, known)
      for (const field of edge.sets) known.sets.add(field)
    }
  }
  const tags = (node: Model['chart']['states'][number]) => node.tags.map((tag) => ` #${tag}`).join('')
  const states = model.chart.states.map((node) => `  ${statePath(node)}${tags(node)}`)
  const starts = model.starts.map(({ name, snapshot, taken, effects }) => {
    const where = [`Starts${name ? ` (${name})` : ''} in ${stateLabel(snapshot)}`, ...taken].join(' after ')
    return effects.length > 0 ? `${where}: ${effects.join(' · ')}` : where
  })
  const blocks = [...model.chart.transitions, ...model.chart.refusals].flatMap(({ id }) => {
    const lines = byTransition.get(id)
    return lines ? [[id, ...[...lines.values()].map(print).sort()].join('\n')] : []
  })
  return `${[['States', ...states].join('\n'), starts.join('\n'), ...blocks].join('\n\n')}\n`
}
