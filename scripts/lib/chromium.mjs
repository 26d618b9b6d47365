import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

/** The headless shell is the same engine without the browser UI, at a quarter less work. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The path of an executable, looked up on PATH unless it already is a path; undefined if not found. */
function executable(name) {
  const candidates = isAbsolute(name)
    ? [name]
    : (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name))
  return candidates.find((path) => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/**
 * The path of Chromium or Chrome: $CHROMIUM if set, else the first known name on PATH.
 * @throws Error when $CHROMIUM is not an executable
 */
export function findChromium() {
  const chosen = process.env.CHROMIUM
  if (!chosen) return names.map(executable).find(Boolean)
  const path = executable(chosen)
  if (!path) throw new Error(`CHROMIUM is set to ${chosen}, which is not an executable file.`)
  return path
}

/**
 * The path of Chromium. Installs it first where that needs no prompt (Debian or Ubuntu, as root).
 * @throws Error that says what to install
 */
export function ensureChromium() {
  const found = findChromium()
  if (found) return found
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    console.log('Installing Chromium (apt-get) …')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const run = (...args) => spawnSync('apt-get', args, { stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0
    // A partly unreachable index may still have the package: let the installation decide.
    run('update')
    for (const name of ['chromium-headless-shell', 'chromium']) {
      run('install', '--yes', '--no-install-recommends', name, 'fonts-liberation')
      const installed = findChromium()
      if (installed) return installed
    }
  }
  throw new Error('The browser tests need Chromium or Chrome: install one, or set CHROMIUM to its path.')
}
