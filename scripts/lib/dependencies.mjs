import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The checkout's root. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Installs the packages of package-lock.json when node_modules is missing, so that one command is enough on a fresh
 * machine. Uses Node's built-ins alone: nothing else is there yet.
 * @throws Error when npm fails.
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
