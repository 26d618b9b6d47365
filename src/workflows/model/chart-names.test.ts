import { describe, expect, test } from 'vitest'
import { and, fromPromise, not, or, setup } from 'xstate'
import type { AnyChartTexts, CallText } from '#machines/definition/chart-texts.ts'
import type { Workflow } from '#machines/definition/workflow.ts'
import { catalog } from '#workflows/catalog.ts'
import { statesIn, stepText, toGraph } from './chart-graph.ts'
import { codeNames, wordNamesOf } from './chart-names.ts'
import { allNodes, delayOf, type GuardTree, guardTree, namesOf, outcomeOf, readChart } from './read-chart.ts'

const machine = setup({
  types: {} as { events: { type: 'request.withdraw' } | { type: 'upload.done' } | { type: 'pdf.open' } },
  guards: { isOwn: () => true, hasNote: () => true, isLate: () => true },
  actions: { keepNote: () => undefined },
  actors: { readRequest: fromPromise(async () => null) },
  delays: { settleTime: 10 },
}).createMachine({
  id: 'ptoRequest',
  initial: 'beingRead',
  states: {
    beingRead: {
      description: 'An administrator reads it.',
      tags: 'busy',
      entry: 'keepNote',
      invoke: { id: 'readRequest', src: 'readRequest', onDone: 'answered', onError: 'answered' },
      on: {
        'request.withdraw': { guard: and(['isOwn', or(['hasNote', not('isLate')])]), target: 'answered' },
        'upload.done': 'answered',
        'pdf.open': { actions: 'keepNote' },
      },
      after: { settleTime: 'answered', 1500: 'answered' },
    },
    answered: { always: { guard: not('isOwn'), target: 'beingRead', actions: 'keepNote' } },
  },
})

const texts = {
  events: { 'request.withdraw': 'Withdraw the request', 'upload.done': 'The file was sent' },
  guards: {
    isOwn: { holds: 'it is your own', fails: 'it is not your own' },
    hasNote: 'there is a note',
    isLate: 'it is late',
  },
  actions: { keepNote: 'keep the note' },
  calls: { readRequest: { does: 'load the request', done: 'The request loaded', error: 'The request did not load' } },
  delays: { settleTime: 'a pause' },
} satisfies AnyChartTexts

const textsOf = (graph: ReturnType<typeof toGraph>) => graph.edges.map(stepText)

describe('a statechart', () => {
  test('in plain language', () => {
    const graph = toGraph(machine, wordNamesOf({ title: 'Time off', machine, texts }))
    expect(statesIn(graph.root).map(({ label }) => label)).toEqual(['Time off', 'Being read', 'Answered'])
    expect(textsOf(graph)).toEqual([
      'Withdraw the request [it is your own and (there is a note or not: it is late)]',
      'The file was sent',
      'The request loaded',
      'The request did not load',
      'After 1.5 s',
      'After a pause (0.01 s)',
      'Immediately [it is not your own] / keep the note',
    ])
    expect(graph.root.children[0]?.lines.map(({ text }) => text)).toEqual([
      'An administrator reads it.',
      'calls: load the request',
      'on entry: keep the note',
      'Open PDF / keep the note',
    ])
    expect(graph.root.children[0]?.tags).toEqual(['in progress'])
  })

  test('names without a text are spelled out', () => {
    const graph = toGraph(machine, wordNamesOf({ texts: {} }))
    expect(statesIn(graph.root).map(({ label }) => label)).toEqual(['PTO request', 'Being read', 'Answered'])
    expect(textsOf(graph)).toEqual([
      'Withdraw request [is own and (has note or not: is late)]',
      'Upload done',
      'Read request succeeds',
      'Read request fails',
      'After 1.5 s',
      'After settle time',
      'Immediately [not: is own] / keep note',
    ])
  })

  test('as in the code', () => {
    const graph = toGraph(machine, codeNames)
    expect(statesIn(graph.root).map(({ label }) => label)).toEqual(['ptoRequest', 'beingRead', 'answered'])
    expect(textsOf(graph)).toEqual([
      'request.withdraw [and(isOwn, or(hasNote, not(isLate)))]',
      'upload.done',
      'readRequest done',
      'readRequest error',
      'after 1500',
      'after settleTime',
      'always [not(isOwn)] / keepNote',
    ])
    expect(graph.root.children[0]?.lines.map(({ text }) => text)).toEqual([
      'calls readRequest',
      'entry / keepNote',
      'pdf.open / keepNote',
    ])
  })
})

