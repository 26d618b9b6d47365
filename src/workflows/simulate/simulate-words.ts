/** Labels of the parts of a workflow in the panel, in plain language. */
import { createContext, useContext } from 'react'
import type { Workflow } from '#machines/definition/workflow.ts'
import { type ChartNames, wordNamesOf } from '#workflows/model/chart-names.ts'
import type { Effect } from '#workflows/model/step.ts'
import { leafText, leavesOf, type Moment } from './simulation.ts'

const VERBS: Record<Effect['kind'], string> = { emits: 'Emits', starts: 'Starts', sends: 'Sends', does: 'Runs' }

const withName = (words: string, name: string): string => (name === '' ? words : `${words}: ${name}`)

interface SimulateWords {
  readonly names: ChartNames
  /** `Sign in: wrong password` */
  readonly momentWords: (moment: Moment) => string
  /** The current state: `Entering › Editing`, with parallel states. */
  readonly leafWords: (moment: Moment) => readonly { readonly id: string; readonly words: string }[]
  readonly stateWords: (moment: Moment) => string
  readonly effectWords: (effect: Effect) => string
}

export const simulateWordsOf = (workflow: Workflow): SimulateWords => {
  const names = wordNamesOf(workflow)
  const leafWords: SimulateWords['leafWords'] = (moment) =>
    leavesOf(moment).map((leaf) => ({ id: leaf.id, words: leafText(leaf, names) }))
  return {
    names,
    leafWords,
    momentWords: ({ step, event }) => {
      if (!step || !event) return 'Start'
      const words = names.event(event.type)
      return step.kind === 'own' ? `${words}, custom payload` : withName(words, step.name)
    },
    stateWords: (moment) =>
      leafWords(moment)
        .map(({ words }) => words)
        .join(' and '),
    effectWords: ({ kind, name }) => {
      if (kind === 'starts') return `${VERBS.starts}: ${names.actor(name)}`
      return `${VERBS[kind]}: ${kind === 'does' ? names.action(name) : names.event(name)}`
    },
  }
}

const SimulateWordsContext = createContext<SimulateWords | undefined>(undefined)

export const SimulateWordsProvider = SimulateWordsContext.Provider

/** The labels of the workflow that is simulated. */
export const useSimulateWords = (): SimulateWords => {
  const words = useContext(SimulateWordsContext)
  if (!words) throw new Error('Nothing is simulated here')
  return words
}
