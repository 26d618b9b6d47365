import { expect, test } from 'vitest'
import { assign, createActor, createMachine, fromPromise, not, setup } from 'xstate'
import { commonFailures } from '#machines/common/common-failures.ts'
import { stateLabel } from '#workflows/model/step.ts'
import { settle, withStubs } from '#workflows/model/stub.ts'
import { behavior } from './behavior.ts'
import { descriptionProblems } from './check.ts'
import { coverageTable } from './coverage.ts'
import type { BrowserRun, ModelDescription } from './description.ts'
import { type Edge, explore } from './explore.ts'
import { walks } from './paths.ts'
import { readablePath } from './play.ts'
import { projectionProblems } from './projection.ts'
import { browserRun, machineRun, type Run } from './run.ts'
import { brokenStates, holdsOf } from './sight.ts'

interface Note {
  text: string
  error: string
}
type NoteEvent =
  | { type: 'note.type'; text: string }
  | { type: 'note.submit' }
  | { type: 'network.drop' }
  | { type: 'network.return' }

/** Mutations of the machine in the tests that check whether the harness notices. */
interface Change {
  isEmpty?: () => boolean
  goesTo?: 'saved' | 'editing'
  dropsError?: boolean
}

/** A note that is typed, saved by a call that may fail, and editable again after five seconds; in parallel, the network. */
function noteMachine({ isEmpty, goesTo = 'saved', dropsError = false }: Change = {}) {
  return setup({
    types: { context: {} as Note, events: {} as NoteEvent, tags: {} as 'busy' | 'editable' | 'failed' },
    actors: {
      saveNote: fromPromise<{ id: number }, { text: string }>(() => {
        throw new Error('not provided')
      }),
    },
    guards: {
      isEmpty: isEmpty ?? (({ context }) => context.text === ''),
      isConflict: ({ event }) => 'error' in event && event.error === 409,
    },
    actions: {
      setText: assign({ text: ({ event, context }) => (event.type === 'note.type' ? event.text : context.text) }),
      askForText: assign({ error: () => (dropsError ? '' : 'Please enter a note.') }),
      clearError: assign({ error: '' }),
    },
    delays: { SHOWN: 5000 },
  }).createMachine({
    context: { text: '', error: '' },
    type: 'parallel',
    states: {
      note: {
        initial: 'editing',
        states: {
          editing: {
            tags: 'editable',
            on: {
              'note.type': { actions: ['setText', 'clearError'] },
              'note.submit': [{ guard: 'isEmpty', actions: 'askForText' }, { target: 'saving' }],
            },
          },
          saving: {
            tags: 'busy',
            invoke: {
              id: 'saveNote',
              src: 'saveNote',
              input: ({ context }) => ({ text: context.text }),
              onDone: goesTo,
              onError: [{ guard: 'isConflict', target: 'editing' }, { target: 'failed' }],
            },
          },
          saved: { after: { SHOWN: 'editing' } },
          failed: { tags: 'failed', on: { 'note.submit': 'saving' } },
        },
      },
      network: {
        initial: 'online',
        states: {
          online: { on: { 'network.drop': 'offline' } },
          offline: { on: { 'network.return': { guard: not('isEmpty'), target: 'online' } } },
        },
      },
    },
  })
}

type NoteMachine = ReturnType<typeof noteMachine>
type NoteDescription = ModelDescription<NoteMachine, NoteWorld>

function describeNote(machine: NoteMachine, more: Partial<NoteDescription> = {}): NoteDescription {
  return {
    name: 'harness/note',
    machine,
    cases: {
      'note.type': { 'a word': { text: 'late' }, nothing: { text: '' } },
      'note.submit': 'bare',
      'network.drop': 'bare',
      'network.return': 'bare',
    },
    outcomes: { saveNote: { done: { saved: { id: 7 } }, error: { 'changed by another': 409, 'server error': 500 } } },
    project: ({ text, error }) => ({ isEmpty: text === '', error }),
    untried: { 'saveNote error: *': 'Two failures are enough here.' },
    ...more,
  }
}

