/** `npm run charts`: writes every statechart, generated from the code, to docs/workflows/ and generated/. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHARTS_FOLDER, COVERAGE_PAGE } from '#tests/model/harness/output.ts'
import { chartFiles } from './lib/chart-files.ts'
import { root } from './lib/dependencies.mjs'
import { ensureGenerated, GENERATED_WORKFLOWS } from './lib/generated.mjs'

const folder = join(root, CHARTS_FOLDER)
const files = await chartFiles()
for (const name of readdirSync(folder)) if (name !== COVERAGE_PAGE) rmSync(join(folder, name))
for (const [name, text] of files) writeFileSync(join(folder, name), text)
ensureGenerated(root)
process.stdout.write(`${files.size} files in ${CHARTS_FOLDER}; JSON in ${GENERATED_WORKFLOWS}\n`)
