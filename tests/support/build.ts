import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What the bundles are made of: a change in any of these makes them stale. */
const sources = ['src', 'server', 'index.html', 'vite.config.ts', 'vite.server.config.ts', 'package.json']
const bundles = ['dist/client/index.html', 'dist/server/main.js']

/** The latest change below a path, in milliseconds since the epoch; 0 when there is nothing. */
function lastChange(path: string): number {
  if (!existsSync(path)) return 0
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return readdirSync(path).reduce((latest, name) => Math.max(latest, lastChange(join(path, name))), 0)
}

/**
 * Builds client and server when a bundle is missing or older than its sources, so that a browser test never meets
 * yesterday's code. `npm test` has built already; this then costs a few milliseconds.
 * @throws Error when the build fails, with its output.
 */
export function ensureBuilt(root: string): void {
  const oldest = Math.min(...bundles.map((path) => lastChange(join(root, path))))
  const newest = Math.max(...sources.map((path) => lastChange(join(root, path))))
  if (oldest >= newest) return
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'build'], { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`npm run build failed:\n${stdout}\n${stderr}`)
}
