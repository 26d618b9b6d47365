import { expect, test } from 'vitest'
import { assign, fromPromise, setup } from 'xstate'
import { explore } from './explore.ts'
import { type Mutant, mutantsOf } from './mutants.ts'
import { checkMutants } from './mutation-check.ts'
import { mutationTable, shareCaught } from './mutation-report.ts'

interface Letter {
  text: string
  sent: string
  tries: number
}
type LetterEvent = { type: 'letter.type'; text: string } | { type: 'letter.send' } | { type: 'letter.tear' }

/** A letter that is written and sent; a failed call is retried at most twice. */
const letterMachine = () =>
  setup({
    types: { context: {} as Letter, events: {} as LetterEvent },
    actors: { sendLetter: fromPromise(async () => {}) },
    guards: {
      hasText: ({ context }) => context.text !== '',
      mayTryAgain: ({ context }) => context.tries < 2,
    },
    actions: {
      setText: assign({ text: ({ event, context }) => (event.type === 'letter.type' ? event.text : context.text) }),
      keepSent: assign({ sent: ({ context }) => context.text }),
      countTry: assign({ tries: ({ context }) => context.tries + 1 }),
      tellSent: () => {},
    },
  }).createMachine({
    id: 'letter',
    context: { text: '', sent: '', tries: 0 },
    initial: 'writing',
    states: {
      writing: {
        on: {
          'letter.type': { actions: 'setText' },
          'letter.send': { guard: 'hasText', target: 'sending', actions: 'keepSent' },
          'letter.tear': 'torn',
        },
      },
      sending: {
        entry: 'countTry',
        invoke: {
          id: 'sendLetter',
          src: 'sendLetter',
          onDone: { target: 'sent', actions: 'tellSent' },
          onError: [{ guard: 'mayTryAgain', target: 'sending', reenter: true }, { target: 'writing' }],
        },
      },
      sent: { type: 'final' },
      torn: { type: 'final' },
    },
  })

const describeLetter = () => ({
  name: 'harness/letter',
  machine: letterMachine(),
  cases: {
    'letter.type': { words: { text: 'Dear all' }, nothing: { text: '' } },
    'letter.send': 'bare' as const,
    'letter.tear': 'bare' as const,
  },
  outcomes: { sendLetter: { done: { sent: undefined }, error: { cut: new Error('cut') } } },
  project: ({ text, tries }: Letter) => ({ text, tries: Math.min(tries, 2) }),
})

test('makes every mutation of a machine, with readable names', () => {
  expect(mutantsOf(letterMachine()).map(({ id }) => id)).toEqual([
    'writing: letter.type → ·: removed',
    'writing: letter.type → ·: leads to sending',
    'writing: letter.type → ·: without setText',
    'writing: letter.send [hasText] → sending: without its guard',
    'writing: letter.send [hasText] → sending: removed',
    'writing: letter.send [hasText] → sending: leads to sent',
    'writing: letter.send [hasText] → sending: stays',
    'writing: letter.send [hasText] → sending: without keepSent',
    'writing: letter.tear → torn: removed',
    'writing: letter.tear → torn: stays',
    'sending: sendLetter done → sent: removed',
    'sending: sendLetter done → sent: leads to torn',
    'sending: sendLetter done → sent: stays',
    'sending: sendLetter done → sent: without tellSent',
    'sending: sendLetter error [mayTryAgain] → sending: without its guard',
    'sending: sendLetter error [mayTryAgain] → sending: removed',
    'sending: sendLetter error [mayTryAgain] → sending: leads to sent',
    'sending: sendLetter error → writing: removed',
    'sending: sendLetter error → writing: stays',
    'sending: without countTry on the way in',
    'sending: sendLetter error: without an answer',
  ])
})

test('catches each of them', () => {
  const description = describeLetter()
  const { survivors, caught, tried } = checkMutants(description, explore(description))
  expect(survivors).toEqual([])
  expect([caught, tried]).toEqual([21, 21])
})

test('catches nothing if only names differ', () => {
  const description = describeLetter()
  const model = explore(description)
  const none: Mutant = { id: 'none', site: 'letter', change: () => {} }
  const guard: Mutant = {
    ...none,
    id: 'a guard of another name',
    change: (nodeOf) => {
      const node = nodeOf('letter.writing')
      const isWritten = ({ context }: { context: Letter }) => context.text !== ''
      const [send] = node.transitions.get('letter.send') ?? []
      if (send) node.transitions.set('letter.send', [{ ...send, guard: isWritten as never }])
    },
  }
  expect(checkMutants(description, model, [none, guard]).survivors).toEqual(['none', 'a guard of another name'])
})

test('a wrong value is caught', () => {
  const description = describeLetter()
  /** Keeps a different letter from the one that was written. */
  const wrong: Mutant = {
    id: 'keeps another text',
    site: 'letter.writing',
    change: (nodeOf) => {
      const [send] = nodeOf('letter.writing').transitions.get('letter.send') ?? []
      const keepOther = assign({ sent: 'Dear none' })
      if (send) nodeOf('letter.writing').transitions.set('letter.send', [{ ...send, actions: [keepOther as never] }])
    },
  }
  expect(checkMutants(description, explore(description), [wrong]).survivors).toEqual([])
})

test('excuses are reported with their reason; those for caught or unknown mutants are stale', () => {
  const equivalent = { 'none*': 'Nothing is wrong.', '*letter.tear*': 'It would be noticed.', '*lost*': 'Not there.' }
  const description = { ...describeLetter(), equivalent }
  const model = explore(description)
  const none: Mutant = { id: 'none at all', site: 'letter', change: () => {} }
  const checked = checkMutants(description, model, [none, ...mutantsOf(model.machine)])
  expect(checked.excused).toEqual([{ id: 'none at all', reason: 'Nothing is wrong.' }])
  expect(checked.stale).toEqual(['none*', '*letter.tear*', '*lost*'])
  expect(checked.tried).toBe(21)
})

test('prints caught and tried counts, and the survivors', () => {
  const machine = letterMachine()
  const letter = {
    title: 'Letter',
    area: 'Lists and forms',
    machine,
    texts: {},
    examples: async () => ({ examples: { cases: {} } }),
  } as const
  const report = { tried: 20, caught: 19, excused: [], survivors: ['writing: letter.send: stays'], stale: [] }
  const reports = [
    { ...report, name: 'b/second' },
    { ...report, name: 'a/first', caught: 20, survivors: [], excused: [{ id: 'sent', reason: 'Final.' }] },
  ]
  expect(
    mutationTable('mutants of', reports, [
      { ...letter, name: 'a/first' },
      { ...letter, name: 'b/second' },
    ]).split('\n'),
  ).toEqual([
    'mutants of                      caught',
    'a/first                         20/20       100.0 %   1 excused',
    '  excused: sent (Final.)',
    'b/second                        19/20       95.0 %',
    '  survives: writing: letter.send: stays',
    'Together                        39/40       97.5 %    1 excused',
  ])
  expect(shareCaught(reports)).toBeCloseTo(39 / 41)
})
