import { expect, test } from 'vitest'
import { applyMutant, valueMutantsOf } from './value-mutants.ts'

const wordsOf = (source: string) => valueMutantsOf('letter.machine.ts', source).map(({ id }) => id)

const machine = (setup: string, config = '') => `
  import { assign, setup } from 'xstate'
  const LIMIT = 3
  const unused = (text: string) => text === 'never'
  export const letterMachine = setup({ types: { context: {} as { kind: 'draft' } }, ${setup} }).createMachine({
    id: 'letter',
    initial: 'writing',
    ${config}
    states: { writing: { on: { 'letter.send': { target: 'sent', actions: 'keepSent' } } }, sent: {} },
  })`

test('changes what an action keeps, and nothing of the structure', () => {
  const keepSent = "actions: { keepSent: assign({ isSent: true, tries: 0, error: undefined, kind: 'sent' }) }"
  expect(wordsOf(machine(keepSent))).toEqual([
    'keepSent: isSent: true, → nothing',
    'keepSent: true → false',
    'keepSent: tries: 0, → nothing',
    'keepSent: 0 → 1',
    'keepSent: error: undefined, → nothing',
    "keepSent: undefined → 'other'",
    "keepSent: kind: 'sent' → nothing",
    "keepSent: 'sent' → 'other than sent'",
  ])
})

test('swaps fields, names, branches, comparisons and the order of lists', () => {
  const guards = `guards: {
    isLate: ({ context: { due, sent } }) => sent > due && context.from.length !== context.to.length,
    isOpen: ({ context }) => !context.isSent,
  }, actions: { list: assign({ all: ({ context: { sent, due } }) => [sent, due].filter(Boolean) }) }`
  expect(wordsOf(machine(guards))).toEqual([
    'isLate: sent > due && context.from.length !== context.to.length → (sent > due || context.from.length !== context.to.length)',
    'isLate: sent > due → (sent <= due)',
    'isLate: sent → due',
    'isLate: due → sent',
    'isLate: context.from.length !== context.to.length → (context.from.length === context.to.length)',
    'isLate: from → isSent',
    'isLate: to → from',
    'isOpen: !context.isSent → context.isSent',
    'isOpen: isSent → to',
    'list: all keeps its first value',
    'list: all: ({ context: { sent, due } }) => [sent, due].filter(Bool → nothing',
    'list: [sent, due].filter(Boolean) → [sent, due]',
    'list: [sent, due] → [due, sent]',
    'list: sent → due',
    'list: due → sent',
  ])
})

test("leaves out a call's inputs, and changes constants that the machine uses", () => {
  const config = `context: { limit: LIMIT },
    invoke: { id: 'send', src: 'send', input: ({ context: { text, to } }) => ({ text, address: to ?? 'none' }) },`
  expect(wordsOf(machine('', config))).toEqual([
    'context: limit: LIMIT → nothing',
    'input: text, → nothing',
    'input: text → text: to',
    "input: address: to ?? 'none' → nothing",
    "input: to ?? 'none' → to",
    'input: to → text',
    "input: 'none' → 'other than none'",
    'LIMIT: 3 → 4',
  ])
})

test('lets an assignment keep the first value that it got', () => {
  const source = machine('actions: { take: assign(({ event }) => ({ id: event.id, isOpen: true })) }')
  const [mutant, ...others] = valueMutantsOf('letter.machine.ts', source)
  expect(mutant?.id).toBe('take: id keeps its first value')
  expect(others.some(({ id }) => id.includes('isOpen keeps'))).toBe(false)
  expect(mutant && applyMutant(source, mutant)).toContain(
    '{ ...next, id: args[0].context.id ? args[0].context.id : next.id }',
  )
  expect(mutant?.probe).toContain('{ ...next, id: args[0].context.id ? (() => { throw')
})

test('skips checks of the code itself', () => {
  const known = `actions: { keepSent: assign(({ event }) => {
    assertEvent(event, 'letter.send')
    if (event.text === '') throw new Error('No text')
    return {}
  }) }`
  expect(wordsOf(machine(known))).toEqual([])
})

test('each is one change to the source, and knows its line', () => {
  const source = machine("actions: { keepSent: assign({ kind: 'sent', tries: 0 }) }")
  const mutants = valueMutantsOf('letter.machine.ts', source)
  const changed = mutants.map((mutant) => /assign\(.*?\)/.exec(applyMutant(source, mutant))?.[0])
  expect(changed).toEqual([
    'assign({  tries: 0 })',
    "assign({ kind: 'other than sent', tries: 0 })",
    "assign({ kind: 'sent',  })",
    "assign({ kind: 'sent', tries: 1 })",
  ])
  expect(mutants.map(({ place }) => place)).toEqual([
    'letter.machine.ts:5:115',
    'letter.machine.ts:5:121',
    'letter.machine.ts:5:129',
    'letter.machine.ts:5:136',
  ])
})
