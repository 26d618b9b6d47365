/** A statechart as Mermaid, which GitHub renders. */
import { grouped } from '#domain/grouped.ts'
import { type ChartGraph, type GraphEdge, type GraphState, statesIn, stepText } from '#workflows/model/chart-graph.ts'

/** Mermaid ids are words; the double underscore, which no state key contains, separates levels. */
const idOf = (id: string): string => id.replaceAll(/[^A-Za-z0-9.]/g, '').replaceAll('.', '__')

/** Mermaid ends labels at a colon, and gives `;` and `#` a meaning. */
const textOf = (text: string): string => text.replaceAll(/[;#"]/g, ' ').replaceAll(':', ' ')

const isWithin = (id: string, outer: string): boolean => id === outer || id.startsWith(`${outer}.`)

/**
 * Mermaid cannot draw an arrow between a box and its contents: the box's own transitions start at a pseudo-state inside
 * it that stands for any state, and transitions back to the box end at its initial state.
 */
const anyOf = (id: string): string => `${idOf(id)}__any`

export const toMermaid = ({ root, edges }: ChartGraph): string => {
  const lines: string[] = ['stateDiagram-v2']
  const states = new Map(statesIn(root).map((state) => [state.id, state]))
  const boxes = new Set([...states.values()].filter(({ children }) => children.length > 0).map(({ id }) => id))
  const sources = new Set(edges.map(({ source }) => source))

  const entered = (id: string): string => {
    const first = states.get(id)?.children.find(({ isInitial }) => isInitial)
    return first ? entered(first.id) : id
  }
  const endOf = ({ source, target }: GraphEdge): string => idOf(isWithin(source, target) ? entered(target) : target)

  const writeState = (state: GraphState, indent: string): void => {
    if (!boxes.has(state.id)) {
      lines.push(`${indent}state "${textOf(state.label)}" as ${idOf(state.id)}`)
      if (state.kind === 'final') lines.push(`${indent}${idOf(state.id)} --> [*]`)
      return
    }
    lines.push(`${indent}state "${textOf(state.label)}" as ${idOf(state.id)} {`)
    writeChildren(state, `${indent}  `)
    lines.push(`${indent}}`)
  }
  const writeChildren = (state: GraphState, indent: string): void => {
    if (sources.has(state.id)) lines.push(`${indent}state "any of these" as ${anyOf(state.id)}`)
    state.children.forEach((child, index) => {
      if (state.kind === 'parallel' && index > 0) lines.push(`${indent}--`)
      writeState(child, indent)
      if (child.isInitial && state.kind !== 'parallel') lines.push(`${indent}[*] --> ${idOf(child.id)}`)
    })
  }
  // Parallel regions need a box around them.
  if (root.kind === 'parallel') writeState(root, '  ')
  else writeChildren(root, '  ')
  const arrowOf = (edge: GraphEdge): string =>
    `${boxes.has(edge.source) ? anyOf(edge.source) : idOf(edge.source)} --> ${endOf(edge)}`
  // Mermaid draws only the last of several arrows from a state to itself.
  for (const [arrow, drawn] of grouped(edges, arrowOf)) {
    lines.push(`  ${arrow}: ${drawn.map((edge) => textOf(stepText(edge))).join('<br/>')}`)
  }
  return `${lines.join('\n')}\n`
}
