import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { lastChange } from './last-change.mjs'
import { runBehindBar } from './progress.mjs'

/** Inputs of the bundles: a change in any of them makes the bundles stale. */
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
/** What only the client has; a build writes some of it while it bundles the server. */
const clientSources = ['generated/coverage.json', 'generated/event-schemas', 'generated/icons']

/** Whether a bundle is missing or older than its inputs. */
export function isBuildStale(root) {
  const changeOf = (...paths) => Math.max(...paths.map((path) => lastChange(join(root, path))))
  return (
    changeOf('dist/server/main.js') < changeOf(...sources) ||
    changeOf('dist/client/index.html') < changeOf(...sources, ...clientSources)
  )
}

const buildOptions = (root) => ({
  cwd: root,
  // Under Vitest NODE_ENV is 'test', which would bundle React's development build.
  env: { ...process.env, NODE_ENV: 'production' },
  shell: process.platform === 'win32',
})

/** What a build writes, one after another. */
const steps = ['dist/server/main.js', 'dist/server/database.tar.gz', 'dist/client/index.html']

/**
 * Builds client and server when a bundle is missing or stale, behind a bar.
 * @throws Error with the build's output when it fails
 */
export async function buildBehindBar(root) {
  if (!isBuildStale(root)) return
  const startedAt = Date.now()
  const share = () => steps.filter((path) => lastChange(join(root, path)) > startedAt).length / steps.length
  await runBehindBar('Building', 'npm', ['run', '--silent', 'build'], buildOptions(root), share)
}

/**
 * Builds client and server when a bundle is missing or stale.
 * @throws Error with the build's output when it fails
 */
export function ensureBuilt(root) {
  if (!isBuildStale(root)) return
  const { status, stdout, stderr, error } = spawnSync('npm', ['run', '--silent', 'build'], {
    ...buildOptions(root),
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`npm run build failed:\n${stdout ?? ''}\n${stderr ?? error?.message ?? ''}`)
}
