import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runBehindBar } from './progress.mjs'

// Uses only Node's built-ins, so that one command is enough on a fresh machine.

export const root = fileURLToPath(new URL('../..', import.meta.url))

const npmOptions = { cwd: root, shell: process.platform === 'win32' }

const isInstalled = (name) => existsSync(`${root}/node_modules/${name}/package.json`)

/**
 * Installs what building and running the portal takes, half of the packages, if it is missing.
 * @throws Error with npm's output when it fails
 */
export async function installToRun() {
  if (isInstalled('vite') && isInstalled('typescript')) return
  const { packages } = JSON.parse(readFileSync(`${root}/package-lock.json`, 'utf8'))
  const places = Object.keys(packages).filter(
    (place) => place !== '' && !packages[place].dev && !packages[place].optional,
  )
  const share = () => places.filter((place) => existsSync(`${root}/${place}/package.json`)).length / places.length
  await runBehindBar('Installing packages', 'npm', ['ci', '--omit=dev'], npmOptions, share)
}

/**
 * Installs all packages, which tests and benchmarks need, if they are missing.
 * @throws Error when npm fails
 */
export function ensureDependencies() {
  if (isInstalled('vitest')) return
  console.log('Installing packages (npm ci) …')
  const { status, error } = spawnSync('npm', ['ci'], { ...npmOptions, stdio: 'inherit' })
  if (status !== 0) throw new Error(`npm ci failed (${error?.message ?? `exit code ${status}`})`)
}
