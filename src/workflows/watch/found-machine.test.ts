import { expect, test } from 'vitest'
import type { WatchedTab } from '#workflows/recording/watched.ts'
import { type Finding, findMachine } from './found-machine.ts'

const tab = (
  id: string,
  ...running: readonly (readonly [machine: string, id: string, activeAt: number])[]
): WatchedTab => ({
  id,
  title: id,
  page: '/',
  running: running.map(([machine, session, activeAt]) => ({ machine, id: session, activeAt })),
})

const finding = (tabs: readonly WatchedTab[], changed: Partial<Finding> = {}) =>
  findMachine({
    statechart: 'door',
    isAutomatic: true,
    tabs,
    tab: '',
    machine: undefined,
    until: undefined,
    ...changed,
  })

const tabs = [tab('', ['door', 'x:1', 10], ['lamp', 'x:2', 99]), tab('other', ['door', 'x:1', 20], ['door', 'x:4', 15])]

test('finds the most recently active machine of the workflow in any tab', () => {
  expect(finding(tabs)).toEqual({ tab: 'other', machine: 'x:1' })
  expect(finding([tab('', ['lamp', 'x:2', 99])])).toBeUndefined()
})

test('stays while its machine runs, also if another is more active, and moves on when it ends', () => {
  expect(finding(tabs, { tab: '', machine: 'x:1' })).toBeUndefined()
  expect(finding([tab('', ['door', 'x:7', 30]), tab('other', ['door', 'x:4', 15])], { machine: 'x:1' })).toEqual({
    tab: '',
    machine: 'x:7',
  })
})

test('leaves a person alone who chose, or who paused', () => {
  expect(finding(tabs, { isAutomatic: false })).toBeUndefined()
  expect(finding(tabs, { until: 3 })).toBeUndefined()
})
