/** How the parts of a statechart are labeled where it is drawn: by their names in the code, or in plain language. */
import { capitalized } from '#domain/words.ts'
import type { AnyChartTexts, CallText } from '#machines/definition/chart-texts.ts'
import type { Workflow } from '#machines/definition/workflow.ts'
import type { Tag } from '#machines/tags.ts'
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
  /** The outermost box. */
  readonly machine: (id: string) => string
  /** @param key a state's key within its parent */
  readonly state: (key: string) => string
  /** @param type an event's type; '' is `always` */
  readonly event: (type: string) => string
  /** @param guard a transition's guard, as the machine holds it */
  readonly guard: (guard: unknown) => string
  readonly action: (name: string) => string
  /** @param id the id under which it is invoked */
  readonly actor: (name: string, id?: string) => string
  readonly tag: (tag: string) => string
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
  machine: (id) => id,
  state: (key) => key,
  event: eventLabel,
  guard: guardLabel,
  action: (name) => name,
  actor: (name) => name,
  tag: (tag) => `#${tag}`,
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
export const wordsOf = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s.-]+/)
    .map((word) => ABBREVIATIONS.get(word.toLowerCase()) ?? word.toLowerCase())
    .join(' ')

const ENDINGS: Record<OutcomeKind, string> = { done: 'succeeds', error: 'fails', snapshot: 'updates' }

/** Participles follow their noun (`upload.done`); a user's actions come before it (`request.withdraw`). */
const isParticiple = (verb: string): boolean => /(ed|done|gone|lost|left|begun|met)$/i.test(verb)

/** An event without a text of its own: one of another machine, or one that is only emitted. */
const eventInWords = (type: string): string => {
  const [noun = '', verb] = type.split('.')
  if (verb === undefined) return wordsOf(type)
  return isParticiple(verb) ? `${wordsOf(noun)} ${wordsOf(verb)}` : `${wordsOf(verb)} ${wordsOf(noun)}`
}

const seconds = (ms: number): string => `${ms / 1000} s`

type Named = Pick<Workflow, 'texts'> & Partial<Pick<Workflow, 'title' | 'machine'>>

const delayInWords = (delay: string, { texts, machine }: Named): string => {
  if (/^\d+$/.test(delay)) return `After ${seconds(Number(delay))}`
  const length: unknown = machine?.implementations.delays[delay]
  return `After ${texts.delays?.[delay] ?? wordsOf(delay)}${typeof length === 'number' ? ` (${seconds(length)})` : ''}`
}

const callOf = ({ calls, callsById }: AnyChartTexts, id: string): Exclude<CallText, string> | undefined => {
  const text = callsById?.[id] ?? calls?.[id]
  return typeof text === 'string' ? { does: text } : text
}

const guardInWords = (tree: GuardTree, texts: AnyChartTexts, isInner = false): string => {
  if (tree.kind === 'named') {
    const text = texts.guards?.[tree.name]
    const bare = [wordsOf(tree.name), ...(tree.params === undefined ? [] : [tree.params])].join(' ')
    if (text === undefined || typeof text === 'string') return text ?? bare
    return 'given' in text ? (text.given[tree.params ?? ''] ?? bare) : text.holds
  }
  if (tree.kind === 'not') {
    const [part] = tree.parts
    const text = part?.kind === 'named' ? texts.guards?.[part.name] : undefined
    if (typeof text === 'object' && 'fails' in text) return text.fails
    return `not: ${tree.parts.map((each) => guardInWords(each, texts, true)).join('')}`
  }
  const text = tree.parts.map((part) => guardInWords(part, texts, true)).join(` ${tree.kind} `)
  return isInner ? `(${text})` : text
}

const TAGS: ReadonlyMap<string, string> = new Map([
  ['busy', 'in progress'],
  ['editable', 'can be edited'],
  ['failed', 'has failed'],
] satisfies (readonly [Tag, string])[])

/** Plain language plus descriptions, for readers who have never seen the code. */
export const wordNamesOf = (named: Named): ChartNames => {
  const { texts, title } = named
  return {
    machine: (id) => title ?? capitalized(wordsOf(id)),
    state: (key) => texts.states?.[key] ?? capitalized(wordsOf(key)),
    event: (type) => {
      if (type === '') return 'Immediately'
      if (type === '*') return 'Anything else'
      if (type.startsWith('xstate.done.state.')) return 'When finished'
      const outcome = outcomeOf(type)
      if (outcome)
        return (
          callOf(texts, outcome.id)?.[outcome.kind] ?? capitalized(`${wordsOf(outcome.id)} ${ENDINGS[outcome.kind]}`)
        )
      const delay = delayOf(type)
      return delay === undefined
        ? (texts.events?.[type] ?? capitalized(eventInWords(type)))
        : delayInWords(delay, named)
    },
    guard: (guard) => guardInWords(guardTree(guard), texts),
    action: (name) => texts.actions?.[name] ?? wordsOf(name),
    actor: (name, id = name) => (callOf(texts, id) ?? callOf(texts, name))?.does ?? wordsOf(name),
    tag: (tag) => TAGS.get(tag) ?? wordsOf(tag),
    lines: ({ description, invokes, entry, exit, inner }) => [
      ...(description === '' ? [] : [{ text: description, kind: 'description' } as const]),
      ...invokes.map((actor) => step(`calls: ${actor}`)),
      ...after('on entry:', entry),
      ...after('on exit:', exit),
      ...inner.map(stepLine),
    ],
  }
}

/** The labels of a workflow's drawing. */
export const chartNames = (workflow: Named, naming: 'words' | 'code'): ChartNames =>
  naming === 'code' ? codeNames : wordNamesOf(workflow)
