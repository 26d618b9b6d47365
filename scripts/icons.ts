/** `npm run icons`: writes the icons that modules import to src/ui/icons/, and deletes those that none imports. */
import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './lib/dependencies.mjs'
import { ICONS, iconFiles } from './lib/icon-files.ts'

const folder = join(root, ICONS)
const files = iconFiles()
for (const name of readdirSync(folder)) if (name.endsWith('.ts')) rmSync(join(folder, name))
for (const [name, text] of files) writeFileSync(join(folder, name), text)
const { status } = spawnSync(process.execPath, ['node_modules/@biomejs/biome/bin/biome', 'format', '--write', ICONS], {
  cwd: root,
  stdio: 'inherit',
})
process.exitCode = status ?? 1
