import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import {
  allNodes,
  type ChartTransition,
  namesOf,
  outcomeOf,
  readChart,
  statePath,
} from '#workflows/model/read-chart.ts'

/** A machine with one mutation: a mistake that a change to it could introduce. */
export interface Mutant {
  /** Readable: `ready: place.visit [isSamePlace] → ready: without its guard`. */
  readonly id: string
  /** Id of the mutated state node. */
  readonly site: string
  /** Applies the mutation to a machine that nothing else uses. */
  readonly change: (nodeOf: (id: string) => AnyStateNode) => void
}

/** Writes a property that XState makes read-only; safe because nothing else uses the machine. */
type Open<T> = { -readonly [Key in keyof T]: T[Key] }

const candidatesOf = (node: AnyStateNode, event: string): AnyTransitionDefinition[] =>
  (event === '' ? node.always : node.transitions.get(event)) ?? []

const replace = (node: AnyStateNode, event: string, candidates: AnyTransitionDefinition[]): void => {
  if (event === '') node.always = candidates
  else if (candidates.length > 0) node.transitions.set(event, candidates)
  else node.transitions.delete(event)
}

/** The next sibling of a state, wrapping around; undefined for an only child. */
const siblingOf = (node: AnyStateNode): AnyStateNode | undefined => {
  const states = Object.values(node.parent?.states ?? {}).filter(({ type }) => type !== 'history')
  if (states.length < 2 || node.parent?.type === 'parallel') return undefined
  return states[(states.indexOf(node) + 1) % states.length]
}

const without = <T>(list: readonly T[], at: number): T[] => list.filter((_, index) => index !== at)

const mutantsOfTransition = ({ id, source, event, definition }: ChartTransition): Mutant[] => {
  const at = candidatesOf(source, event).indexOf(definition)
  const mutant = (words: string, change: Partial<Open<AnyTransitionDefinition>> | undefined) => ({
    id: `${id}: ${words}`,
    site: source.id,
    change: (nodeOf: (id: string) => AnyStateNode) => {
      const node = nodeOf(source.id)
      const candidates = candidatesOf(node, event)
      const target = change?.target?.map((state) => nodeOf(state.id))
      const changed = candidates.flatMap((candidate, index) =>
        index !== at ? [candidate] : change ? [{ ...candidate, ...change, ...(target ? { target } : {}) }] : [],
      )
      replace(node, event, changed)
    },
  })
  const targets = definition.target ?? []
  const [first = source] = targets
  const sibling = siblingOf(first)
  // Staying in place would loop forever for an eventless transition, and changes nothing for a leaf's self-transition.
  const canStay = event !== '' && targets.length > 0 && !targets.includes(source)
  return [
    ...(definition.guard === undefined ? [] : [mutant('without its guard', { guard: undefined })]),
    mutant('removed', undefined),
    ...(sibling && !targets.includes(sibling) && sibling !== source
      ? [mutant(`leads to ${statePath(sibling)}`, { target: [sibling, ...targets.slice(1)] })]
      : []),
    ...(canStay ? [mutant('stays', { target: undefined })] : []),
    ...definition.actions.map((action, index) =>
      mutant(`without ${namesOf([action])[0] ?? `action ${index + 1}`}`, {
        actions: without(definition.actions, index),
      }),
    ),
  ]
}

/** A state's entry and exit actions; XState's own ones run its timers. */
const mutantsOfState = (node: AnyStateNode): Mutant[] =>
  (['entry', 'exit'] as const).flatMap((way) =>
    node[way].flatMap((action, index) => {
      const [name] = namesOf([action])
      if (name === undefined) return []
      return [
        {
          id: `${statePath(node)}: without ${name} on the way ${way === 'entry' ? 'in' : 'out'}`,
          site: node.id,
          change: (nodeOf: (id: string) => AnyStateNode) => {
            nodeOf(node.id)[way] = without(node[way], index)
          },
        },
      ]
    }),
  )

/** A failed call that is no longer handled. With only one handler, removing the transition covers this. */
const mutantsOfFailure = (node: AnyStateNode): Mutant[] =>
  [...node.transitions].flatMap(([event, candidates]) => {
    const outcome = outcomeOf(event)
    if (outcome?.kind !== 'error' || candidates.length < 2) return []
    const change = (nodeOf: (id: string) => AnyStateNode) => replace(nodeOf(node.id), event, [])
    return [
      {
        id: `${statePath(node)}: ${outcome.id} error: without an answer`,
        site: node.id,
        change,
      },
    ]
  })

/** Every machine that differs from this one by a single mutation. */
export function mutantsOf(machine: AnyStateMachine): Mutant[] {
  const nodes = allNodes(machine.root)
  return [
    ...readChart(machine).transitions.flatMap(mutantsOfTransition),
    ...nodes.flatMap(mutantsOfState),
    ...nodes.flatMap(mutantsOfFailure),
  ]
}
