/**
 * `npm test`: every check and every test, on a machine that has only Node and npm. Installs what is missing, builds
 * once, runs the checks and the test projects, and ends with one line: `N passed, N failed`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { ensureChromium } from './lib/chromium.mjs'
import { ensureDependencies, root } from './lib/dependencies.mjs'
import { tally } from './lib/tally.mjs'

const output = '.test-output'

/** A test file should take no longer: split it, or find what its tests do twice. */
const FILE_BUDGET_SECONDS = 45

const total = { passed: 0, failed: 0, failures: [], skipped: [], retried: [], files: [] }
const env = { ...process.env }

/** Prints a heading and how long the step took; a step that throws counts as one failure. */
async function step(name, work) {
  console.log(`\n── ${name}`)
  const start = performance.now()
  try {
    await work()
  } catch (error) {
    total.failed += 1
    total.failures.push(`${name}: ${error.message}`)
    console.error(`${name} failed: ${error.message.split('\n')[0]}`)
  }
  console.log(`── ${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`)
}

/** How much of a failed command's error output is repeated at the end, where a long log is read first. */
const REPEATED_LINES = 60

/** @throws Error with the last lines of what the command wrote to its error output */
async function run(command, ...args) {
  const child = spawn(command, args, {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'pipe'],
    // A hanging run is reported as a failure.
    timeout: 60 * 60_000,
    shell: process.platform === 'win32',
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    process.stderr.write(text)
    errors = `${errors}${text}`.split('\n').slice(-REPEATED_LINES).join('\n')
  })
  const [code, signal] = await once(child, 'close')
  if (code === 0) return
  throw new Error(`\`${[command, ...args].join(' ')}\` ended with ${signal ?? `code ${code}`}\n${errors}`.trimEnd())
}

/** Runs one Vitest project and adds up its JSON report. */
async function project(name) {
  const report = `${output}/vitest-${name}.json`
  rmSync(`${root}/${report}`, { force: true })
  let crash
  try {
    await run(
      process.execPath,
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      name,
      '--passWithNoTests',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    )
  } catch (error) {
    crash = error
  }
  const path = `${root}/${report}`
  const counted = tally(existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined, root)
  total.passed += counted.passed
  total.failed += counted.failed
  total.failures.push(...counted.failures)
  total.skipped.push(...counted.skipped)
  total.retried.push(...counted.retried)
  total.files.push(...counted.files)
  // No report, or an error outside any test (an unhandled rejection, a failed global setup).
  if (crash && counted.failed === 0) throw crash
}

await step('dependencies', () => ensureDependencies())
if (total.failed === 0) {
  mkdirSync(`${root}/${output}`, { recursive: true })
  await step('Chromium', () => {
    env.CHROMIUM = ensureChromium()
    console.log(env.CHROMIUM)
  })
  await step('checks', () => run('npm', 'run', '--silent', 'check'))
  await step('build', () => run('npm', 'run', '--silent', 'build'))
  await step('unit tests', () => project('unit'))
  await step('tests from the statecharts', () => project('model'))
  await step('browser tests', () => project('browser'))
}

const byTime = total.files.sort((one, other) => other.seconds - one.seconds)
const isOver = ({ seconds }) => seconds > FILE_BUDGET_SECONDS
const lineOf = (file) =>
  `  ${file.seconds.toFixed(0).padStart(3)} s  ${file.name}${isOver(file) ? '  over budget' : ''}`
console.log(
  `\nSlowest files (budget ${FILE_BUDGET_SECONDS} s, ${byTime.filter(isOver).length} over it):\n` +
    byTime.slice(0, 15).map(lineOf).join('\n'),
)
if (total.skipped.length > 0) console.log(`\nSkipped:\n${total.skipped.map((line) => `  ${line}`).join('\n')}`)
if (total.retried.length > 0) {
  console.log(`\nPassed only when retried (${total.retried.length}):`)
  for (const line of total.retried) console.log(`  ${line}`)
}
if (total.failures.length > 0) console.log(`\nFailed:\n${total.failures.map((line) => `  ${line}`).join('\n')}`)
process.exitCode = total.failed > 0 ? 1 : 0
console.log(`\n${total.passed} passed, ${total.failed} failed`)
