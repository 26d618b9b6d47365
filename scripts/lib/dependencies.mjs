import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Runs `npm ci` when node_modules is missing, so one command is enough on a fresh machine. Uses only Node's built-ins,
 * since nothing else is installed yet.
 * @throws Error when npm fails
 */
export function ensureDependencies() {
  if (existsSync(`${root}/node_modules/vite/package.json`)) return
  console.log('Installing dependencies (npm ci) …')
  const { status, error } = spawnSync('npm', ['ci'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`npm ci failed (${error?.message ?? `exit code ${status}`})`)
}
