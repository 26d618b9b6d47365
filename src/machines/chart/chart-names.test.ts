import { describe, expect, test } from 'vitest'
import { and, fromPromise, not, or, setup } from 'xstate'
import { catalog } from '../catalog.ts'
import { statesIn, stepText, toGraph } from './chart-graph.ts'
import { codeNames, wordNames } from './chart-names.ts'

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

const textsOf = (graph: ReturnType<typeof toGraph>) => graph.edges.map(stepText)

describe('a statechart', () => {
  test('in words', () => {
    const graph = toGraph(machine, wordNames)
    expect(statesIn(graph.root).map(({ label }) => label)).toEqual(['PTO request', 'Being read', 'Answered'])
    expect(textsOf(graph)).toEqual([
      'withdraw request [is own and (has note or not: is late)]',
      'upload done',
      'read request succeeds',
      'read request fails',
      'after 1.5 s',
      'after settle time',
      'immediately [not: is own] / keep note',
    ])
    expect(graph.root.children[0]?.lines.map(({ text }) => text)).toEqual([
      'An administrator reads it.',
      'runs: read request',
      'on entry: keep note',
      'open PDF / keep note',
      '#busy',
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

test.each(catalog)('$title and each of its states have a description', ({ machine: each }) => {
  const { root } = toGraph(each, wordNames)
  expect(
    statesIn(root)
      .filter(({ description }) => description === '')
      .map(({ id }) => id),
  ).toEqual([])
})