async function playAll(run: Run): Promise<void> {
  for (const path of run.paths) await run.play(path)
}

const idsOf = (run: Run, kind: string) =>
  run
    .report()
    .items.filter((item) => item.kind === kind)
    .map(({ id }) => id)

test('covers every state, transition and refusal of parallel states, delays, failing calls and guards', async () => {
  const description = describeNote(noteMachine())
  expect(descriptionProblems(description, explore(description))).toEqual([])
  const run = machineRun(description)
  await playAll(run)
  expect(run.problems()).toEqual([])
  expect(idsOf(run, 'states')).toEqual([
    'note.editing',
    'note.saving',
    'note.saved',
    'note.failed',
    'network.online',
    'network.offline',
  ])
  expect(idsOf(run, 'transitions')).toEqual([
    'note.editing: note.type → ·',
    'note.editing: note.submit [isEmpty] → ·',
    'note.editing: note.submit → note.saving',
    'note.saving: saveNote done → note.saved',
    'note.saving: saveNote error [isConflict] → note.editing',
    'note.saving: saveNote error → note.failed',
    'note.saved: after SHOWN → note.editing',
    'note.failed: note.submit → note.saving',
    'network.online: network.drop → network.offline',
    'network.offline: network.return [not(isEmpty)] → network.online',
  ])
  expect(idsOf(run, 'refusals')).toEqual(['network.offline: network.return refused'])
})

test('prints a row per machine with covered and total counts', async () => {
  const run = machineRun(describeNote(noteMachine()))
  await playAll(run)
  const report = { ...run.report(), milliseconds: 1240 }
  const note = {
    name: 'harness/note',
    title: 'Note',
    area: 'Lists and forms',
    machine: noteMachine(),
    texts: {},
    examples: async () => ({ examples: { cases: {} } }),
  } as const
  const other = { ...note, name: 'harness/other', title: 'Seen by a user' } as const
  const browser = { ...report, paths: 2, milliseconds: 61_000 }
  const reports = [
    { name: 'harness/other', machine: report, browser, isComplete: true },
    { name: 'harness/note', machine: report, browser: 'It has no screen.', isComplete: true },
  ]
  expect(coverageTable(reports, [note, other]).split('\n')).toEqual([
    'machine         states  transitions  refusals  paths  time   in browser: states  transitions  paths  time',
    'Note            6/6     10/10        1/1       1      1.2 s  It has no screen.',
    'Seen by a user  6/6     10/10        1/1       1      1.2 s  6/6                 10/10        2      61.0 s',
    'Together        12/12   20/20        2/2       2      2.5 s  6/6                 10/10        2      61.0 s',
  ])
})

test('a guard that always holds leaves the other branch uncovered', async () => {
  const run = machineRun(describeNote(noteMachine({ isEmpty: () => true })))
  await playAll(run)
  expect(run.problems()).toContain('never covered the transition "note.editing: note.submit → note.saving"')
})

test('a guard that never holds leaves its branch and its refusal uncovered', async () => {
  const run = machineRun(describeNote(noteMachine({ isEmpty: () => false })))
  await playAll(run)
  expect(run.problems()).toEqual([
    'never covered the transition "note.editing: note.submit [isEmpty] → ·"',
    'never covered the refusal "network.offline: network.return refused"',
  ])
})

const linesThatDiffer = (change: Change) => {
  const was = behavior(explore(describeNote(noteMachine()))).split('\n')
  return behavior(explore(describeNote(noteMachine(change))))
    .split('\n')
    .filter((line) => !was.includes(line))
}

test('the behavior table shows a changed target and a dropped action', () => {
  expect(linesThatDiffer({})).toEqual([])
  expect(linesThatDiffer({ goesTo: 'editing' })).toEqual([
    'note.saving: saveNote done → note.editing',
    '  (saved) ×2',
    '  (any) ×5',
    '  (any) ×3',
  ])
  expect(linesThatDiffer({ dropsError: true })).toEqual([
    "  (a word) ×4: sets text = 'late' ×2",
    "  (nothing) ×4: sets text = '' ×2",
    '  (any) ×5',
    '  (any)',
  ])
})

