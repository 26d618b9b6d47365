import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromPromise, setup } from 'xstate'
import { readChart } from '#workflows/model/read-chart.ts'
import { type CoveredElsewhere, coveredElsewhereProblems, reasonText, testsIn } from './covered-elsewhere.ts'

const SOURCE = `
describe('a note', () => {
  test('is sent', async () => {
    test('not a test of this file', () => {})
  })
  it.each([1, 2])('is kept for %i days', () => {})
  test.skip('is printed', () => {})
  test.skipIf(isSlow)(\`is read\`, () => {})
  test('is folded', { todo: true }, () => {})
})
describe.each(['old', 'new'])('%s drafts', () => test('are sent', () => {}))
describe.skip('a letter', () => {
  test('is sent', () => {})
})
if (isOnline) test('is mailed', () => {})
test(\`is \${word}\`, () => {})
`

const folder = mkdtempSync(join(tmpdir(), 'covered-'))
const file = join(folder, 'note.test.ts')
const other = join(folder, 'letter.test.tsx')

beforeAll(() => {
  writeFileSync(file, SOURCE)
  writeFileSync(other, "test('a letter is sent', () => <T,>(one: T) => one)")
})
afterAll(() => rmSync(folder, { recursive: true }))

const machine = setup({
  types: { events: {} as { type: 'note.send' } | { type: 'note.keep' } },
}).createMachine({ on: { 'note.send': {}, 'note.keep': {} } })

const cases = { 'note.send': 'bare', 'note.keep': 'bare' } as const
const because = 'part of another screen' as const
const problemsOf = (covered: CoveredElsewhere<typeof machine>) =>
  coveredElsewhereProblems(covered, { cases }, { chart: readChart(machine) })

test('finds the tests of a file, and those that may be skipped', () => {
  expect(
    testsIn(SOURCE, 'ts').map(({ fullTitle, isSkipped }) => `${fullTitle}${isSkipped ? ', skipped' : ''}`),
  ).toEqual([
    'a note > is sent',
    'a note > is kept for %i days',
    'a note > is printed, skipped',
    'a note > is read, skipped',
    'a note > is folded, skipped',
    '%s drafts > are sent',
    'a letter > is sent, skipped',
    'is mailed, skipped',
  ])
})

test('accepts a test for every event, in one file or several', () => {
  const covered = {
    because,
    file,
    events: { 'note.send': 'a note > is sent', 'note.keep': { file: other, test: 'a letter is sent' } },
  }
  expect(problemsOf(covered)).toEqual([])
  expect(reasonText<typeof machine>(covered)).toBe(`Part of another screen: ${file}, ${other}`)
})

test('reports a title that is missing, one that is ambiguous, and a test that may be skipped', () => {
  const { 'note.send': missing, 'note.keep': ambiguous } = { 'note.send': 'is posted', 'note.keep': 'is sent' }
  expect(problemsOf({ because, file, events: { 'note.send': missing, 'note.keep': ambiguous } })).toEqual([
    `note.send: ${file} has no test "is posted"`,
    `note.keep: ${file} has 2 tests "is sent"; add the titles of their describes`,
  ])
  expect(problemsOf({ because, file, events: { 'note.send': 'is printed', 'note.keep': 'are sent' } })).toEqual([
    `note.send: the test "is printed" in ${file} may be skipped`,
  ])
})

test('reports a file that is missing or has no tests', () => {
  const gone = join(folder, 'gone.test.ts')
  const source = { file: 'tests/model/harness/check.ts', test: 'is sent' }
  expect(problemsOf({ because, file: gone, events: { 'note.send': 'is sent', 'note.keep': source } })).toEqual([
    `note.send: there is no test file ${gone}`,
    'note.keep: there is no test file tests/model/harness/check.ts',
  ])
})

test('requires a test of every event, or of every outcome of a machine without events', () => {
  const events = { 'note.send': 'a note > is sent' } as unknown as CoveredElsewhere<typeof machine>['events']
  expect(problemsOf({ because, file, events })).toEqual(['no test is named for note.keep'])
  const list = setup({ actors: { loadItems: fromPromise(async () => {}) } }).createMachine({
    initial: 'loading',
    states: {
      loading: { invoke: { id: 'loadItems', src: 'loadItems', onDone: 'ready', onError: 'ready' } },
      ready: {},
    },
  })
  const covered = { because, file, events: { 'loadItems done': 'a note > is sent', 'items.load': 'are sent' } }
  expect(coveredElsewhereProblems<typeof list, unknown>(covered, { cases: {} }, { chart: readChart(list) })).toEqual([
    'no test is named for loadItems error',
    'there is no items.load to test',
  ])
})
