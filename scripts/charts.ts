/**
 * `npm run charts`: writes every statechart, generated from the code, to docs/workflows/ and generated/. With
 * `-- --release`, also keeps them as a version to compare later ones with. With `-- --search`, looks for the best layout
 * of each instead, which takes some minutes.
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { catalog } from '#machines/catalog.ts'
import { CHARTS_FOLDER, COVERAGE_PAGE } from '#tests/model/harness/output.ts'
import { chartFiles } from './lib/chart-files.ts'
import { root } from './lib/dependencies.mjs'
import { ensureGenerated, GENERATED_WORKFLOWS } from './lib/generated.mjs'
import { writeRelease } from './lib/release-file.ts'

if (process.argv.includes('--search')) {
  const { CHOICES_FILE, searchLayouts } = await import('./lib/search-layouts.ts')
  writeFileSync(join(root, CHOICES_FILE), await searchLayouts((line) => process.stdout.write(`${line}\n`)))
  process.stdout.write(`Wrote ${CHOICES_FILE}; run npm run charts for the drawings\n`)
  process.exit(0)
}

const folder = join(root, CHARTS_FOLDER)
const files = await chartFiles()
for (const name of readdirSync(folder)) if (name !== COVERAGE_PAGE) rmSync(join(folder, name))
for (const [name, text] of files) writeFileSync(join(folder, name), text)
ensureGenerated(root)
process.stdout.write(`${files.size} files in ${CHARTS_FOLDER}; JSON in ${GENERATED_WORKFLOWS}\n`)
if (process.argv.includes('--release')) {
  const path = writeRelease(root, new Date(), catalog)
  process.stdout.write(`The release's statecharts: ${relative(root, path)}\n`)
}
