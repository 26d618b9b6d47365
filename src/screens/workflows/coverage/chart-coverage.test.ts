import { expect, test } from 'vitest'
import { setup } from 'xstate'
import { toGraph } from '#machines/chart/chart-graph.ts'
import { CHART_NAMES } from '#machines/chart/chart-names.ts'
import type { CoverageRecord } from '#machines/chart/coverage.ts'
import type { Workflow } from '#machines/chart/workflow.ts'
import { coverageItems, coverageMarks, shareSentence } from './chart-coverage.ts'

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
const graph = toGraph(machine, CHART_NAMES.words)
const outcomes = (run: '' | 'machine' | 'browser', of = record) =>
  coverageItems(workflow, graph, of, run).map(({ text, outcome, reason }) => [text, outcome, reason])

test('both runs: met in both, on the workflow alone, or not at all, each with its reason and where it is', () => {
  expect(outcomes('')).toEqual([
    ['Editing', 'met', ''],
    ['Saving', 'met', ''],
    ['Gone', 'missed', 'Nobody ends it.'],
    ['Editing: save note [is complete]', 'met', ''],
    ['Saving: return note', 'machineOnly', 'Too quick.'],
    ['Saving: end note', 'missed', 'Nobody ends it.'],
    ['Editing: save note held back', 'met', ''],
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

test('one run alone: refusals are not asked of the browser', () => {
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
    'Editing: save note [is complete]: met',
    'Saving: return note: missed',
    'Saving: end note: missed',
  ])
})

test('a workflow that no browser runs has its reason everywhere', () => {
  const alone = { ...record, browser: 'It has no screen.' }
  expect(outcomes('', alone).filter(([, outcome]) => outcome === 'machineOnly')).toEqual([
    ['Editing', 'machineOnly', 'It has no screen.'],
    ['Saving', 'machineOnly', 'It has no screen.'],
    ['Editing: save note [is complete]', 'machineOnly', 'It has no screen.'],
    ['Saving: return note', 'machineOnly', 'It has no screen.'],
  ])
})

test('marks what is drawn by its id, and says what the mark means', () => {
  const { states, transitions } = coverageMarks(workflow, coverageItems(workflow, graph, record, ''))
  expect(Object.fromEntries(states)).toEqual({
    'note.editing': { tone: 'good', title: 'Met by the tests' },
    'note.saving': { tone: 'good', title: 'Met by the tests' },
    'note.gone': { tone: 'bad', badge: '✗', title: 'Not met by the tests: Nobody ends it.' },
  })
  expect(Object.fromEntries(transitions)).toEqual({
    'editing: note.save [isComplete] → saving': { tone: 'good', title: 'Met by the tests' },
    'saving: note.return → editing': {
      tone: 'muted',
      title: 'Met on the workflow alone, not in a browser: Too quick.',
    },
    'saving: note.end → gone': { tone: 'bad', badge: '✗', title: 'Not met by the tests: Nobody ends it.' },
  })
})

test('tells the shares in words', () => {
  const items = coverageItems(workflow, graph, record, '')
  expect(shareSentence(items, 'states')).toBe('2 of 3 states were met.')
  expect(shareSentence(items, 'transitions')).toBe('2 of 3 ways were met, 1 of them in a browser too.')
  expect(shareSentence(items, 'refusals')).toBe('The one refusal was met.')
  const onBrowser = coverageItems(workflow, graph, record, 'browser')
  expect(shareSentence(onBrowser, 'refusals')).toBeUndefined()
})
