import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { z } from 'zod'

const EFFECTS = ['useEffect', 'useLayoutEffect']
const FUNCTIONS = ['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration']

const nodeSchema = z.looseObject({ type: z.string() })
type Node = z.infer<typeof nodeSchema>

const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flat()
    .flatMap((value) => nodeSchema.safeParse(value).data ?? [])

const callSchema = z.looseObject({
  type: z.literal('CallExpression'),
  callee: z.looseObject({ name: z.string().optional(), property: z.looseObject({ name: z.string() }).optional() }),
  arguments: z.array(nodeSchema),
  start: z.number(),
})

const eventSchema = z.looseObject({
  type: z.literal('ObjectExpression'),
  properties: z.array(
    z.looseObject({ key: z.looseObject({ name: z.string().optional() }).optional(), value: nodeSchema.optional() }),
  ),
})

/** Whether a call sends an event with more than constants. */
const sendsValue = ({ callee, arguments: [event] }: z.infer<typeof callSchema>): boolean =>
  callee.property?.name === 'send' &&
  (eventSchema.safeParse(event).data?.properties.some(({ value }) => value?.type !== 'Literal') ?? false)

/** The calls that an effect makes itself, not those of listeners that it adds. */
const callsOf = (node: Node): z.infer<typeof callSchema>[] => {
  if (FUNCTIONS.includes(node.type)) return []
  const call = callSchema.safeParse(node).data
  return [...(call ? [call] : []), ...childrenOf(node).flatMap(callsOf)]
}

/** Where effects pass values to actors, as positions in the source. */
const passedIn = (node: Node): number[] => {
  const call = callSchema.safeParse(node).data
  const [effect] = call?.arguments ?? []
  const own =
    effect && EFFECTS.includes(call?.callee.name ?? '') ? childrenOf(effect).flatMap(callsOf).filter(sendsValue) : []
  return [...own.map(({ start }) => start), ...childrenOf(node).flatMap(passedIn)]
}

const passedInSource = (source: string, lang: 'ts' | 'tsx'): string[] =>
  passedIn(nodeSchema.parse(parseAst(source, { lang }))).map((start) =>
    source.slice(start, source.indexOf('\n', start)),
  )

test('an effect that passes a value to an actor is found, and neither a listener nor an event without a value', () => {
  expect(
    passedInSource(
      `
      useEffect(() => details.send({ type: 'details.open', subject }), [details, subject])
      useEffect(() => {
        if (ids) details.send({ type: 'details.open', subject: ids })
      })
      useEffect(() => {
        if (isBack) live.send({ type: 'network.return' })
        if (isAsked) form.send({ type: 'form.open', subject: null })
        return form.on('saved', ({ outcome }) => list.send({ type: 'list.reload', outcome })).unsubscribe
      })
      const open = () => form.send({ type: 'form.open', subject })
    `,
      'ts',
    ),
  ).toEqual([
    `details.send({ type: 'details.open', subject }), [details, subject])`,
    `details.send({ type: 'details.open', subject: ids })`,
  ])
})

/** Hooks of the same kind, and why they don't use it. */
const EXCUSED: Readonly<Record<string, string>> = {
  'screens/use-address.ts': 'reads the address when the effect runs, which may be newer than what was rendered',
  'screens/use-draft.ts': 'compares entries as text, which also tells lists apart',
  'workflows/simulate/simulate-view.tsx': 'ignores the address that it reported itself',
}

test('no effect of the client passes a value to an actor: useTold and useValues do', () => {
  const sources = fileURLToPath(new URL('..', import.meta.url))
  const found = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path) && !(path in EXCUSED))
    .flatMap((path) => {
      const source = readFileSync(join(sources, path), 'utf8')
      if (!/use(Layout)?Effect\(/.test(source)) return []
      return passedInSource(source, path.endsWith('x') ? 'tsx' : 'ts').map((line) => `${path}: ${line}`)
    })
  expect(found.toSorted()).toEqual([])
})