/** Every guard by name, with its parameter. */
const namedIn = (tree: GuardTree): { name: string; params: string | undefined; isNegated: boolean }[] =>
  tree.kind === 'named'
    ? [{ name: tree.name, params: tree.params, isNegated: false }]
    : tree.parts.flatMap(namedIn).map((part) => ({ ...part, isNegated: tree.kind === 'not' }))

describe.each(catalog)('$title', ({ machine: each, texts: own }: Workflow) => {
  const { transitions } = readChart(each)
  const nodes = allNodes(each.root)

  test('it and each of its states have a description', () => {
    expect(nodes.filter(({ description }) => !description).map(({ id }) => id)).toEqual([])
  })

  test('every name on it has a text', () => {
    const missing = new Set<string>()
    const need = (text: string | undefined, name: string) => {
      if (text === undefined || text === '') missing.add(name)
    }
    const callOf = (id: string): CallText | undefined => own.callsById?.[id] ?? own.calls?.[id]
    for (const { event, definition } of transitions) {
      const [outcome, delay] = [outcomeOf(event), delayOf(event)]
      if (outcome) {
        const call = callOf(outcome.id)
        need(typeof call === 'object' ? call[outcome.kind] : undefined, `${outcome.id} ${outcome.kind}`)
      } else if (delay !== undefined) need(/^\d+$/.test(delay) ? delay : own.delays?.[delay], delay)
      else if (event !== '' && !event.startsWith('xstate.')) need(own.events?.[event], event)
      for (const { name, params, isNegated } of definition.guard === undefined
        ? []
        : namedIn(guardTree(definition.guard))) {
        const text = own.guards?.[name]
        if (typeof text === 'string' || text === undefined) need(isNegated ? undefined : text, name)
        else if ('given' in text) need(text.given[params ?? ''], `${name} ${params}`)
      }
      for (const action of namesOf(definition.actions)) need(own.actions?.[action], action)
    }
    for (const { entry, exit, invoke } of nodes) {
      for (const action of namesOf([...entry, ...exit])) need(own.actions?.[action], action)
      for (const { id, src } of invoke) {
        const call = own.callsById?.[id] ?? own.calls?.[String(src)]
        need(typeof call === 'object' ? call.does : call, id)
      }
    }
    expect([...missing]).toEqual([])
  })

  test('no text is about a name that it does not have', () => {
    const ids = new Set(nodes.flatMap(({ invoke }) => invoke.map(({ id }) => id)))
    expect(Object.keys(own.callsById ?? {}).filter((id) => !ids.has(id))).toEqual([])
    expect(Object.keys(own.calls ?? {}).filter((src) => !(src in each.implementations.actors))).toEqual([])
  })

  test('its texts are short and in sentence case', () => {
    const flat = (value: unknown): string[] =>
      typeof value === 'string' ? [value] : Object.values(value as object).flatMap(flat)
    const calls = Object.values({ ...own.calls, ...own.callsById }).map((call) =>
      typeof call === 'string' ? { does: call } : call,
    )
    const begins = [...flat(own.events ?? {}), ...calls.flatMap(({ does: _, ...ends }) => flat(ends))]
    const parts = [...flat(own.actions ?? {}), ...flat(own.delays ?? {}), ...calls.map(({ does }) => does)]
    expect(begins.filter((text) => !/^[A-Z]/.test(text))).toEqual([])
    expect(parts.filter((text) => !/^[a-z]/.test(text))).toEqual([])
    expect(
      [...begins, ...parts, ...flat(own.guards ?? {})].filter((text) => text.length > 75 || text.endsWith('.')),
    ).toEqual([])
  })
})
