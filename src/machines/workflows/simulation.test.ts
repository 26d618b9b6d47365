import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { and, assign, createMachine, not, or, setup } from 'xstate'
import { z } from 'zod'
import { catalogue } from '#machines/catalogue.ts'
import { allCases } from '#machines/chart/candidates.ts'
import type { AnyExamples } from '#machines/chart/examples.ts'
import { checkPayload, type EventSchemas } from '#machines/chart/payload-check.ts'
import type { Workflow } from '#machines/chart/workflow.ts'
import { createSimulation, isHeldBack, type Moment, type Simulation } from './simulation.ts'
import type { SimulationStep } from './simulation-path.ts'

const schemasOf = ({ name }: Workflow): EventSchemas => {
  const file = new URL(`../../../generated/workflows/${name.replace('/', '-')}.events.json`, import.meta.url)
  return z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(file, 'utf8')))
}

const labelOf = (step: SimulationStep): string =>
  step.kind === 'example' && step.name !== '' ? `${step.event} (${step.name})` : step.event

/** More than any workflow needs: a case that no state takes would be looked for without end. */
const MOST_MOMENTS = 5000

/** What of these can be sent, looked for breadth first. */
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
    if (met.size > MOST_MOMENTS || labels.every((label) => sent.has(label))) break
  }
  return sent
}

describe.each(catalogue)('$name', (workflow) => {
  test('begins, and takes every one of its examples', async () => {
    const { examples } = await workflow.examples()
    const simulation = createSimulation(workflow.machine, examples, schemasOf(workflow))
    expect(simulation.starts.length).toBeGreaterThan(0)
    const sent = sentOf(allCases(examples), simulation)
    expect(allCases(examples).filter((label) => !sent.has(label))).toEqual([])
  })

  test('has a schema for each event that people send it, which its examples fit', async () => {
    const { examples } = await workflow.examples()
    const schemas = schemasOf(workflow)
    expect(Object.keys(schemas).sort()).toEqual(Object.keys(examples.cases).sort())
    const simulation = createSimulation(workflow.machine, examples, {})
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

/** A door that is opened by who may, unless it is locked; a key that is no text breaks it. */
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
  // Too lenient on purpose: the guard wants a text.
  'key.turn': { type: 'object', properties: { key: {} }, additionalProperties: false },
}
const example = (event: string, name = ''): SimulationStep => ({ kind: 'example', event, name })
const simulation = createSimulation(door, doorExamples, doorSchemas)
const play = (...steps: SimulationStep[]) => simulation.play({ start: '', steps })

describe('a step', () => {
  test('that is held back says which part of the guard does so, and what it looked at', () => {
    const moment = play(example('door.open', 'Ana')).moments[1]
    if (!moment) throw new Error('nothing was played')
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

  test('tells what it took, changed and offers next', () => {
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

  test('with a payload of one’s own is taken when it fits, and told when it does not', () => {
    const own = (payload: Record<string, unknown>): SimulationStep => ({ kind: 'own', event: 'door.open', payload })
    expect(play(example('key.turn', 'once'), own({ by: 'Ana' })).moments.at(-1)?.state).toBe('open')
    expect(play(own({ by: 7 })).stopped).toBe(
      'What was written for door.open does not fit it. by: Instance type "number" is invalid. Expected "string".',
    )
    expect(simulation.check('door.open', '{"by":"Ana","key":1}').problems).toEqual(['key: This is not known here.'])
    expect(simulation.check('door.open', '{"by":').problems).toEqual([expect.stringMatching(/^This is no JSON: /)])
    expect(simulation.check('door.paint', '{}').problems).toEqual(['Nobody sends an event door.paint.'])
  })

  test('whose guard throws is told as what happened, and ends the path', () => {
    const broken: SimulationStep = { kind: 'own', event: 'key.turn', payload: { key: 7 } }
    const { moments, stopped } = play(broken, example('key.turn', 'once'))
    expect(moments).toHaveLength(2)
    expect(moments[1]?.problem).toContain('trim is not a function')
    expect(moments[1]?.branches[0]?.reason).toMatchObject({
      holds: undefined,
      problem: expect.stringContaining('trim'),
    })
    expect(stopped).toContain('The workflow has stopped')
    expect(moments[1] && simulation.offers(moments[1])).toEqual([])
  })

  test('that the machine no longer knows ends the path where it stands', () => {
    const { moments, stopped } = play(example('key.turn', 'once'), example('door.open', 'Dora'))
    expect(moments).toHaveLength(2)
    expect(stopped).toBe('Nothing called door.open (Dora) can happen in closed.')
  })

  test('ends a call once, in the ways that its examples give', () => {
    const calling = setup({ actors: { call: createMachine({}) } }).createMachine({
      initial: 'on',
      states: { on: { invoke: { src: 'call', id: 'call', onDone: {} } } },
    })
    const stepped = createSimulation(calling, { cases: {}, outcomes: { call: { done: { heard: 'yes' } } } }, {})
    const { moments } = stepped.play({ start: '', steps: [example('call done', 'heard')] })
    expect(moments.map((moment) => stepped.running(moment))).toEqual([['call'], []])
    expect(moments.map((moment) => stepped.offers(moment).map(({ type, kind }) => [type, kind]))).toEqual([
      [['xstate.done.actor.call', 'call']],
      [],
    ])
  })
})
