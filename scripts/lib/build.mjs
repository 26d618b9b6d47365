import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What the bundles are made of: a change in any of these makes them stale. */
const sources = [
  'src',
  'server',
  'public',
  'index.html',
  'vite.config.ts',
  'vite.server.config.ts',
  'postcss.config.cjs',
  'package.json',
]
const bundles = ['dist/client/index.html', 'dist/server/main.js']

const isTest = (name) => /\.test\.tsx?$/.test(name)

/** The latest change below a path, in milliseconds since the epoch; 0 when there is nothing. */
function lastChange(path) {
  if (!existsSync(path)) return 0
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return readdirSync(path)
    .filter((name) => !isTest(name))
    .reduce((latest, name) => Math.max(latest, lastChange(join(path, name))), 0)
}

/** Whether a bundle is missing or older than what it is made of. */
export function isBuildStale(root) {
  const oldest = Math.min(...bundles.map((path) => lastChange(join(root, path))))
  return oldest < Math.max(...sources.map((path) => lastChange(join(root, path))))
}

/**
 * Builds client and server when a bundle is missing or older than its sources, so that nobody meets yesterday's code.
 * @throws Error when the build fails, with its output.
 */
export function ensureBuilt(root) {
  if (!isBuildStale(root)) return
  const { status, stdout, stderr, error } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    encoding: 'utf8',
    // Under Vitest it is 'test', which would bundle React's development build.
    env: { ...process.env, NODE_ENV: 'production' },
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`npm run build failed:\n${stdout ?? ''}\n${stderr ?? error?.message ?? ''}`)
}
