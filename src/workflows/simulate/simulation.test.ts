import { describe, expect, test } from 'vitest'
import { and, assign, createMachine, not, or, setup } from 'xstate'
import type { AnyExamples } from '#machines/definition/examples.ts'
import { readEventSchemas } from '#tests/support/event-schemas.ts'
import { catalog } from '#workflows/catalog.ts'
import { allCases } from '#workflows/model/candidates.ts'
import { wordNamesOf } from '#workflows/model/chart-names.ts'
import { checkPayload } from './payload-check.ts'
import { createSimulation, isHeldBack, type Moment, type Simulation } from './simulation.ts'
import type { SimulationStep } from './simulation-path.ts'

const schemasOf = readEventSchemas()

const labelOf = (step: SimulationStep): string =>
  step.kind === 'example' && step.name !== '' ? `${step.event} (${step.name})` : step.event

/** More than any workflow needs; without a limit, a case that no state takes would be searched for forever. */
const MAX_MOMENTS = 5000

/** Which of these can be sent, found by breadth-first search. */
const sentOf = (labels: readonly string[], simulation: Simulation): Set<string> => {
  const sent = new Set<string>()
  const met = new Set<string>()
  const queue: Moment[] = simulation.starts.map((start) => simulation.play({ start, steps: [] }).moments[0])
  for (const moment of queue) {
    const key = JSON.stringify([moment.state, simulation.running(moment), moment.snapshot.context])
    if (met.has(key)) continue
    met.add(key)
    for (const { cases } of simulation.offers(moment))
      for (const { step, moment: next } of cases) {
        expect(next.problem, labelOf(step)).toBeUndefined()
        sent.add(labelOf(step))
        queue.push(next)
      }
    if (met.size > MAX_MOMENTS || labels.every((label) => sent.has(label))) break
  }
  return sent
}

describe.each(catalog)('$name', (workflow) => {
  test('starts, and takes all of its examples', async () => {
    const { examples } = await workflow.examples()
    const simulation = createSimulation(workflow.machine, examples, schemasOf(workflow.name), wordNamesOf(workflow))
    expect(simulation.starts.length).toBeGreaterThan(0)
    const sent = sentOf(allCases(examples), simulation)
    expect(allCases(examples).filter((label) => !sent.has(label))).toEqual([])
  })

  test('has a schema for each user event, and its examples match it', async () => {
    const { examples } = await workflow.examples()
    const schemas = schemasOf(workflow.name)
    expect(Object.keys(schemas).sort()).toEqual(Object.keys(examples.cases).sort())
    const simulation = createSimulation(workflow.machine, examples, {}, wordNamesOf(workflow))
    const [start = ''] = simulation.starts
    const { snapshot } = simulation.play({ start, steps: [] }).moments[0]
    const misfits = Object.entries(examples.cases).flatMap(([type, cases]) =>
      typeof cases === 'string'
        ? []
        : Object.entries(cases).flatMap(([name, given]) => {
            const payload: unknown = typeof given === 'function' ? given(snapshot) : given
            return checkPayload(schemas, type, payload).problems.map((problem) => `${type} (${name}): ${problem}`)
          }),
    )
    expect(misfits).toEqual([])
  })
})

/** A door for its owner and key holders, unless it is locked; a key that isn't text breaks it. */
const door = setup({
  types: {
    context: {} as { isLocked: boolean; owner: { name: string }; keys: readonly string[] },
    events: {} as { type: 'door.open'; by: string } | { type: 'key.turn'; key: string } | { type: 'door.knock' },
  },
  guards: {
    isLocked: ({ context }) => context.isLocked,
    isOwner: ({ context, event }) => event.type === 'door.open' && event.by === context.owner.name,
    hasKey: ({ context, event }) => event.type === 'door.open' && context.keys.includes(event.by),
    isText: ({ event }) => event.type === 'key.turn' && event.key.trim() !== '',
    mayEnter: and([not('isLocked'), or(['isOwner', 'hasKey'])]),
  },
  actions: { turn: assign({ isLocked: ({ context }) => !context.isLocked }) },
}).createMachine({
  id: 'door',
  context: { isLocked: true, owner: { name: 'Ana' }, keys: ['Ben'] },
  initial: 'closed',
  states: {
    closed: {
      on: {
        'door.open': { guard: 'mayEnter', target: 'open' },
        'key.turn': { guard: 'isText', actions: 'turn' },
      },
    },
    open: { on: { 'door.knock': {} } },
  },
})
const doorExamples: AnyExamples = {
  cases: {
    'door.open': { Ana: { by: 'Ana' }, Ben: { by: 'Ben' }, Cy: { by: 'Cy' } },
    'key.turn': { once: { key: 'brass' } },
    'door.knock': 'bare',
  },
}
const text = { type: 'string' }
const doorSchemas = {
  'door.open': { type: 'object', properties: { by: text }, required: ['by'], additionalProperties: false },
  // Deliberately too lenient: the guard expects text.
  'key.turn': { type: 'object', properties: { key: {} }, additionalProperties: false },
}
const example = (event: string, name = ''): SimulationStep => ({ kind: 'example', event, name })
const simulation = createSimulation(door, doorExamples, doorSchemas, wordNamesOf({ texts: {} }))
const play = (...steps: SimulationStep[]) => simulation.play({ start: '', steps })

