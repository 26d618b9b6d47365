import { beforeEach, expect, test } from 'vitest'
import { assign, createActor, emit, fromPromise, setup, waitFor } from 'xstate'
import { ApiError } from '#contract/failures.ts'
import { codeNames } from '#workflows/model/chart-names.ts'
import { sequenceOf, toMermaidSequence } from '#workflows/steps/sequence-diagram.ts'
import { createRecorder, MAX_STEPS, type Recorder } from './recorder.ts'
import { detailsOf, tellOf, toldMachine, toldStep } from './report.ts'
import type { WatchReport } from './watched.ts'

const childMachine = setup({ types: { events: {} as { type: 'child.end' } } }).createMachine({
  id: 'child',
  initial: 'open',
  states: { open: { on: { 'child.end': 'closed' } }, closed: { type: 'final' } },
})

type Asked = { type: 'row.read'; name: string } | { type: 'row.leave' } | { type: 'row.unheard' }

const rowMachine = setup({
  types: {
    context: {} as { name: string; failure?: unknown },
    events: {} as Asked,
    emitted: {} as { type: 'row.shown'; name: string },
  },
  actors: {
    readRow: fromPromise<string, { name: string }>(async ({ input: { name } }) => {
      if (name === 'nobody') throw new ApiError(404, 'No such row')
      if (name === 'never') return new Promise(() => {})
      return name
    }),
    child: childMachine,
  },
  guards: { isEmpty: ({ context }) => context.name === '' },
  actions: {
    take: assign({ name: ({ event }) => (event.type === 'row.read' ? event.name : '') }),
    tell: emit(({ context: { name } }) => ({ type: 'row.shown' as const, name })),
  },
}).createMachine({
  id: 'row',
  context: { name: '' },
  initial: 'deciding',
  on: { 'row.leave': '.empty' },
  states: {
    deciding: { always: { guard: 'isEmpty', target: 'empty' } },
    empty: { on: { 'row.read': { target: 'reading', actions: 'take' } } },
    reading: {
      invoke: {
        id: 'readRow',
        src: 'readRow',
        input: ({ context: { name } }) => ({ name }),
        onDone: { target: 'shown', actions: 'tell' },
        onError: 'empty',
      },
    },
    shown: { invoke: { id: 'child', src: 'child', onDone: 'empty' } },
  },
})

let recorder: Recorder
let clock: number
beforeEach(() => {
  clock = 0
  recorder = createRecorder({ now: () => ++clock, page: () => '/rows', except: ['hidden'] })
})

const start = () => createActor(rowMachine, { inspect: recorder.inspect }).start()
/** Session ids keep counting across tests, so they are replaced by names. */
const recorded = () => {
  const names = new Map(recorder.machines().map(({ id, machine, count }) => [id, `${machine.id} ${count}`]))
  return recorder
    .steps()
    .map(toldStep)
    .map((step) => ({ ...step, machine: names.get(step.machine), number: undefined }))
}

test('records each event with its states, transitions, calls and emitted events', async () => {
  recorder.follow(1)
  const actor = start()
  actor.send({ type: 'row.unheard' })
  actor.send({ type: 'row.read', name: 'Maria' })
  await waitFor(actor, (snapshot) => snapshot.matches('shown'))
  const child = actor.getSnapshot().children.child
  child?.send({ type: 'child.end' })
  const childId = child?.sessionId
  const common = { at: expect.any(Number), calls: [], emitted: [] }
  expect(recorded()).toEqual([
    {
      ...common,
      machine: 'row 1',
      event: 'xstate.init',
      from: [],
      to: ['empty'],
      states: ['row', 'row.empty'],
      transitions: ['deciding: always [isEmpty] → empty'],
    },
    {
      ...common,
      machine: 'row 1',
      event: 'row.unheard',
      from: ['empty'],
      to: ['empty'],
      states: ['row', 'row.empty'],
      transitions: [],
    },
    {
      ...common,
      machine: 'row 1',
      event: 'row.read',
      from: ['empty'],
      to: ['reading'],
      states: ['row', 'row.reading'],
      transitions: ['empty: row.read → reading'],
      calls: [{ name: 'readRow', what: 'started' }],
    },
    {
      ...common,
      machine: 'row 1',
      event: 'xstate.done.actor.readRow',
      sender: { call: 'readRow' },
      from: ['reading'],
      to: ['shown'],
      states: ['row', 'row.shown'],
      transitions: ['reading: readRow done → shown'],
      calls: [
        { name: 'readRow', what: 'done' },
        { name: 'child', machine: childId, what: 'started' },
      ],
      emitted: ['row.shown'],
    },
    {
      ...common,
      machine: 'child 1',
      event: 'xstate.init',
      from: [],
      to: ['open'],
      states: ['child', 'child.open'],
      transitions: [],
    },
    {
      ...common,
      machine: 'child 1',
      event: 'child.end',
      from: ['open'],
      to: ['closed'],
      states: ['child', 'child.closed'],
      transitions: ['open: child.end → closed'],
    },
    {
      ...common,
      machine: 'row 1',
      event: 'xstate.done.actor.child',
      sender: { machine: childId },
      from: ['shown'],
      to: ['empty'],
      states: ['row', 'row.empty'],
      transitions: ['shown: child done → empty'],
      calls: [{ name: 'child', machine: childId, what: 'done' }],
    },
  ])
  expect(recorder.machines().map(toldMachine)).toEqual([
    {
      id: actor.sessionId,
      machine: 'row',
      count: 1,
      page: '/rows',
      hasEnded: false,
      states: ['row', 'row.empty'],
    },
    {
      id: childId,
      machine: 'child',
      parent: actor.sessionId,
      count: 1,
      page: '/rows',
      hasEnded: true,
      states: ['child', 'child.closed'],
    },
  ])
  expect(JSON.stringify([recorded(), recorder.steps().map(({ number }) => detailsOf(recorder, number))])).not.toContain(
    'Maria',
  )
})

