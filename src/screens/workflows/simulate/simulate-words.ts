/** Labels of the parts of a workflow in the panel, in plain words. */
import { capitalized } from '#domain/words.ts'
import { wordNames } from '#machines/chart/chart-names.ts'
import type { Effect } from '#machines/chart/step.ts'
import type { Moment } from '#machines/workflows/simulation.ts'

/** @param type an XState event type */
export const eventWords = (type: string): string => capitalized(wordNames.event(type))

/** `Submit form: wrong password` */
export const momentWords = ({ step, event }: Moment): string => {
  if (!step || !event) return 'Start'
  return step.kind === 'own' ? `${eventWords(event.type)}, custom payload` : withName(eventWords(event.type), step.name)
}

const withName = (words: string, name: string): string => (name === '' ? words : `${words}: ${name}`)

/** The current state: `Entering › Editing`, with parallel states. */
export const leavesOf = ({ snapshot }: Moment): readonly { readonly id: string; readonly words: string }[] =>
  snapshot._nodes
    .filter(({ type, parent }) => type === 'atomic' || type === 'final' || parent === undefined)
    .filter(({ parent }, _, nodes) => parent !== undefined || nodes.length === 1)
    .toSorted((one, other) => one.order - other.order)
    .map(({ id, path }) => ({ id, words: path.map(wordNames.state).join(' › ') || 'Always' }))

export const stateWords = (moment: Moment): string =>
  leavesOf(moment)
    .map(({ words }) => words)
    .join(' and ')

const VERBS: Record<Effect['kind'], string> = { emits: 'Emits', starts: 'Starts', sends: 'Sends', does: 'Runs' }

export const effectWords = ({ kind, name }: Effect): string =>
  `${VERBS[kind]}: ${kind === 'emits' || kind === 'sends' ? wordNames.event(name) : wordNames.action(name)}`

/** A running actor, by its id in the code. */
export const callWords = (id: string): string => wordNames.actor(id)
