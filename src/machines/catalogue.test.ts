import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { catalogue } from './catalogue.ts'
import { allNodes, statePath } from './chart/read-chart.ts'

const here = fileURLToPath(new URL('.', import.meta.url))

test('every machine is in the catalogue, by its file', () => {
  const files = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.machine.ts'))
  expect(catalogue.map(({ name }) => name).sort()).toEqual(
    files.map((file) => file.slice(0, -'.machine.ts'.length)).sort(),
  )
})

test('titles are unique', () => {
  expect(new Set(catalogue.map(({ title }) => title)).size).toBe(catalogue.length)
})

test.each(catalogue)('every state of $name has a description', ({ machine }) => {
  const bare = allNodes(machine.root).filter(({ description, parent }) => parent !== undefined && !description)
  expect(bare.map(statePath)).toEqual([])
})