describe('a step', () => {
  test('that is refused shows which part of the guard failed, and what it read', () => {
    const moment = play(example('door.open', 'Ana')).moments[1]
    if (!moment) throw new Error('no moment was played')
    expect(isHeldBack(moment)).toBe(true)
    expect(moment.branches).toHaveLength(1)
    const reason = moment.branches[0]?.reason
    expect(reason).toMatchObject({ guard: 'mayEnter', kind: 'and', holds: false })
    expect(reason?.parts).toMatchObject([
      {
        kind: 'not',
        holds: false,
        parts: [{ guard: 'isLocked', holds: true, reads: [{ path: 'context.isLocked', value: true }] }],
      },
      {
        kind: 'or',
        holds: true,
        parts: [
          {
            guard: 'isOwner',
            holds: true,
            reads: [
              { path: 'context.owner.name', value: 'Ana' },
              { path: 'event.type', value: 'door.open' },
              { path: 'event.by', value: 'Ana' },
            ],
          },
          { guard: 'hasKey', holds: false },
        ],
      },
    ])
  })

  test('shows its transitions, changes and next offers', () => {
    const { moments, stopped } = play(example('key.turn', 'once'), example('door.open', 'Ben'))
    expect(stopped).toBeUndefined()
    expect(moments.map(({ state, taken, sets }) => ({ state, taken, sets }))).toEqual([
      { state: 'closed', taken: [], sets: [] },
      { state: 'closed', taken: ['closed: key.turn [isText] → ·'], sets: ['isLocked'] },
      { state: 'open', taken: ['closed: door.open [mayEnter] → open'], sets: [] },
    ])
    const last = moments.at(-1)
    expect(last && simulation.offers(last).map(({ type }) => type)).toEqual(['door.knock'])
  })

  test('with a custom payload is taken if valid, and reported if not', () => {
    const own = (payload: Record<string, unknown>): SimulationStep => ({ kind: 'own', event: 'door.open', payload })
    expect(play(example('key.turn', 'once'), own({ by: 'Ana' })).moments.at(-1)?.state).toBe('open')
    expect(play(own({ by: 7 })).stopped).toBe('The payload of “Open door” is not valid. by: This value must be text.')
    expect(simulation.check('door.open', '{"by":"Ana","key":1}').problems).toEqual(['key: Unknown property.'])
    expect(simulation.check('door.open', '{"by":').problems).toEqual(['This is not valid JSON.'])
    expect(simulation.check('door.paint', '{}').problems).toEqual(['The event door.paint is never sent.'])
  })

  test('whose guard throws reports the error, and ends the path', () => {
    const broken: SimulationStep = { kind: 'own', event: 'key.turn', payload: { key: 7 } }
    const { moments, stopped } = play(broken, example('key.turn', 'once'))
    expect(moments).toHaveLength(2)
    expect(moments[1]?.problem).toContain('trim is not a function')
    expect(moments[1]?.branches[0]?.reason).toMatchObject({
      holds: undefined,
      problem: expect.stringContaining('trim'),
    })
    expect(stopped).toContain('The workflow stopped with an error')
    expect(moments[1] && simulation.offers(moments[1])).toEqual([])
  })

  test('that the machine no longer has ends the path there', () => {
    const { moments, stopped } = play(example('key.turn', 'once'), example('door.open', 'Dora'))
    expect(moments).toHaveLength(2)
    expect(stopped).toBe("“Open door: Dora” can't happen in Closed.")
  })

  test('ends a call once, with the outcomes in its examples', () => {
    const calling = setup({ actors: { call: createMachine({}) } }).createMachine({
      initial: 'on',
      states: { on: { invoke: { src: 'call', id: 'call', onDone: {} } } },
    })
    const stepped = createSimulation(
      calling,
      { cases: {}, outcomes: { call: { done: { heard: 'yes' } } } },
      {},
      wordNamesOf({ texts: {} }),
    )
    const { moments } = stepped.play({ start: '', steps: [example('call done', 'heard')] })
    expect(moments.map((moment) => stepped.running(moment))).toEqual([['call'], []])
    expect(moments.map((moment) => stepped.offers(moment).map(({ type, kind }) => [type, kind]))).toEqual([
      [['xstate.done.actor.call', 'call']],
      [],
    ])
  })
})
