/**
 * `npm start`: runs the portal with its demo district on a machine that has only Node and npm. Installs and builds what
 * is missing or stale, then starts the server. Flags go to the server: `npm start -- --port 5000`.
 */
import { spawn } from 'node:child_process'
import { buildBehindBar } from './lib/build.mjs'
import { installToRun, root } from './lib/dependencies.mjs'
import { passSignalsTo } from './lib/signals.mjs'

try {
  await installToRun()
  await buildBehindBar(root)
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
const args = ['--enable-source-maps', 'dist/server/main.js', '--demo', ...process.argv.slice(2)]
passSignalsTo([spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })])