test('records failed and aborted calls', async () => {
  recorder.follow(1)
  const actor = start()
  actor.send({ type: 'row.read', name: 'nobody' })
  await waitFor(actor, (snapshot) => snapshot.matches('empty'))
  actor.send({ type: 'row.read', name: 'never' })
  actor.send({ type: 'row.leave' })
  expect(recorded().map(({ event, calls }) => [event, ...calls.map(({ name, what }) => `${name} ${what}`)])).toEqual([
    ['xstate.init'],
    ['row.read', 'readRow started'],
    ['xstate.error.actor.readRow', 'readRow failed'],
    ['row.read', 'readRow started'],
    ['row.leave', 'readRow stopped'],
  ])
})

test('machines of one kind are numbered, and an ended one stays as long as its steps', () => {
  recorder.follow(1)
  const [first, second] = [start(), start()]
  first.stop()
  expect(recorder.machines().map((machine) => [machine.id, machine.count, machine.hasEnded])).toEqual([
    [first.sessionId, 1, true],
    [second.sessionId, 2, false],
  ])
  recorder.clear()
  expect(recorder.machines().map(({ id }) => id)).toEqual([second.sessionId])
  expect(recorder.steps()).toEqual([])
  expect(recorder.machines().map(toldMachine)[0]?.states).toEqual(['row', 'row.empty'])
})

test('nothing is recorded without a signed-in administrator, and everything is cleared after sign-out', () => {
  const actor = start()
  actor.send({ type: 'row.read', name: 'Maria' })
  expect(recorder.steps()).toEqual([])
  recorder.follow(1)
  // Machines already running are known with their current state.
  expect(recorder.machines().map(toldMachine)[0]?.states).toEqual(['row', 'row.reading'])
  actor.send({ type: 'row.leave' })
  expect(recorded().map(({ event, from, to }) => [event, from, to])).toEqual([['row.leave', ['reading'], ['empty']]])
  recorder.follow(undefined)
  expect(recorder.steps()).toEqual([])
  expect(recorder.machines()[0]?.active).toBeUndefined()
  actor.send({ type: 'row.leave' })
  expect(recorder.steps()).toEqual([])
})

test('the step in which an administrator signs in is not recorded, as it began before', () => {
  const actor = start()
  const { unsubscribe } = actor.subscribe(() => recorder.follow(1))
  actor.send({ type: 'row.read', name: 'never' })
  unsubscribe()
  actor.send({ type: 'row.leave' })
  expect(recorded().map(({ event, from }) => [event, from])).toEqual([['row.leave', ['reading']]])
})

test('a machine that was already running is added with its current state', () => {
  const actor = createActor(rowMachine).start()
  recorder.attach(actor)
  recorder.follow(1)
  expect(recorder.machines().map(toldMachine)).toMatchObject([{ machine: 'row', states: ['row', 'row.empty'] }])
  actor.send({ type: 'row.read', name: 'never' })
  expect(recorded().map(({ event, from, to }) => [event, from, to])).toEqual([['row.read', ['empty'], ['reading']]])
})

test('the oldest steps are dropped, along with their ended machines', () => {
  recorder.follow(1)
  const ended = start()
  ended.stop()
  const actor = start()
  for (let times = 0; times < MAX_STEPS + 10; times += 1) actor.send({ type: 'row.leave' })
  expect(recorder.steps()).toHaveLength(MAX_STEPS)
  expect(recorder.machines().map(({ id }) => id)).toEqual([actor.sessionId])
  expect(recorder.steps().map(({ number }) => number)).toEqual(
    recorder
      .steps()
      .map(({ number }) => number)
      .sort((one, other) => one - other),
  )
})