test('the behavior table lists the values that each case sets and passes on, and in how many states', () => {
  const lines = behavior(explore(describeNote(noteMachine()))).split('\n')
  expect(lines.slice(0, 22)).toEqual([
    'States',
    '  note.editing #editable',
    '  note.saving #busy',
    '  note.saved',
    '  note.failed #failed',
    '  network.online',
    '  network.offline',
    '',
    'Starts in note.editing & network.online',
    "  sets text = ''",
    "  sets error = ''",
    '',
    'note.editing: note.type → ·',
    "  (a word) ×6: sets error = '' ×2, text = 'late' ×4",
    "  (nothing) ×6: sets error = '' ×2, text = '' ×2",
    '',
    'note.editing: note.submit [isEmpty] → ·',
    "  (any) ×4: sets error = 'Please enter a note.' ×2",
    '',
    'note.editing: note.submit → note.saving',
    "  (any) ×2: starts saveNote { text: 'late' }",
    '',
  ])
  expect(lines.slice(-3)).toEqual(['network.offline: network.return refused', '  (any) ×2', ''])
})

test('a failed state assertion fails the path and prints its steps', async () => {
  const states = {
    'note.failed': ({ context }: { context: Note }) => expect(context.error, 'says what failed').toBe('Not saved.'),
  }
  const run = machineRun(describeNote(noteMachine(), { states }))
  const error = await playAll(run).catch((reason: Error) => reason)
  expect((error as Error).message).toContain('says what failed')
  expect((error as Error).message).toContain(
    [
      'The path:',
      '  0. starts in note.editing & network.online',
      '  … 4 steps',
      '  5. note.type (a word) → note.editing & network.offline',
    ].join('\n'),
  )
  expect((error as Error).message).toMatch(
    / {2}23\. note\.submit → note\.saving & network\.online\n✗ 24\. saveNote error \(server error\) → note\.failed & network\.online$/,
  )
})

test('the search names each step to a state whose assertion fails', () => {
  const states = {
    'note.saved': () => {},
    'note.failed': ({ context: { error } }: { context: Note }) => {
      if (error === '') throw new Error('nothing says what failed')
    },
  }
  const description = describeNote(noteMachine(), { states })
  const step = (network: string) =>
    `note.saving & network.${network}: saveNote error (server error) → note.failed & network.${network}: nothing says what failed`
  expect(brokenStates(explore(description), holdsOf(description))).toContain(step('online'))
  expect(brokenStates(explore(description), holdsOf({ states: {} }))).toEqual([])
})

test('walks give each case all of its outcomes in each state of the chart', () => {
  const model = explore(describeNote(noteMachine()))
  const outcomesOf = (edges: readonly Edge[]) =>
    new Set(
      edges.map(({ before, label, taken, effects, after }) =>
        [stateLabel(before), label, ...taken, ...effects, stateLabel(after)].join(' | '),
      ),
    )
  expect(outcomesOf(walks(model).flatMap(({ steps }) => steps))).toEqual(outcomesOf([...model.edges.values()].flat()))
})

test('a nondeterministic machine is caught', async () => {
  let asked = 0
  const description = describeNote(noteMachine({ isEmpty: () => asked++ % 2 === 0 }))
  await expect(playAll(machineRun(description))).rejects.toThrow('The path:')
})

test('reports a missing case, an unused case, and a key without a state', () => {
  const outcomes = { saveNote: { done: { saved: { id: 7 } } }, loadNote: { done: { loaded: {} } } }
  const states = { 'note.savd': () => {} }
  const cases = { ...describeNote(noteMachine()).cases, 'note.type': { 'a word': { text: 'late' } } }
  const description = describeNote(noteMachine(), { outcomes, states, cases })
  expect(descriptionProblems(description, explore(description))).toEqual([
    'no outcome "error" for the actor saveNote',
    'the case "loadNote done (loaded)" is never used: no reached state takes it',
    'there is no state "note.savd"',
  ])
})

