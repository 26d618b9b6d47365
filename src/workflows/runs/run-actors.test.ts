import { expect, test } from 'vitest'
import { createActor, toPromise } from 'xstate'
import type { StepDetails, WatchedStep } from '#workflows/recording/watched.ts'
import { MAX_RUN_BYTES, parseRun, RunFileError, type RunSource, type SavedRun, toRun } from './recorded-run.ts'
import { createRuns } from './run-actors.ts'

const step = (number: number): WatchedStep => ({
  number,
  at: number,
  machine: 'x:1',
  event: 'page.turn',
  from: ['ready'],
  to: ['loading'],
  states: ['pagedList', 'pagedList.loading'],
  transitions: [],
  calls: [{ name: 'loadPage', what: 'started' }],
  emitted: [],
})
const machine = (id: string) => ({ id, machine: 'pagedList', count: 1, page: '/', hasEnded: false, states: [] })
const source: RunSource = {
  tab: 'other',
  statechart: 'pagedList',
  title: 'List',
  machine: 'x:1',
  machines: [machine('x:1'), machine('x:2')],
  steps: [step(1), step(2)],
}
const details = (number: number, text = '••••'): StepDetails => ({
  number,
  event: { text },
  context: { text: '' },
  status: 'active',
  inputs: [],
  emitted: [],
})

const setUp = (userId = 7, entries = new Map<string, string>()) => {
  const asked: unknown[] = []
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  } as Storage
  const { actors, file } = createRuns({
    storage: () => storage,
    userId: () => userId,
    detailsOf: async (tab, numbers) => {
      asked.push([tab, numbers])
      return [details(2), details(1)]
    },
  })
  return {
    entries,
    asked,
    file,
    read: () => toPromise(createActor(actors.readRuns, { input: undefined }).start()),
    save: async (name: string) =>
      toPromise(
        createActor(actors.saveRun, {
          input: { name, source, runs: await toPromise(createActor(actors.readRuns, { input: undefined }).start()) },
        }).start(),
      ),
    keep: (runs: readonly SavedRun[]) => toPromise(createActor(actors.keepRuns, { input: { runs } }).start()),
  }
}

test('a run is saved with the details from its tab, for its user only', async () => {
  const { entries, asked, read, save, keep } = setUp()
  await save('Search')
  expect(asked).toEqual([['other', [1, 2]]])
  const run = {
    format: 'homeroom-run',
    version: 1,
    statechart: 'pagedList',
    title: 'List',
    machine: 'x:1',
    // Only the machines that the steps name.
    machines: [machine('x:1')],
    steps: [step(1), step(2)],
    details: [details(1), details(2)],
  }
  expect(await read()).toEqual([{ name: 'Search', run }])
  expect((await save('Again')).map(({ name }) => name)).toEqual(['Search', 'Again'])
  expect(await setUp(8, entries).read()).toEqual([])
  await keep([])
  expect([...entries.keys()]).toEqual([])
})

test.each(['{', '"hello"', '[{"name":"x","run":{"format":"homeroom-run","version":2}}]'])(
  'an invalid entry (%s) is treated as missing',
  async (text) => {
    expect(await setUp(7, new Map([['runs/7', text]])).read()).toEqual([])
  },
)

test('a run that would be too large leaves out the details of its oldest steps', () => {
  const large = '•'.repeat(MAX_RUN_BYTES / 3 / 2)
  const run = toRun({ ...source, steps: [step(1), step(2), step(3)] }, [
    details(1, large),
    details(2, large),
    details(3, large),
  ])
  expect(run.steps.map(({ number }) => number)).toEqual([1, 2, 3])
  expect(run.details.map(({ number }) => number)).toEqual([3])
  expect(new TextEncoder().encode(JSON.stringify(run)).length).toBeLessThan(MAX_RUN_BYTES)
})

test.each([
  ['an impossible date', { steps: [{ ...step(1), at: 1e300 }] }],
  ['too many machines', { machines: Array.from({ length: 2_001 }, () => source.machines[0]) }],
])('a file with %s is refused', (_, wrong) => {
  const run = toRun(source, [])
  expect(parseRun(JSON.stringify(run))).toEqual(run)
  expect(() => parseRun(JSON.stringify({ ...run, ...wrong }))).toThrow(
    new RunFileError('This file is damaged: parts of the recorded run are missing or invalid.'),
  )
})

test('a downloaded file is the run', async () => {
  const { file } = setUp()
  const { name, content } = await file({ name: 'List run', source })
  expect(name).toBe('List run.json')
  expect(JSON.parse(await content.text())).toEqual(toRun(source, [details(1), details(2)]))
})
