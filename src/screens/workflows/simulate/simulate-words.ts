/** What the panel calls the parts of a workflow: the users' words. */
import { capitalised } from '#domain/words.ts'
import { wordNames } from '#machines/chart/chart-names.ts'
import type { Effect } from '#machines/chart/step.ts'
import type { Moment } from '#machines/workflows/simulation.ts'

/** @param type of the event, as XState has it */
export const eventWords = (type: string): string => capitalised(wordNames.event(type))

/** `Submit form: wrong password` */
export const momentWords = ({ step, event }: Moment): string => {
  if (!step || !event) return 'It begins'
  return step.kind === 'own' ? `${eventWords(event.type)}, as written` : withName(eventWords(event.type), step.name)
}

const withName = (words: string, name: string): string => (name === '' ? words : `${words}: ${name}`)

/** Where it stands: `Entering › Editing`, and what goes on beside it. */
export const leavesOf = ({ snapshot }: Moment): readonly { readonly id: string; readonly words: string }[] =>
  snapshot._nodes
    .filter(({ type, parent }) => type === 'atomic' || type === 'final' || parent === undefined)
    .filter(({ parent }, _, nodes) => parent !== undefined || nodes.length === 1)
    .toSorted((one, other) => one.order - other.order)
    .map(({ id, path }) => ({ id, words: path.map(wordNames.state).join(' › ') || 'As ever' }))

export const stateWords = (moment: Moment): string =>
  leavesOf(moment)
    .map(({ words }) => words)
    .join(' and ')

const VERBS: Record<Effect['kind'], string> = { emits: 'Tells', starts: 'Begins', sends: 'Sends', does: 'Does' }

export const effectWords = ({ kind, name }: Effect): string =>
  `${VERBS[kind]}: ${kind === 'emits' || kind === 'sends' ? wordNames.event(name) : wordNames.action(name)}`

/** What runs, by its id in the code. */
export const callWords = (id: string): string => wordNames.actor(id)
