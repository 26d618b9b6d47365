/** `npm run charts`: writes every statechart of the portal to docs/workflows/, as the code has it now. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHARTS_FOLDER, chartFiles } from './lib/chart-files.ts'
import { root } from './lib/dependencies.mjs'

const folder = join(root, CHARTS_FOLDER)
const files = await chartFiles()
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const [name, text] of files) writeFileSync(join(folder, name), text)
process.stdout.write(`${files.size} files in ${CHARTS_FOLDER}\n`)
