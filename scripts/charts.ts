/**
 * `npm run charts`: writes every statechart, generated from the code, to docs/workflows/, and as drawings and XState JSON to
 * generated/workflows/. With `-- --release`, also keeps them as a version to compare later ones with. With `-- --search`,
 * looks for the best layout of each instead, which takes some minutes.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { CHARTS_FOLDER, COVERAGE_PAGE } from '#tests/model/harness/output.ts'
import { catalog } from '#workflows/catalog.ts'
import { toXStateJson } from '#workflows/exports/xstate-json.ts'
import { chartDrawings, chartPages, fileOf } from './lib/chart-files.ts'
import { root } from './lib/dependencies.mjs'
import { writeRelease } from './lib/release-file.ts'

if (process.argv.includes('--search')) {
  const { CHOICES_FILE, searchLayouts } = await import('./lib/search-layouts.ts')
  writeFileSync(join(root, CHOICES_FILE), await searchLayouts((line) => process.stdout.write(`${line}\n`)))
  process.stdout.write(`Wrote ${CHOICES_FILE}; run npm run charts for the drawings\n`)
  process.exit(0)
}

const GENERATED_WORKFLOWS = join(root, 'generated/workflows')

const folder = join(root, CHARTS_FOLDER)
const pages = chartPages()
for (const name of readdirSync(folder)) if (name !== COVERAGE_PAGE) rmSync(join(folder, name))
for (const [name, text] of pages) writeFileSync(join(folder, name), text)
rmSync(GENERATED_WORKFLOWS, { recursive: true, force: true })
mkdirSync(GENERATED_WORKFLOWS, { recursive: true })
for (const workflow of catalog) {
  const json = JSON.stringify(toXStateJson(workflow.machine), undefined, 2)
  writeFileSync(join(GENERATED_WORKFLOWS, `${fileOf(workflow)}.json`), `${json}\n`)
}
for (const [name, text] of await chartDrawings()) writeFileSync(join(GENERATED_WORKFLOWS, name), text)
process.stdout.write(
  `${pages.size} pages in ${CHARTS_FOLDER}; drawings and XState JSON in ${relative(root, GENERATED_WORKFLOWS)}\n`,
)
if (process.argv.includes('--release')) {
  const path = writeRelease(root, new Date(), catalog)
  process.stdout.write(`The release's statecharts: ${relative(root, path)}\n`)
}
