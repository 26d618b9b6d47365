/** How the parts of a statechart are labeled where it is drawn: by their names in the code, or in plain words. */
import { capitalized } from '#domain/words.ts'
import {
  delayOf,
  eventLabel,
  type GuardTree,
  guardLabel,
  guardTree,
  type OutcomeKind,
  outcomeOf,
} from './read-chart.ts'

/** The parts of a state that its box shows, already labeled. */
interface StateFacts {
  readonly description: string
  readonly tags: readonly string[]
  readonly entry: readonly string[]
  readonly exit: readonly string[]
  readonly invokes: readonly string[]
  readonly inner: readonly { readonly id: string; readonly text: string }[]
}

/** A line of text in a state's box, below its name. */
export interface ChartLine {
  readonly text: string
  /** The state's description, or something it does. */
  readonly kind: 'description' | 'step'
  /** The transition it describes. */
  readonly id?: string
}

export interface ChartNames {
  /** @param key a state's key within its parent */
  readonly state: (key: string) => string
  /** @param type an event's type; '' is `always` */
  readonly event: (type: string) => string
  /** @param guard a transition's guard, as the machine holds it */
  readonly guard: (guard: unknown) => string
  readonly action: (name: string) => string
  readonly actor: (name: string) => string
  /** The lines below a state's name. */
  readonly lines: (facts: StateFacts) => readonly ChartLine[]
}

const step = (text: string): ChartLine => ({ text, kind: 'step' })
const stepLine = ({ id, text }: { readonly id: string; readonly text: string }): ChartLine => ({
  text,
  kind: 'step',
  id,
})
const after = (word: string, names: readonly string[]): ChartLine[] =>
  names.length > 0 ? [step(`${word} ${names.join(', ')}`)] : []

/** Names as in the code, for developers who will search for them. */
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
    ...inner.map(stepLine),
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

const ENDINGS: Record<OutcomeKind, string> = { done: 'succeeds', error: 'fails', snapshot: 'updates' }

/** Participles follow their noun (`upload.done`); a user's actions come before it (`request.withdraw`). */
const isParticiple = (verb: string): boolean => /(ed|done|gone|lost|left|begun|met)$/i.test(verb)

const eventInWords = (type: string): string => {
  if (type === '') return 'immediately'
  if (type === '*') return 'anything else'
  if (type.startsWith('xstate.done.state.')) return 'when finished'
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

/** Plain words plus descriptions, for readers who have never seen the code. */
export const wordNames: ChartNames = {
  state: (key) => capitalized(wordsOf(key)),
  event: eventInWords,
  guard: (guard) => guardInWords(guardTree(guard)),
  action: wordsOf,
  actor: wordsOf,
  lines: ({ description, tags, invokes, entry, exit, inner }) => [
    ...(description === '' ? [] : [{ text: description, kind: 'description' } as const]),
    ...invokes.map((actor) => step(`runs: ${actor}`)),
    ...after('on entry:', entry),
    ...after('on exit:', exit),
    ...inner.map(stepLine),
    ...(tags.length > 0 ? [{ text: tags.map((tag) => `#${tag}`).join(' '), kind: 'description' } as const] : []),
  ],
}

export const CHART_NAMES = { words: wordNames, code: codeNames } as const
