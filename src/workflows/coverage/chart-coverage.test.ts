import { expect, test } from 'vitest'
import { setup } from 'xstate'
import type { Workflow } from '#machines/definition/workflow.ts'
import { toGraph } from '#workflows/model/chart-graph.ts'
import { wordNamesOf } from '#workflows/model/chart-names.ts'
import { coverageItems, coverageMarks, shareSentence } from './chart-coverage.ts'
import type { CoverageRecord } from './coverage.ts'

const machine = setup({ guards: { isComplete: () => true } }).createMachine({
  id: 'note',
  initial: 'editing',
  states: {
    editing: { on: { 'note.save': { guard: 'isComplete', target: 'saving' } } },
    saving: { on: { 'note.return': 'editing', 'note.end': 'gone' } },
    gone: { type: 'final' },
  },
})
const workflow: Workflow = {
  name: 'common/note',
  title: 'Note',
  area: 'Lists and forms',
  machine,
  texts: {},
  examples: async () => ({ examples: { cases: {} } }),
}
const record: CoverageRecord = {
  states: ['editing', 'saving', 'gone'],
  transitions: ['editing: note.save [isComplete] → saving', 'saving: note.return → editing', 'saving: note.end → gone'],
  refusals: ['editing: note.save refused'],
  machine: { paths: 3, missed: { gone: 'Nobody ends it.', 'saving: note.end → gone': 'Nobody ends it.' } },
  browser: {
    paths: 1,
    missed: { gone: 'No.', 'saving: note.end → gone': 'No.', 'saving: note.return → editing': 'Too quick.' },
  },
}
const graph = toGraph(machine, wordNamesOf(workflow))
const outcomes = (run: '' | 'machine' | 'browser', of = record) =>
  coverageItems(workflow, graph, of, run).map(({ text, outcome, reason }) => [text, outcome, reason])

test('both runs: covered in both, by the machine only, or not at all, each with its reason and place', () => {
  expect(outcomes('')).toEqual([
    ['Editing', 'met', ''],
    ['Saving', 'met', ''],
    ['Gone', 'missed', 'Nobody ends it.'],
    ['Editing: Save note [is complete]', 'met', ''],
    ['Saving: Return note', 'machineOnly', 'Too quick.'],
    ['Saving: End note', 'missed', 'Nobody ends it.'],
    ['Editing: Save note refused', 'met', ''],
  ])
  const items = coverageItems(workflow, graph, record, '')
  expect(items.map(({ place }) => place)).toEqual([
    'note.editing',
    'note.saving',
    'note.gone',
    'note.editing',
    'note.saving',
    'note.saving',
    'note.editing',
  ])
})

test('a single run: the browser run has no refusals', () => {
  expect(outcomes('machine').map(([, outcome]) => outcome)).toEqual([
    'met',
    'met',
    'missed',
    'met',
    'met',
    'missed',
    'met',
  ])
  expect(outcomes('browser').map(([text, outcome]) => `${text}: ${outcome}`)).toEqual([
    'Editing: met',
    'Saving: met',
    'Gone: missed',
    'Editing: Save note [is complete]: met',
    'Saving: Return note: missed',
    'Saving: End note: missed',
  ])
})

test('without a browser run, everything shows the reason', () => {
  const alone = { ...record, browser: 'It has no screen.' }
  expect(outcomes('', alone).filter(([, outcome]) => outcome === 'machineOnly')).toEqual([
    ['Editing', 'machineOnly', 'It has no screen.'],
    ['Saving', 'machineOnly', 'It has no screen.'],
    ['Editing: Save note [is complete]', 'machineOnly', 'It has no screen.'],
    ['Saving: Return note', 'machineOnly', 'It has no screen.'],
  ])
})

test("marks states and transitions by id, with the mark's meaning", () => {
  const { states, transitions } = coverageMarks(workflow, coverageItems(workflow, graph, record, ''))
  expect(Object.fromEntries(states)).toEqual({
    'note.editing': { tone: 'good', title: 'Covered by the tests' },
    'note.saving': { tone: 'good', title: 'Covered by the tests' },
    'note.gone': { tone: 'bad', badge: '✗', title: 'Not covered by the tests: Nobody ends it.' },
  })
  expect(Object.fromEntries(transitions)).toEqual({
    'editing: note.save [isComplete] → saving': { tone: 'good', title: 'Covered by the tests' },
    'saving: note.return → editing': {
      tone: 'muted',
      title: 'Covered in the machine run only: Too quick.',
    },
    'saving: note.end → gone': { tone: 'bad', badge: '✗', title: 'Not covered by the tests: Nobody ends it.' },
  })
})

test('sums up the shares', () => {
  const items = coverageItems(workflow, graph, record, '')
  expect(shareSentence(items, 'states')).toBe('2 of 3 states are covered.')
  expect(shareSentence(items, 'transitions')).toBe('2 of 3 transitions are covered, 1 of them also in a browser.')
  expect(shareSentence(items, 'refusals')).toBe('The only refusal is covered.')
  const onBrowser = coverageItems(workflow, graph, record, 'browser')
  expect(shareSentence(onBrowser, 'refusals')).toBeUndefined()
})
