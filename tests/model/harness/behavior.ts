import { statePath } from '#workflows/model/read-chart.ts'
import { stateLabel } from '#workflows/model/step.ts'
import type { Edge, Model, Start } from './explore.ts'
import { digest } from './readable.ts'
import type { StepValues } from './step-values.ts'

/** How often each text occurred. */
type Counts = Map<string, number>

/** One case's effect in a transition, combined over every state in which it was tried. */
interface Line {
  readonly text: string
  steps: number
  /** By name, such as 'sets date' or 'starts saveNote'. */
  readonly values: Map<string, Counts>
}

/** The most characters of different values that are listed. */
const MAX_LISTED = 240

const count = (counts: Counts, text: string) => counts.set(text, (counts.get(text) ?? 0) + 1)

const times = (steps: number) => (steps === 1 ? '' : ` ×${steps}`)

/** 'true', '7 ×2 or 8' for values that differ from state to state, '' for nothing. */
function shownCounts(counts: Counts, steps: number): string {
  const entries = [...counts].sort(([one], [other]) => (one < other ? -1 : 1))
  const [first] = entries
  if (first && entries.length === 1 && first[1] === steps) return first[0]
  const all = entries.map(([text, number]) => `${text || 'nothing'}${times(number)}`).join(' or ')
  return all.length <= MAX_LISTED ? all : `${entries.length} values ${digest(all)}`
}

/** 'sets date = …, view = … · starts loadCalendar …' */
function shownValues(values: ReadonlyMap<string, Counts>, steps: number): string {
  const named = [...values].map(([name, counts]) => [name, shownCounts(counts, steps)] as const)
  const sets = named
    .filter(([name]) => name.startsWith('sets '))
    .map(([name, text]) => `${name.slice('sets '.length)} = ${text}`)
    .sort()
  const others = named.filter(([name]) => !name.startsWith('sets ')).map(([name, text]) => `${name} ${text}`.trimEnd())
  return [...(sets.length > 0 ? [`sets ${sets.join(', ')}`] : []), ...others].join(' · ')
}

function print({ text, steps, values }: Line): string {
  const shown = shownValues(values, steps)
  return `  ${text}${times(steps)}${shown ? `: ${shown}` : ''}`
}

const keyOf = (text: string, values: StepValues) =>
  [text, ...[...values.keys()].filter((name) => !name.startsWith('sets '))].join()

function linesOf(edges: Iterable<Edge>): Map<string, Map<string, Line>> {
  const byTransition = new Map<string, Map<string, Line>>()
  for (const { name, taken, refused, values } of edges) {
    const text = [name ? `(${name})` : '(any)', ...taken.slice(1)].join(' then ')
    for (const id of taken.length > 0 ? taken.slice(0, 1) : refused) {
      const lines = byTransition.get(id) ?? new Map<string, Line>()
      byTransition.set(id, lines)
      const key = keyOf(text, values)
      const line = lines.get(key) ?? { text, steps: 0, values: new Map<string, Counts>() }
      lines.set(key, line)
      line.steps += 1
      for (const [value, given] of values) {
        const counts = line.values.get(value) ?? new Map<string, number>()
        line.values.set(value, counts)
        count(counts, given)
      }
    }
  }
  return byTransition
}

/** One value per line. */
function startLines({ name, snapshot, taken, values }: Start): string[] {
  const where = [`Starts${name ? ` (${name})` : ''} in ${stateLabel(snapshot)}`, ...taken].join(' after ')
  const shown = [...values].map(([value, text]) =>
    value.startsWith('sets ') ? `  ${value} = ${text}` : `  ${value} ${text}`.trimEnd(),
  )
  return [where, ...shown]
}

/**
 * What the machine does, with a line per transition and case: what it takes, which values it sets, emits, and passes to
 * calls and actions, and which guard refuses what. "×3" is the number of states in which this happens; long values are
 * digests. Stored next to the tests and compared in every run, since the model is derived from the machine itself: a
 * removed guard, a changed target, a dropped action or a wrong value shows up as a changed line.
 */
export function behavior(model: Model): string {
  const byTransition = linesOf([...model.edges.values()].flat())
  const tags = (node: Model['chart']['states'][number]) => node.tags.map((tag) => ` #${tag}`).join('')
  const states = model.chart.states.map((node) => `  ${statePath(node)}${tags(node)}`)
  const blocks = [...model.chart.transitions, ...model.chart.refusals].flatMap(({ id }) => {
    const lines = byTransition.get(id)
    return lines ? [[id, ...[...lines.values()].map(print).sort()].join('\n')] : []
  })
  return `${[['States', ...states].join('\n'), model.starts.flatMap(startLines).join('\n'), ...blocks].join('\n\n')}\n`
}
