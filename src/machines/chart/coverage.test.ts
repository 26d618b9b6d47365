import { expect, test } from 'vitest'
import { createMachine } from 'xstate'
import { catalogue } from '#machines/catalogue.ts'
import coverageFile from './coverage.json' with { type: 'json' }
import { type CoverageRecord, coverageOf, coverageRows, coverageSchema, machineOf } from './coverage.ts'
import { readChart, statePath } from './read-chart.ts'
import type { Workflow } from './workflow.ts'

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
  examples: async () => ({ examples: { cases: {} } }),
})

test('a description is of the machine that it is called after, the longest name first', () => {
  const names = ['a/session', 'a/session-form']
  expect(machineOf('a/session-form', names)).toBe('a/session-form')
  expect(machineOf('a/session-form-stored', names)).toBe('a/session-form')
  expect(machineOf('a/sessions', names)).toBeUndefined()
})

test('several descriptions of a machine have met what one of them has', () => {
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

test('the table has a line per machine in the order of the catalogue, and their total', () => {
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

const file = coverageSchema.parse(coverageFile)
const names = catalogue.map(({ name }) => name)

test.each(catalogue)('$name: what was met is written down for every state and transition that there is', (listed) => {
  const met = coverageOf(file, listed.name, names)
  const { states, transitions, refusals } = readChart(listed.machine)
  expect(met?.states).toEqual(states.map(statePath))
  expect(met?.transitions).toEqual(transitions.map(({ id }) => id))
  expect(met?.refusals).toEqual(refusals.map(({ id }) => id))
  const known = new Set([...(met?.states ?? []), ...(met?.transitions ?? []), ...(met?.refusals ?? [])])
  for (const run of [met?.machine, met?.browser]) {
    if (run === undefined || typeof run === 'string') continue
    for (const [id, reason] of Object.entries(run.missed)) {
      expect(known, id).toContain(id)
      expect(reason, id).not.toBe('')
    }
  }
})
