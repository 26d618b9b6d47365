import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** What shows that each set of packages is installed. */
const MARKS = { run: 'vite', develop: 'vitest' }

/**
 * Runs `npm ci` when packages are missing, so one command is enough on a fresh machine. Uses only Node's built-ins, since
 * nothing else is installed yet.
 *
 * @param {'run' | 'develop'} purpose building and running the portal takes half of the packages; tests and benchmarks need
 *   all of them
 * @throws Error when npm fails
 */
export function ensureDependencies(purpose) {
  if (existsSync(`${root}/node_modules/${MARKS[purpose]}/package.json`)) return
  const args = purpose === 'run' ? ['ci', '--omit=dev'] : ['ci']
  console.log(`Installing packages (npm ${args.join(' ')}) …`)
  const { status, error } = spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) throw new Error(`npm ci failed (${error?.message ?? `exit code ${status}`})`)
}