test('requires every call to be tried with common failures, and double clicks to start one call only', () => {
  const machine = setup({
    types: { events: {} as { type: 'note.send' } },
    actors: { sendNote: fromPromise(async () => {}), loadNote: fromPromise(async () => {}) },
  }).createMachine({
    initial: 'loading',
    states: {
      loading: { invoke: { id: 'loadNote', src: 'loadNote', onDone: 'ready', onError: 'ready' } },
      ready: {},
      sending: { invoke: { id: 'sendNote', src: 'sendNote', onDone: 'ready', onError: 'ready' } },
    },
    on: { 'note.send': { target: '.sending' } },
  })
  const outcomes = {
    loadNote: { done: { note: undefined }, error: commonFailures },
    sendNote: { done: { sent: undefined }, error: { 'network cut': commonFailures['network cut'] } },
  }
  const description = { name: 'send', machine, cases: { 'note.send': 'bare' }, outcomes, project: () => null } as const
  expect(descriptionProblems(description, explore(description))).toEqual([
    'a failure is never tried: sendNote error: 500',
    'a failure is never tried: sendNote error: 401',
    'a failure is never tried: sendNote error: 409',
    'a double click of note.send in loading starts sendNote twice',
    'a double click of note.send in sending starts sendNote twice',
    'a double click of note.send in ready starts sendNote twice',
  ])
})

test('requires a reason for what is missed, and rejects one for what is covered or missing', async () => {
  const machine = noteMachine({ isEmpty: () => false })
  const excuses = {
    '*[isEmpty]*': 'A note is never empty here.',
    '*network.return refused': 'The same.',
    'note.saved*': 'A reason that does not hold.',
    'note.lost': 'A state that is not there.',
  }
  const run = machineRun(describeNote(machine, { excuses }))
  await playAll(run)
  expect(run.problems()).toEqual([
    'the excuse for "note.saved*" excuses what is covered: note.saved',
    'the excuse for "note.saved*" excuses what is covered: note.saved: after SHOWN → note.editing',
    'the excuse for "note.lost" excuses nothing',
  ])
})

test('aborts with a clear error if the projection lets the states grow forever', () => {
  const counter = setup({
    types: { context: {} as { count: number }, events: {} as { type: 'count.add' } },
  }).createMachine({
    context: { count: 0 },
    on: { 'count.add': { actions: assign({ count: ({ context }) => context.count + 1 }) } },
  })
  const description = { name: 'counter', machine: counter, cases: { 'count.add': 'bare' as const }, limit: 50 }
  expect(() => explore({ ...description, project: ({ count }) => count })).toThrow('Traversal limit exceeded')
  expect(explore({ ...description, project: () => null }).edges.size).toBe(1)
})

test('a projection that leaves out what guards depend on is reported', () => {
  const machine = noteMachine()
  expect(projectionProblems(describeNote(machine), explore(describeNote(machine)))).toEqual([])
  const lossy = describeNote(machine, { project: ({ error }) => error })
  expect(projectionProblems(lossy, explore(lossy))).toContain(
    'in note.editing & network.online: note.submit does note.editing: note.submit → note.saving in one, ' +
      'note.editing: note.submit [isEmpty] → · in the other',
  )
})

test('covers eventless transitions, including those at the start, and timers in the order of their delays', async () => {
  const machine = createMachine({
    id: 'idle',
    initial: 'choosing',
    states: {
      choosing: { always: 'shown' },
      shown: { after: { 1000: { actions: [] }, 2000: 'gone' } },
      gone: { type: 'final' },
    },
  })
  const run = machineRun({ name: 'idle', machine, cases: {}, project: () => null })
  await playAll(run)
  expect(run.problems()).toEqual([
    'never covered the state "gone"',
    'never covered the transition "shown: after 2000 → gone"',
  ])
})

