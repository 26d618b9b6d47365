import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { linesOf } from '#tests/model/harness/coverage-page.ts'
import { CHARTS_FOLDER, COVERAGE_PAGE } from '#tests/model/harness/output.ts'
import { catalog } from '#workflows/catalog.ts'
import { readShare, TOGETHER } from '#workflows/coverage/coverage.ts'
import { readChart } from '#workflows/model/read-chart.ts'
import { chartPages } from './lib/chart-files.ts'
import { root } from './lib/dependencies.mjs'

const folder = join(root, CHARTS_FOLDER)
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

test('the committed statecharts match the code: `npm run charts` updates them', () => {
  const expected = chartPages()
  expect(readdirSync(folder).sort()).toEqual([...expected.keys(), COVERAGE_PAGE].sort())
  expect([...expected].filter(([name, text]) => read(name) !== text).map(([name]) => name)).toEqual([])
})

test('the coverage page matches the workflows: `npm run test:model` updates it', () => {
  const lines = linesOf(read(COVERAGE_PAGE))
  expect([...lines.keys()]).toEqual([...catalog.map(({ title }) => title), TOGETHER])
  const counts = catalog.map(({ title }) => [
    title,
    ...(lines.get(title)?.slice(1, 4) ?? []).map((text) => readShare(text)?.all),
  ])
  const inCode = catalog.map(({ title, machine }) => {
    const { states, transitions, refusals } = readChart(machine)
    return [title, states.length, transitions.length, refusals.length]
  })
  expect(counts).toEqual(inCode)
})