test('an ignored machine is ignored with all machines that it starts', () => {
  recorder.follow(1)
  const parent = setup({ actors: { child: childMachine } }).createMachine({
    id: 'hidden',
    invoke: { id: 'child', src: 'child' },
  })
  createActor(parent, { inspect: recorder.inspect }).start()
  expect(recorder.machines()).toEqual([])
  expect(recorder.steps()).toEqual([])
})

test('a crashed machine is listed as ended', () => {
  recorder.follow(1)
  const broken = setup({
    actions: {
      breakDown: assign(() => {
        throw new Error('broken')
      }),
    },
  }).createMachine({
    id: 'broken',
    on: { 'glass.drop': { actions: 'breakDown' } },
  })
  const actor = createActor(broken, { inspect: recorder.inspect })
  actor.subscribe({ error: () => {} })
  actor.start()
  actor.send({ type: 'glass.drop' })
  expect(recorder.machines().map(({ hasEnded }) => hasEnded)).toEqual([true])
})

test('passwords are not recorded', () => {
  recorder.follow(1)
  const form = setup({ types: { events: {} as { type: 'form.submit'; form: { password: string } } } }).createMachine({
    id: 'form',
    context: { form: null as unknown },
    on: { 'form.submit': { actions: assign({ form: ({ event }) => event.form }) } },
  })
  const actor = createActor(form, { inspect: recorder.inspect }).start()
  actor.send({ type: 'form.submit', form: { password: 'correct horse' } })
  const step = recorder.steps().at(-1)
  expect(JSON.stringify([step?.event, step?.before?.context, step?.after.context])).not.toContain('horse')
})

test('a watcher gets everything so far, then updates, then the reset', async () => {
  recorder.follow(1)
  const actor = start()
  const reports: WatchReport[] = []
  const stop = tellOf(recorder, (report) => reports.push(report))
  expect(reports).toMatchObject([{ isAll: true, machines: [{ machine: 'row' }], steps: [{ event: 'xstate.init' }] }])
  actor.send({ type: 'row.leave' })
  actor.send({ type: 'row.unheard' })
  await expect.poll(() => reports.length).toBe(2)
  expect(reports[1]).toMatchObject({ isAll: false, steps: [{ event: 'row.leave' }, { event: 'row.unheard' }] })
  recorder.clear()
  await expect.poll(() => reports.length).toBe(3)
  expect(reports[2]).toMatchObject({ isAll: true, steps: [], machines: [{ states: ['row', 'row.empty'] }] })
  stop()
})

test('is a sequence diagram', async () => {
  recorder.follow(1)
  const actor = start()
  actor.send({ type: 'row.read', name: 'Maria' })
  await waitFor(actor, (snapshot) => snapshot.matches('shown'))
  actor.getSnapshot().children.child?.send({ type: 'child.end' })
  actor.send({ type: 'row.read', name: 'never' })
  actor.send({ type: 'row.leave' })
  const titles = new Map(recorder.machines().map(({ id, machine }) => [id, machine.id === 'row' ? 'Row: a' : 'Child']))
  const idOf = (machine: string) =>
    recorder
      .machines()
      .find((each) => each.machine.id === machine)
      ?.id.replace(':', '') ?? ''
  expect(
    toMermaidSequence(sequenceOf(recorder.steps().map(toldStep), { titles, of: () => codeNames }))
      .replaceAll(idOf('row'), 'ROW')
      .replaceAll(idOf('child'), 'CHILD'),
  ).toBe(
    `sequenceDiagram
  participant page as Page
  participant ROW as Row a
  participant ROWreadRow as readRow
  participant CHILD as Child
  Note over ROW: Starts
  Note over ROW: empty
  page->>ROW: row.read
  Note over ROW: empty → reading
  ROW->>ROWreadRow: starts
  ROWreadRow-->>ROW: succeeds
  Note over ROW: reading → shown
  ROW->>CHILD: starts child
  ROW->>page: row.shown
  Note over CHILD: Starts
  Note over CHILD: open
  page->>CHILD: child.end
  Note over CHILD: open → closed
  CHILD->>ROW: child done
  Note over ROW: shown → empty
  page->>ROW: row.read
  Note over ROW: empty → reading
  ROW->>ROWreadRow: starts
  page->>ROW: row.leave
  Note over ROW: reading → empty
  ROW-xROWreadRow: canceled
`,
  )
})