/** Plays the screen: its own actor, and the call it is waiting for. */
interface NoteWorld {
  screen: ReturnType<typeof createActor<NoteMachine>>
}

const on =
  (path: string) =>
  async ({ screen }: NoteWorld) => {
    const [region = '', state = ''] = path.split('.')
    expect(screen.getSnapshot().value, `the screen is not ${path}`).toMatchObject({ [region]: state })
  }

/** The browser run, with a `screen` actor as the page. */
function browserOf(screen: NoteMachine, pictures: string[] = []): BrowserRun<NoteMachine, NoteWorld> {
  const press = async ({ screen: page }: NoteWorld, { event }: { event: NoteEvent }) => page.send(event)
  const leaves = ['note.editing', 'note.saving', 'note.saved', 'note.failed', 'network.online', 'network.offline']
  return {
    open: async () => ({ screen: createActor(withStubs(screen)).start() }),
    close: async ({ screen: page }) => {
      page.stop()
    },
    screenshot: async (_world, file) => pictures.push(file),
    events: { 'note.type': press, 'note.submit': press, 'network.drop': press, 'network.return': press },
    outcomes: {
      saveNote: async ({ screen: page }, { event }, kind) => {
        const child = page.getSnapshot().children.saveNote
        if (child) settle(child, kind, event)
      },
    },
    delays: {
      SHOWN: async ({ screen: page }) => page.send({ type: 'xstate.after.SHOWN.(machine).note.saved' } as never),
    },
    states: Object.fromEntries(leaves.map((path) => [path, on(path)])),
  }
}

test('in the browser, few paths cover every state, transition and case', async () => {
  const description = describeNote(noteMachine(), { browser: browserOf(noteMachine()) })
  const model = explore(description)
  expect(descriptionProblems(description, model)).toEqual([])
  const run = browserRun(description, model, 'path')
  await playAll(run)
  expect(run.problems()).toEqual([])
  expect(run.paths.length).toBeLessThanOrEqual(3)
  const labels = new Set(run.paths.flatMap(({ steps }) => steps.map(({ label }) => label)))
  expect(labels).toContain('saveNote error (changed by another)')
  expect(labels).toContain('saveNote error (server error)')
})

test('in the browser, a screen in the wrong state fails its path, with a screenshot', async () => {
  const pictures: string[] = []
  const description = describeNote(noteMachine(), { browser: browserOf(noteMachine({ goesTo: 'editing' }), pictures) })
  const run = browserRun(description, explore(description), 'path-note')
  await expect(playAll(run)).rejects.toThrow(/the screen is not note\.saved[\s\S]*✗ \d+\. saveNote done \(saved\)/)
  expect(pictures).toEqual(['path-note-1.png'])
})

test('in the browser, a screen without the guard fails its path', async () => {
  const screen = noteMachine({ isEmpty: () => false })
  const description = describeNote(noteMachine(), { browser: browserOf(screen) })
  await expect(playAll(browserRun(description, explore(description), 'path'))).rejects.toThrow('the screen is not')
})

test('in the browser, reports every missing executor and state', () => {
  const browser = browserOf(noteMachine())
  const { 'note.saved': _saved, ...states } = browser.states
  const { 'network.drop': _drop, ...events } = browser.events
  const lacking = { open: browser.open, close: browser.close, states, events }
  const description = describeNote(noteMachine(), { browser: lacking })
  expect(descriptionProblems(description, explore(description))).toEqual([
    'no description of what a user sees in "note.saved"',
    'no description of how saveNote ends in the browser',
    'no description of how the delay SHOWN passes in the browser',
    'no description of what a user does for network.drop',
  ])
  const excused = { ...lacking, excuses: { 'note.sav*': 'No call.', '*network.*': 'Not on this page.' } }
  const described = describeNote(noteMachine(), { browser: excused })
  expect(descriptionProblems(described, explore(described))).toEqual([])
})

