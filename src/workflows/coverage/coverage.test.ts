import { expect, test } from 'vitest'
import { createMachine } from 'xstate'
import type { Workflow } from '#machines/definition/workflow.ts'
import {
  type CoverageRecord,
  coverageOf,
  coverageRows,
  currentCoverage,
  machineOf,
  readShare,
  shareText,
} from './coverage.ts'

const record = (more: Partial<CoverageRecord> = {}): CoverageRecord => ({
  states: ['open', 'closed'],
  transitions: ['open: end → closed', 'open: note → ·'],
  refusals: [],
  machine: { paths: 3, missed: {} },
  browser: { paths: 1, missed: {} },
  ...more,
})
const workflow = (name: string, title: string): Workflow => ({
  name,
  title,
  area: 'Lists and forms',
  machine: createMachine({}),
  texts: {},
  examples: async () => ({ examples: { cases: {} } }),
})

test('a description belongs to the machine it is named after, longest name first', () => {
  const names = ['a/session', 'a/session-form']
  expect(machineOf('a/session-form', names)).toBe('a/session-form')
  expect(machineOf('a/session-form-stored', names)).toBe('a/session-form')
  expect(machineOf('a/sessions', names)).toBeUndefined()
})

test('descriptions of the same machine add up: covered by one is covered', () => {
  const file = {
    'a/form': record({ browser: { paths: 1, missed: { 'open: note → ·': 'Elsewhere.', closed: 'Never.' } } }),
    'a/form-stored': record({
      machine: { paths: 4, missed: { closed: 'No.' } },
      browser: { paths: 2, missed: { closed: 'No.' } },
    }),
  }
  expect(coverageOf(file, 'a/form', ['a/form'])).toEqual(
    record({ machine: { paths: 7, missed: {} }, browser: { paths: 3, missed: { closed: 'Never.' } } }),
  )
  expect(coverageOf(file, 'a/other', ['a/form', 'a/other'])).toBeUndefined()
})

test('the table has a row per machine in catalog order, and a total', () => {
  const file = {
    'a/form': record({ browser: { paths: 1, missed: { closed: 'Never.', 'open: end → closed': '' } } }),
    'a/list': record({ browser: 'It has no screen.' }),
  }
  expect(
    coverageRows(file, [workflow('a/list', 'List'), workflow('a/new', 'New'), workflow('a/form', 'Form')]),
  ).toEqual([
    { title: 'List', states: '2/2', transitions: '2/2', refusals: '–', paths: '3', inBrowser: 'It has no screen.' },
    {
      title: 'Form',
      states: '2/2',
      transitions: '2/2',
      refusals: '–',
      paths: '3',
      inBrowser: { states: '1/2 (1 excused)', transitions: '1/2 (1 missed)', paths: '1' },
    },
    {
      title: 'Together',
      states: '4/4',
      transitions: '4/4',
      refusals: '–',
      paths: '6',
      inBrowser: { states: '1/2 (1 excused)', transitions: '1/2 (1 missed)', paths: '1' },
    },
  ])
})

test.each([
  { covered: 0, excused: 0, all: 0 },
  { covered: 12, excused: 0, all: 12 },
  { covered: 9, excused: 3, all: 12 },
  { covered: 9, excused: 0, all: 12 },
  { covered: 7, excused: 2, all: 12 },
])('a share can be parsed from its text: %o', (share) => {
  expect(readShare(shareText(share))).toEqual(share)
})

test('other text does not parse', () => {
  expect(readShare('many')).toBeUndefined()
  expect(readShare('12/13 (1 found)')).toBeUndefined()
})

test("a machine's coverage counts until the machine changes", () => {
  const door = createMachine({
    initial: 'open',
    states: { open: { on: { end: 'closed', note: {} } }, closed: {} },
  })
  const file = { 'a/door': record() }
  expect(currentCoverage(file, { name: 'a/door', machine: door }, ['a/door'])).toEqual(record())
  expect(currentCoverage({}, { name: 'a/door', machine: door }, ['a/door'])).toBeUndefined()
  for (const changed of [
    { ...door.config, states: { ...door.config.states, locked: {} } },
    { ...door.config, states: { ...door.config.states, closed: { on: { begin: 'open' } } } },
  ])
    expect(currentCoverage(file, { name: 'a/door', machine: createMachine(changed) }, ['a/door'])).toBeUndefined()
})
