import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CHARTS_FOLDER, chartFiles } from './lib/chart-files.ts'
import { root } from './lib/dependencies.mjs'

test('the written statecharts are those of the code: `npm run charts` writes them anew', async () => {
  const folder = join(root, CHARTS_FOLDER)
  const written = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
  const expected = await chartFiles()
  expect([...written.keys()].sort()).toEqual([...expected.keys()].sort())
  expect([...expected].filter(([name, text]) => written.get(name) !== text).map(([name]) => name)).toEqual([])
  // The types of every machine are read anew.
}, 240_000)
