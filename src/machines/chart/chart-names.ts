/** What the parts of a statechart are called where it is drawn: as in the code, or in words. */
import { capitalised } from '#domain/words.ts'
import {
  delayOf,
  eventLabel,
  type GuardTree,
  guardLabel,
  guardTree,
  type OutcomeKind,
  outcomeOf,
} from './read-chart.ts'

/** What is told of a state in its box; all of it called by its name already. */
interface StateFacts {
  readonly description: string
  readonly tags: readonly string[]
  readonly entry: readonly string[]
  readonly exit: readonly string[]
  readonly invokes: readonly string[]
  readonly inner: readonly { readonly id: string; readonly text: string }[]
}

/** A line that is written in a state's box, below its name. */
export interface ChartLine {
  readonly text: string
  /** What the state is in words, or what it does. */
  readonly kind: 'description' | 'step'
  /** Of the transition that it tells of. */
  readonly id?: string
}

export interface ChartNames {
  /** @param key of a state within its box */
  readonly state: (key: string) => string
  /** @param type of the event; '' is `always` */
  readonly event: (type: string) => string
  /** @param guard as the machine's transition holds it */
  readonly guard: (guard: unknown) => string
  readonly action: (name: string) => string
  readonly actor: (name: string) => string
  /** What is written below a state's name. */
  readonly lines: (facts: StateFacts) => readonly ChartLine[]
}

const step = (text: string): ChartLine => ({ text, kind: 'step' })
const told = ({ id, text }: { readonly id: string; readonly text: string }): ChartLine => ({ text, kind: 'step', id })
const after = (word: string, names: readonly string[]): ChartLine[] =>
  names.length > 0 ? [step(`${word} ${names.join(', ')}`)] : []

/** As in the code: for those who will look for it there. */
export const codeNames: ChartNames = {
  state: (key) => key,
  event: eventLabel,
  guard: guardLabel,
  action: (name) => name,
  actor: (name) => name,
  lines: ({ invokes, entry, exit, inner }) => [
    ...invokes.map((actor) => step(`calls ${actor}`)),
    ...after('entry /', entry),
    ...after('exit /', exit),
    ...inner.map(told),
  ],
}

const ABBREVIATIONS: ReadonlyMap<string, string> = new Map([
  ['pto', 'PTO'],
  ['pdf', 'PDF'],
])

/** `signedIn` as `signed in`. */
const wordsOf = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s.-]+/)
    .map((word) => ABBREVIATIONS.get(word.toLowerCase()) ?? word.toLowerCase())
    .join(' ')

const ENDINGS: Record<OutcomeKind, string> = { done: 'succeeds', error: 'fails', snapshot: 'goes on' }

/** Participles stand after their noun (`upload.done`), what a user does before it (`request.withdraw`). */
const isParticiple = (verb: string): boolean => /(ed|done|gone|lost|left|begun|met)$/i.test(verb)

const eventInWords = (type: string): string => {
  if (type === '') return 'at once'
  if (type === '*') return 'anything else'
  if (type.startsWith('xstate.done.state.')) return 'when all of it is done'
  const outcome = outcomeOf(type)
  if (outcome) return `${wordsOf(outcome.id)} ${ENDINGS[outcome.kind]}`
  const delay = delayOf(type)
  if (delay !== undefined) return `after ${/^\d+$/.test(delay) ? `${Number(delay) / 1000} s` : wordsOf(delay)}`
  const [noun = '', verb] = type.split('.')
  if (verb === undefined) return wordsOf(type)
  return isParticiple(verb) ? `${wordsOf(noun)} ${wordsOf(verb)}` : `${wordsOf(verb)} ${wordsOf(noun)}`
}

const guardInWords = (tree: GuardTree, isInner = false): string => {
  if (tree.kind === 'named') return [wordsOf(tree.name), ...(tree.params === undefined ? [] : [tree.params])].join(' ')
  if (tree.kind === 'not') return `not: ${tree.parts.map((part) => guardInWords(part, true)).join('')}`
  const text = tree.parts.map((part) => guardInWords(part, true)).join(` ${tree.kind} `)
  return isInner ? `(${text})` : text
}

/** In words, with what each state is: for those who have never seen the code. */
export const wordNames: ChartNames = {
  state: (key) => capitalised(wordsOf(key)),
  event: eventInWords,
  guard: (guard) => guardInWords(guardTree(guard)),
  action: wordsOf,
  actor: wordsOf,
  lines: ({ description, tags, invokes, entry, exit, inner }) => [
    ...(description === '' ? [] : [{ text: description, kind: 'description' } as const]),
    ...invokes.map((actor) => step(`runs: ${actor}`)),
    ...after('when entered:', entry),
    ...after('when left:', exit),
    ...inner.map(told),
    ...(tags.length > 0 ? [{ text: tags.map((tag) => `#${tag}`).join(' '), kind: 'description' } as const] : []),
  ],
}

export const CHART_NAMES = { words: wordNames, code: codeNames } as const
