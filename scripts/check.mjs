/** `npm run check`: types on one core, and meanwhile on another the imports between areas, the
 * linter, and then unused files and exports. */
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { checkAreas } from './lib/areas.mjs'
import { root } from './lib/dependencies.mjs'
import { prepareIcons } from './lib/icons.mjs'

// Each further checker does part of the others' work again: two take 1.7 times the CPU time of one, four 2.5 times.
const checkers = Math.min(4, Math.max(1, availableParallelism() - 1))

/** Runs a program of the dependencies, and prints what it said once it has ended; resolves to whether it succeeded. */
const run = (name, ...args) =>
  new Promise((resolve) => {
    const child = spawn('npx', ['--no-install', name, ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    })
    const output = []
    child.stdout.on('data', (chunk) => output.push(chunk))
    child.stderr.on('data', (chunk) => output.push(chunk))
    child.on('error', (error) => output.push(Buffer.from(`${name}: ${error.message}\n`)))
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(output))
      resolve(code === 0)
    })
  })

const lint = async () => {
  const upward = checkAreas()
  process.stdout.write(upward)
  const isClean = await run('biome', 'check', '--error-on-warnings', '.')
  return (await run('knip')) && isClean && upward === ''
}

prepareIcons(root)
const succeeded = await Promise.all([run('tsc', '--noEmit', '--checkers', String(checkers)), lint()])
if (succeeded.includes(false)) process.exitCode = 1