test('starts with each input, and covers what only one of them reaches', async () => {
  const machine = setup({
    types: { context: {} as { isNew: boolean }, input: {} as { isNew: boolean } },
  }).createMachine({
    context: ({ input }) => input,
    initial: 'opening',
    states: {
      opening: { always: [{ guard: ({ context }) => context.isNew, target: 'empty' }, { target: 'filled' }] },
      empty: {},
      filled: {},
    },
  })
  const inputs = { 'a new note': { isNew: true }, 'an old note': { isNew: false } }
  const whole = machineRun({ name: 'open', machine, inputs, cases: {}, project: () => null })
  await playAll(whole)
  expect(whole.problems()).toEqual([])
  expect(whole.paths.map((path) => readablePath(path))).toEqual([
    '  0. starts (a new note) in empty',
    '  0. starts (an old note) in filled',
  ])
  const half = machineRun({ name: 'open', machine, inputs: { old: { isNew: false } }, cases: {}, project: () => null })
  await playAll(half)
  expect(half.problems()).toEqual([
    'never covered the state "empty"',
    'never covered the transition "opening: always [guard] → empty"',
  ])
})

test('an actor that ended while its state stays active does not end again', async () => {
  const machine = setup({ actors: { load: fromPromise(async () => 'list') } }).createMachine({
    initial: 'editing',
    states: { editing: { invoke: { id: 'load', src: 'load', onDone: { actions: [] }, onError: { actions: [] } } } },
  })
  const outcomes = { load: { done: { loaded: 'list' }, error: { cut: new Error('cut') } } }
  const run = machineRun({ name: 'list', machine, cases: {}, outcomes, project: () => null })
  await playAll(run)
  expect(run.problems()).toEqual([])
  expect(run.paths.map((path) => readablePath(path).split('\n').slice(1))).toEqual([
    ['  1. load done (loaded) → editing'],
    ['  1. load error (cut) → editing'],
  ])
})

test('an unhandled failure, which would stop the machine, is reported', () => {
  const machine = setup({
    actors: { load: fromPromise(async () => 'list') },
    guards: { hasMessage: ({ event }) => 'error' in event && event.error instanceof TypeError },
  }).createMachine({
    initial: 'loading',
    states: {
      loading: { invoke: { id: 'load', src: 'load', onError: { guard: 'hasMessage', target: 'failed' } } },
      failed: {},
    },
  })
  const outcomes = { load: { error: { refused: new TypeError('no'), cut: new Error('cut') } } }
  const untried = { 'load error: *': 'Two failures are enough here.' }
  const description = { name: 'list', machine, cases: {}, outcomes, untried, project: () => null }
  expect(descriptionProblems(description, explore(description))).toEqual([
    'the machine stops with an error in loading at load error (cut)',
  ])
})

test('starts from stored states, for a machine that guards a record', async () => {
  const machine = setup({
    types: {
      context: {} as { isOwner: boolean },
      events: {} as { type: 'request.withdraw' } | { type: 'request.lose' },
    },
    guards: { isOwner: ({ context }) => context.isOwner },
  }).createMachine({
    context: { isOwner: false },
    initial: 'pending',
    states: {
      pending: { on: { 'request.withdraw': { guard: 'isOwner', target: 'withdrawn' } } },
      withdrawn: { type: 'final' },
    },
  })
  const stored = {
    'pending, asked by another': { value: 'pending', context: { isOwner: false } },
    'pending, asked by its owner': { value: 'pending', context: { isOwner: true } },
  }
  const cases = { 'request.withdraw': 'bare', 'request.lose': 'unused' } as const
  const description = { name: 'request', machine, stored, cases, project: () => null }
  expect(descriptionProblems(description, explore(description))).toEqual([])
  const run = machineRun(description)
  await playAll(run)
  expect(run.problems()).toEqual([])
  const wrong = { ...description, cases: { ...cases, 'request.withdraw': 'unused' as const } }
  expect(descriptionProblems(wrong, explore(wrong))).toEqual([
    'there is a transition for request.withdraw, which is marked unused',
  ])
})
