import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { allNodes, type ChartTransition, namesOf, outcomeOf, readChart, statePath } from '#machines/chart/read-chart.ts'

/** A machine with one thing wrong: a mistake that somebody could make when changing it. */
export interface Mutant {
  /** In words: `ready: place.visit [isSamePlace] → ready: without its guard`. */
  readonly id: string
  /** Id of the state node that is changed. */
  readonly site: string
  /** An action is dropped; else something about a transition is changed, and with it the transition's name. */
  readonly isAction: boolean
  /** Makes the mistake in a machine of its own. */
  readonly change: (nodeOf: (id: string) => AnyStateNode) => void
}

/** XState keeps these from being assigned to; a mistake is made in a machine that nobody else holds. */
type Open<T> = { -readonly [Key in keyof T]: T[Key] }

const candidatesOf = (node: AnyStateNode, event: string): AnyTransitionDefinition[] =>
  (event === '' ? node.always : node.transitions.get(event)) ?? []

const replace = (node: AnyStateNode, event: string, candidates: AnyTransitionDefinition[]): void => {
  if (event === '') node.always = candidates
  else if (candidates.length > 0) node.transitions.set(event, candidates)
  else node.transitions.delete(event)
}

/** The state after a state among those of its box, the first after the last; undefined for one that is alone. */
const siblingOf = (node: AnyStateNode): AnyStateNode | undefined => {
  const states = Object.values(node.parent?.states ?? {}).filter(({ type }) => type !== 'history')
  if (states.length < 2 || node.parent?.type === 'parallel') return undefined
  return states[(states.indexOf(node) + 1) % states.length]
}

const without = <T>(list: readonly T[], at: number): T[] => list.filter((_, index) => index !== at)

const mutantsOfTransition = ({ id, source, event, definition }: ChartTransition): Mutant[] => {
  const at = candidatesOf(source, event).indexOf(definition)
  const mutant = (words: string, change: Partial<Open<AnyTransitionDefinition>> | undefined, isAction = false) => ({
    id: `${id}: ${words}`,
    site: source.id,
    isAction,
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
  // An arrow that comes back by itself would go round for ever; an arrow from a leaf to itself changes nothing.
  const canStay = event !== '' && targets.length > 0 && !targets.includes(source)
  return [
    ...(definition.guard === undefined ? [] : [mutant('without its guard', { guard: undefined })]),
    mutant('taken away', undefined),
    ...(sibling && !targets.includes(sibling) && sibling !== source
      ? [mutant(`leads to ${statePath(sibling)}`, { target: [sibling, ...targets.slice(1)] })]
      : []),
    ...(canStay ? [mutant('stays', { target: undefined })] : []),
    ...definition.actions.map((action, index) =>
      mutant(
        `without ${namesOf([action])[0] ?? `action ${index + 1}`}`,
        { actions: without(definition.actions, index) },
        true,
      ),
    ),
  ]
}

/** What a state does on the way in and out; XState's own functions there run its timers. */
const mutantsOfState = (node: AnyStateNode): Mutant[] =>
  (['entry', 'exit'] as const).flatMap((way) =>
    node[way].flatMap((action, index) => {
      const [name] = namesOf([action])
      if (name === undefined) return []
      return [
        {
          id: `${statePath(node)}: without ${name} on the way ${way === 'entry' ? 'in' : 'out'}`,
          site: node.id,
          isAction: true,
          change: (nodeOf: (id: string) => AnyStateNode) => {
            nodeOf(node.id)[way] = without(node[way], index)
          },
        },
      ]
    }),
  )

/** A failed call that nobody answers. One that has a single answer loses it as a transition. */
const mutantsOfFailure = (node: AnyStateNode): Mutant[] =>
  [...node.transitions].flatMap(([event, candidates]) => {
    const outcome = outcomeOf(event)
    if (outcome?.kind !== 'error' || candidates.length < 2) return []
    const change = (nodeOf: (id: string) => AnyStateNode) => replace(nodeOf(node.id), event, [])
    return [
      {
        id: `${statePath(node)}: ${outcome.id} error: without an answer`,
        site: node.id,
        isAction: false,
        change,
      },
    ]
  })

/** Every machine that differs from this one by one mistake. */
export function mutantsOf(machine: AnyStateMachine): Mutant[] {
  const nodes = allNodes(machine.root)
  return [
    ...readChart(machine).transitions.flatMap(mutantsOfTransition),
    ...nodes.flatMap(mutantsOfState),
    ...nodes.flatMap(mutantsOfFailure),
  ]
}
