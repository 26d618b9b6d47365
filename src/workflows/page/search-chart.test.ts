import { expect, test } from 'vitest'
import { ptoRequestMachine } from '#machines/time-off/pto-request.machine.ts'
import { workflow } from '#machines/time-off/pto-request.workflow.ts'
import { findState, toGraph } from '#workflows/model/chart-graph.ts'
import { codeNames, wordNamesOf } from '#workflows/model/chart-names.ts'
import { searchChart, statesFound } from './search-chart.ts'

const words = toGraph(ptoRequestMachine, wordNamesOf(workflow))
const code = toGraph(ptoRequestMachine, codeNames)
const search = (text: string) =>
  statesFound(words, searchChart([words, code], text)).map((id) => findState(words, id)?.label)

test('finds states by name and description, and events by their source state, in words or code, ignoring case', () => {
  expect(search('WITHDRAWN')).toEqual(['Withdrawn'])
  expect(search('requester withdrew')).toEqual(['Withdrawn'])
  expect(search('withdraw provider requested')).toEqual(['Pending'])
  expect(search('request.withdraw')).toEqual(['Pending'])
  expect(search('isAdministrator')).toEqual(['Pending', 'Accepted', 'Return requested'])
})

test('finds nothing without a match or without words', () => {
  expect(search('  ')).toEqual([])
  expect(search('withdraw elephant')).toEqual([])
})
