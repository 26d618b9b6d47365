import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { lastChange } from './last-change.mjs'

/** Inputs of the bundles: a change in any of them makes the bundles stale. */
const sources = [
  'src',
  'server',
  'generated',
  'public',
  'index.html',
  'vite.config.ts',
  'vite.server.config.ts',
  'postcss.config.cjs',
  'package.json',
]
const bundles = ['dist/client/index.html', 'dist/server/main.js']

/** Whether a bundle is missing or older than its inputs. */
export function isBuildStale(root) {
  const oldest = Math.min(...bundles.map((path) => lastChange(join(root, path))))
  return oldest < Math.max(...sources.map((path) => lastChange(join(root, path))))
}

/**
 * Builds client and server when a bundle is missing or stale.
 * @throws Error with the build's output when it fails
 */
export function ensureBuilt(root) {
  if (!isBuildStale(root)) return
  const { status, stdout, stderr, error } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    encoding: 'utf8',
    // Under Vitest NODE_ENV is 'test', which would bundle React's development build.
    env: { ...process.env, NODE_ENV: 'production' },
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`npm run build failed:\n${stdout ?? ''}\n${stderr ?? error?.message ?? ''}`)
}
