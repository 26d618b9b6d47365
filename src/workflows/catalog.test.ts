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

test.each(catalog)('words for states of $name are for states that it has', ({ machine, texts }) => {
  const keys = allNodes(machine.root).map(({ key }) => key)
  expect(Object.keys(texts.states ?? {}).filter((state) => !keys.includes(state))).toEqual([])
})
