import { expect, test } from 'vitest'
import { machineFiles } from '#tests/model/harness/machine-files.ts'
import { allNodes, statePath } from '#workflows/model/read-chart.ts'
import { catalog } from './catalog.ts'

test('every machine is in the catalog, by its file', () => {
  expect(catalog.map(({ name }) => name).sort()).toEqual([...machineFiles().keys()].sort())
})

test('titles are unique', () => {
  expect(new Set(catalog.map(({ title }) => title)).size).toBe(catalog.length)
})

test.each(catalog)('every state of $name has a description', ({ machine }) => {
  const bare = allNodes(machine.root).filter(({ description, parent }) => parent !== undefined && !description)
  expect(bare.map(statePath)).toEqual([])
})
