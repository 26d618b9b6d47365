import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import { catalog } from '#machines/catalog.ts'
import { machineOf } from '#machines/chart/coverage.ts'
import { behavior } from './behavior.ts'
import { descriptionProblems } from './check.ts'
import type { BrowserRun, ModelDescription } from './description.ts'
import { explore, type Path } from './explore.ts'
import { mutantsOf } from './mutants.ts'
import { checkMutants, sampled } from './mutation-check.ts'
import { outputFolder } from './output.ts'
import { isRefused } from './paths.ts'
import { browserRun, machineRun } from './run.ts'

/** What a path tests: its last step. */
function aim({ steps }: Path): string {
  const last = steps.at(-1)
  if (!last) return 'starts'
  return isRefused(last) ? 'refusals' : last.label
}

/** A description that says how its machine is run in a browser, or why it isn't. */
type Described<TMachine extends AnyStateMachine, TWorld> = Omit<ModelDescription<TMachine, TWorld>, 'browser'> & {
  /** Only evaluated in a browser run. A string says where a user's view of the machine is tested instead. */
  browser: (() => BrowserRun<TMachine, TWorld>) | string
}

/** A full run tries one in this many mutants; `npm run test:mutants` tries all. */
const MUTANTS_IN_SUITE = 10

/** For all mutants of the largest machine on a busy computer. */
const MUTANTS_TIMEOUT = 20 * 60_000

const names = catalog.map((workflow) => workflow.name)

/**
 * Registers the tests generated from a machine's description: the description is complete, the machine matches its
 * stored behavior table, every path runs on the machine, a covering set of paths runs in a browser (unless
 * MODEL_RUN=machine), nothing was missed without a stated reason, and mutants are caught (all of them, and nothing
 * else, if MODEL_RUN=mutants).
 */
export function modelTests<TMachine extends AnyStateMachine, TWorld>({
  browser,
  ...rest
}: Described<TMachine, TWorld>): void {
  const { name } = rest
  const file = name.replaceAll('/', '-')
  const run = process.env.MODEL_RUN
  const description: ModelDescription<TMachine, TWorld> = {
    ...rest,
    ...(typeof browser === 'string' || run ? {} : { browser: browser() }),
  }
  const model = explore(description)
  const onMachine = machineRun(description, model)
  const inBrowser = description.browser && browserRun(description, model, join(outputFolder, `path-${file}`))
  const report = () => ({
    machine: onMachine.report(),
    browser: inBrowser?.report() ?? (typeof browser === 'string' ? browser : 'not in this run'),
  })

  /** A further description of a machine need not catch what the first one does. */
  const isFirst = machineOf(name, names) === name
  const mutants = () => {
    if (!isFirst) return
    test(
      'mutants are caught',
      () => {
        const all = mutantsOf(model.machine)
        const checked = checkMutants(description, model, run === 'mutants' ? all : sampled(all, MUTANTS_IN_SUITE))
        if (run === 'mutants') writeReport('mutants', file, checked)
        expect(checked.survivors, 'these survive').toEqual([])
        expect(checked.stale, 'these excuses are stale').toEqual([])
      },
      MUTANTS_TIMEOUT,
    )
  }
  if (run === 'mutants') {
    describe(name, mutants)
    return
  }

  describe(name, () => {
    test('the description is complete', () => {
      expect(descriptionProblems(description, model)).toEqual([])
    })

    test('the machine matches its behavior table', async () => {
      await expect(behavior(model)).toMatchFileSnapshot(`./behavior/${file}.txt`)
    })

    describe('on the machine', () => {
      for (const label of new Set(onMachine.paths.map(aim))) {
        const paths = onMachine.paths.filter((path) => aim(path) === label)
        test(`${label}: ${paths.length} ${paths.length === 1 ? 'path' : 'paths'}`, async () => {
          for (const path of paths) await onMachine.play(path)
        })
      }

      test('covers every state, transition and refusal', () => {
        expect(onMachine.problems()).toEqual([])
      })
    })

    mutants()

    if (inBrowser)
      describe('in the browser', () => {
        const title = (path: Path) => [path.start.name || 'start', ...path.steps.map(({ label }) => label)].join(' → ')
        for (const [at, path] of inBrowser.paths.entries())
          test(`path ${at + 1}: ${title(path)}`, () => inBrowser.play(path))

        test('covers every state and transition', () => {
          expect(inBrowser.problems()).toEqual([])
        })
      })

    afterAll(() => {
      const problems = [...onMachine.problems(), ...(inBrowser?.problems() ?? [])]
      const isComplete = problems.length === 0 && run === undefined
      writeReport('model-coverage', file, { name, ...report(), isComplete })
    })
  })
}

function writeReport(folder: string, file: string, report: object): void {
  mkdirSync(join(outputFolder, folder), { recursive: true })
  writeFileSync(join(outputFolder, folder, `${file}.json`), JSON.stringify(report, null, 2))
}
