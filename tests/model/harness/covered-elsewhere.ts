/** Machines without a browser run: why they have none, and which tests have a user cause their events instead. */
import { existsSync, readFileSync } from 'node:fs'
import { parseAst } from 'vite'
import type { AnyStateMachine } from 'xstate'
import type { UserEvent } from '#machines/definition/examples.ts'
import { outcomeOf } from '#workflows/model/read-chart.ts'
import type { ModelDescription } from './description.ts'
import type { Model } from './explore.ts'

/** The only reasons for having no browser run. */
type Reason =
  | 'a lifecycle on the server'
  | 'part of another screen'
  | 'several screens use it'
  | 'the Workflows page itself'
  | 'needs the network or browser storage'

/** A test by its exact title, preceded by those of its `describe`s if it isn't unique: `a session > expires`. */
type TestTitle = string | { readonly file: string; readonly test: string }

export interface CoveredElsewhere<TMachine extends AnyStateMachine> {
  readonly because: Reason
  /** The file of the tests that don't name another. */
  readonly file: string
  /**
   * For every event, the test in which a user causes it. A machine without events names the outcomes of its calls instead
   * (`loadItems done`). If the machine is a lifecycle on the server, they are tests over HTTP or of the lifecycle.
   */
  readonly events: { readonly [TType in UserEvent<TMachine>]: TestTitle }
}

/** `Part of another screen: tests/screens/session-form.test.ts` */
export function reasonText<TMachine extends AnyStateMachine>({
  because,
  ...covered
}: CoveredElsewhere<TMachine>): string {
  const files = new Set(testsOf(covered).map(({ file }) => file))
  return `${because.charAt(0).toUpperCase()}${because.slice(1)}: ${[...files].join(', ')}`
}

/** Events without a test, and tests that don't exist or don't run. */
export function coveredElsewhereProblems<TMachine extends AnyStateMachine, TWorld>(
  covered: CoveredElsewhere<TMachine>,
  { cases }: Pick<ModelDescription<TMachine, TWorld>, 'cases'>,
  { chart }: Pick<Model, 'chart'>,
): string[] {
  const types = Object.keys(cases)
  const outcomes = chart.transitions.flatMap(({ event }) => {
    const { id, kind } = outcomeOf(event) ?? {}
    return id === undefined ? [] : [`${id} ${kind}`]
  })
  const wanted = types.length > 0 ? types : [...new Set(outcomes)]
  const tests = testsOf(covered)
  return [
    ...wanted
      .filter((type) => !tests.some(({ event }) => event === type))
      .map((type) => `no test is named for ${type}`),
    ...tests.filter(({ event }) => !wanted.includes(event)).map(({ event }) => `there is no ${event} to test`),
    ...tests.flatMap(({ event, file, test }) => testProblems(file, test).map((problem) => `${event}: ${problem}`)),
  ]
}

/** @returns each event with its test */
function testsOf({ file, events }: Pick<CoveredElsewhere<AnyStateMachine>, 'file' | 'events'>) {
  return Object.entries<TestTitle>(events).map(([event, title]) =>
    typeof title === 'string' ? { event, file, test: title } : { event, ...title },
  )
}

function testProblems(file: string, title: string): string[] {
  if (!/\.test\.tsx?$/.test(file) || !existsSync(file)) return [`there is no test file ${file}`]
  const found = testsIn(readFileSync(file, 'utf8'), file.endsWith('x') ? 'tsx' : 'ts').filter(
    ({ fullTitle }) => fullTitle === title || fullTitle.endsWith(` > ${title}`),
  )
  if (found.length === 0) return [`${file} has no test "${title}"`]
  if (found.length > 1) return [`${file} has ${found.length} tests "${title}"; add the titles of their describes`]
  return found.some(({ isSkipped }) => isSkipped) ? [`the test "${title}" in ${file} may be skipped`] : []
}

interface FoundTest {
  /** With those of its `describe`s, as in the source: `options > %s can be retried`. */
  readonly fullTitle: string
  readonly isSkipped: boolean
}

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** The tests in a file's source. */
export function testsIn(source: string, lang: 'ts' | 'tsx'): FoundTest[] {
  return testsUnder(parseAst(source, { lang }), { titles: [], isSkipped: false })
}

interface Place {
  readonly titles: readonly string[]
  readonly isSkipped: boolean
}

function testsUnder(value: unknown, place: Place): FoundTest[] {
  if (Array.isArray(value)) return value.flatMap((one) => testsUnder(one, place))
  if (!isNode(value)) return []
  const [title, ...rest] = Array.isArray(value.arguments) ? value.arguments : []
  const words = value.type === 'CallExpression' ? calledWords(value.callee) : []
  const text = textOf(title)
  const [kind = ''] = words
  if (!['test', 'it', 'describe'].includes(kind) || text === undefined) {
    const isSkipped = place.isSkipped || value.type === 'IfStatement'
    return Object.values(value).flatMap((child) => testsUnder(child, { ...place, isSkipped }))
  }
  const here = {
    titles: [...place.titles, text],
    isSkipped:
      place.isSkipped || words.some((word) => /^(skip|skipIf|runIf|todo|fails)$/.test(word)) || rest.some(isSkipOption),
  }
  return kind === 'describe'
    ? testsUnder(rest, here)
    : [{ fullTitle: here.titles.join(' > '), isSkipped: here.isSkipped }]
}

/** The words of what is called: `test.skipIf(…)` is `test`, `skipIf`. */
function calledWords(callee: unknown): string[] {
  if (!isNode(callee)) return []
  if (callee.type === 'Identifier') return [String(callee.name)]
  if (callee.type === 'CallExpression') return calledWords(callee.callee)
  if (callee.type === 'TaggedTemplateExpression') return calledWords(callee.tag)
  return callee.type === 'MemberExpression' ? [...calledWords(callee.object), ...calledWords(callee.property)] : []
}

/** The text of a literal. */
function textOf(value: unknown): string | undefined {
  if (!isNode(value)) return undefined
  if (value.type === 'Literal' && typeof value.value === 'string') return value.value
  const [part, ...more] = value.type === 'TemplateLiteral' && Array.isArray(value.quasis) ? value.quasis : []
  const text: unknown = isNode(part) && more.length === 0 ? part.value : undefined
  return typeof text === 'object' && text !== null && 'cooked' in text && typeof text.cooked === 'string'
    ? text.cooked
    : undefined
}

/** `{ skip: … }`, `{ todo: … }` or `{ fails: … }` after the title. */
const isSkipOption = (value: unknown): boolean =>
  isNode(value) &&
  value.type === 'ObjectExpression' &&
  Array.isArray(value.properties) &&
  value.properties.some(
    (property) => isNode(property) && isNode(property.key) && /^(skip|todo|fails)$/.test(String(property.key.name)),
  )
