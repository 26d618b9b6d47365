/** Plants each mistake of tests/model/planted/, runs the tests that must fail, and says which ones did not. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { z } from 'zod'
import { withMistake } from '#tests/model/harness/planted-plugin.ts'
import { type Mistake, textOf } from '#tests/model/planted/mistake.ts'
import { mistakes } from '#tests/model/planted/mistakes.ts'
// biome-ignore lint/style/noRestrictedImports: the configuration of the build has no alias
import clientConfig from '../../vite.config.ts'
import { ensureBuilt } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { root } from './dependencies.mjs'

const OUTPUT = join(root, '.test-output')
/** What must be true of the list of mistakes, such as that the text of each occurs in its file. */
const CHECKS = 'tests/model/planted/planted.test.ts'
/** Several may run at the same time. */
const CLIENT = join(OUTPUT, `planted-client-${process.pid}`)
const REPORT = join(OUTPUT, `planted-run-${process.pid}.json`)

/** Most mistakes show as a wait that times out, so the wait is shorter than usual. */
const PATIENCE = 20_000

interface Result {
  readonly mistake: Mistake
  readonly seconds: number
  /** What failed; undefined if the mistake was missed. */
  readonly failure: string | undefined
}

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      assertionResults: z.array(
        z.object({
          status: z.string(),
          ancestorTitles: z.array(z.string()),
          failureMessages: z.array(z.string()).optional(),
        }),
      ),
    }),
  ),
})

const print = (line: string) => process.stdout.write(`${line}\n`)

const testFileOf = (description: string) => `tests/model/${description.split('/').at(-1)}.model.test.ts`

const testFilesOf = (planted: readonly Mistake[]) => [...new Set(planted.map(({ fails }) => testFileOf(fails)))]

const vitest = (files: readonly string[], env: NodeJS.ProcessEnv, ...flags: string[]) =>
  spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 'model', ...files, '--passWithNoTests', ...flags],
    { cwd: root, encoding: 'utf8', env: { ...process.env, ...env } },
  )

/** Compressing the files would double the time of a build. */
const isNeeded = (plugin: unknown): plugin is Plugin =>
  typeof plugin === 'object' && plugin !== null && !('name' in plugin && String(plugin.name).includes('compression'))

async function buildWith(mistake: Mistake): Promise<void> {
  const clientBuild = clientConfig({ command: 'build', mode: 'production' })
  await build({
    ...clientBuild,
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [withMistake(root, mistake), ...[clientBuild.plugins].flat(3).filter(isNeeded)],
    build: { ...clientBuild.build, outDir: CLIENT, emptyOutDir: true, sourcemap: false, minify: false },
  })
}

/** Runs browser runs; returns why one failed, or undefined if all passed. */
function failureInBrowser(files: readonly string[], client?: string): string | undefined {
  rmSync(REPORT, { force: true })
  const env = {
    CHROMIUM: ensureChromium(),
    ...(client !== undefined && { CLIENT_FOLDER: client, PATIENCE: String(PATIENCE) }),
  }
  const flags = ['-t', 'in the browser', '--bail=1', '--reporter=json', `--outputFile.json=${REPORT}`]
  const { status, stdout, stderr } = vitest(files, env, ...flags)
  const { testResults } = reportSchema.parse(existsSync(REPORT) ? JSON.parse(readFileSync(REPORT, 'utf8')) : {})
  const tests = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ ancestorTitles }) => ancestorTitles.includes('in the browser'))
  if (status === 0 && tests.some((test) => test.status === 'passed')) return undefined
  const failed = tests.find((test) => test.status === 'failed')
  if (failed) return failed.failureMessages?.[0]?.split('\n')[0] ?? 'It failed.'
  throw new Error(`The browser run of ${files.join(', ')} has no result:\n${stdout}\n${stderr}`)
}

async function* tryEach(planted: readonly Mistake[]): AsyncGenerator<Result> {
  ensureBuilt(root)
  print('The browser runs without a mistake …')
  const failure = failureInBrowser(testFilesOf(planted))
  if (failure !== undefined)
    throw new Error(`A browser run fails without any mistake, so it would prove nothing with one: ${failure}`)
  mkdirSync(OUTPUT, { recursive: true })
  for (const mistake of planted) {
    const start = performance.now()
    await buildWith(mistake)
    const noticed = failureInBrowser([testFileOf(mistake.fails)], CLIENT)
    yield { mistake, failure: noticed, seconds: (performance.now() - start) / 1000 }
  }
  rmSync(CLIENT, { recursive: true, force: true })
  rmSync(REPORT, { force: true })
}

/** `src/screens/schedule/calendar-grid.tsx:83` */
function placeOf(mistake: Mistake): string {
  const source = readFileSync(join(root, mistake.file), 'utf8')
  return `${mistake.file}:${source.slice(0, source.search(textOf(mistake))).split('\n').length}`
}

/**
 * Plants the mistakes one at a time, never in the working tree, and prints a line for each.
 *
 * @param asked names of mistakes or workflows (`calendar`), or kinds; all if empty
 * @returns whether all were caught, except for those that say why they are missed
 */
export async function plant(asked: readonly string[]): Promise<boolean> {
  const isAsked = ({ name, kind, fails }: Mistake) =>
    asked.length === 0 || [name, kind, fails, fails.split('/').at(-1)].some((one) => asked.includes(one ?? ''))
  const planted = mistakes.filter(isAsked)
  if (planted.length === 0) {
    print(`No mistake is planted in the screens of ${asked.join(', ')}.`)
    return true
  }
  const { status, stdout, stderr } = vitest([CHECKS], { MODEL_RUN: 'planted' })
  if (status !== 0) {
    print(`Not every mistake can be planted:\n${stdout}\n${stderr}`)
    return false
  }
  let isRight = true
  let caught = 0
  for await (const { mistake, failure, seconds } of tryEach(planted)) {
    const { name, kind, fails, harm, missed } = mistake
    const isCaught = failure !== undefined
    if (isCaught) caught += 1
    if (isCaught !== (missed === undefined)) isRight = false
    const word = isCaught ? 'caught' : 'MISSED'
    print(`${word}  ${seconds.toFixed(1).padStart(5)} s  ${kind.padEnd(7)}  ${fails}  ${name}  ${placeOf(mistake)}`)
    if (isCaught) print(`        ${failure.slice(0, 160)}`)
    else print(`        ${harm} ${missed === undefined ? '' : `Known: ${missed}`}`.trimEnd())
    if (isCaught && missed !== undefined) print('        It says that it is missed: remove the reason.')
  }
  print(`${caught} of ${planted.length} caught`)
  return isRight
}
