import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { catalog } from './catalog.ts'
import { allNodes, statePath } from './chart/read-chart.ts'

const here = fileURLToPath(new URL('.', import.meta.url))

test('every machine is in the catalog, by its file', () => {
  const files = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.machine.ts'))
  expect(catalog.map(({ name }) => name).sort()).toEqual(
    files.map((file) => file.slice(0, -'.machine.ts'.length)).sort(),
  )
})

test('titles are unique', () => {
  expect(new Set(catalog.map(({ title }) => title)).size).toBe(catalog.length)
})

test.each(catalog)('every state of $name has a description', ({ machine }) => {
  const bare = allNodes(machine.root).filter(({ description, parent }) => parent !== undefined && !description)
  expect(bare.map(statePath)).toEqual([])
})
