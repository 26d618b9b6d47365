import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import { catalog } from '#workflows/catalog.ts'
import { machineOf } from '#workflows/coverage/coverage.ts'
import { behavior } from './behavior.ts'
import { descriptionProblems } from './check.ts'
import { type CoveredElsewhere, coveredElsewhereProblems, reasonText } from './covered-elsewhere.ts'
import type { BrowserRun, ModelDescription } from './description.ts'
import { explore, type Path } from './explore.ts'
import { checkMutants } from './mutation-check.ts'
import { outputFolder } from './output.ts'
import { projectionProblems } from './projection.ts'
import { hashOf, readReviewed } from './reviewed.ts'
import { browserRun, machineRun } from './run.ts'
import { brokenStates, type Holds, holdsOf } from './sight.ts'
import { checkValueMutants } from './value-mutation-check.ts'

/** A description that says how its machine is run in a browser, or why it isn't. */
type Described<TMachine extends AnyStateMachine, TWorld> = Omit<ModelDescription<TMachine, TWorld>, 'browser'> & {
  /** Only evaluated in a browser run. Otherwise why there is none, and the tests that have a user cause its events. */
  browser: (() => BrowserRun<TMachine, TWorld>) | CoveredElsewhere<TMachine>
}

/** For all mutants of the largest machine on a busy computer. */
const MUTANTS_TIMEOUT = 20 * 60_000

const names = catalog.map((workflow) => workflow.name)

/**
 * Registers the tests generated from a machine's description: the description is complete, the machine matches its
 * stored behavior table, every path runs on the machine, a covering set of paths runs in a browser and sends the stored
 * requests (unless MODEL_RUN=machine), and nothing was missed without a stated reason. MODEL_RUN=mutants registers only the
 * tests that catch mutants: they test the tests, and cost more.
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
    ...(run || typeof browser !== 'function' ? {} : { browser: browser() }),
  }
  const model = explore(description)
  const holds: Holds = holdsOf<TMachine>(description)
  const onMachine = machineRun(description, model)
  const inBrowser = description.browser && browserRun(description, model, join(outputFolder, `path-${file}`))
  const report = () => ({
    machine: onMachine.report(),
    browser: inBrowser?.report() ?? (typeof browser === 'function' ? 'not in this run' : reasonText(browser)),
  })

  /** A further description of a machine need not catch what the first one does. */
  const isFirst = machineOf(name, names) === name
  const mutants = () => {
    if (!isFirst) return
    test(
      'mutants are caught',
      () => {
        const checked = checkMutants(description, model)
        writeReport('mutants', file, checked)
        expect(checked.survivors, 'these survive').toEqual([])
        expect(checked.stale, 'these excuses are stale').toEqual([])
      },
      MUTANTS_TIMEOUT,
    )
  }
  const valueMutants = () => {
    if (!isFirst) return
    test(
      'value mutants are tried',
      async () => {
        const checked = await checkValueMutants(description, model)
        writeReport('value-mutants', file, checked)
        expect(checked.stale, 'these excuses are stale').toEqual([])
      },
      MUTANTS_TIMEOUT,
    )
  }
  if (run === 'mutants') {
    describe(name, () => {
      mutants()
      valueMutants()
    })
    return
  }

  describe(name, () => {
    test('the description is complete', () => {
      expect([
        ...descriptionProblems(description, model),
        ...(typeof browser === 'function' ? [] : coveredElsewhereProblems(browser, description, model)),
      ]).toEqual([])
    })

    test('states that `project` calls the same can do the same', () => {
      expect(projectionProblems(description, model)).toEqual([])
    })

    test('the machine matches its behavior table', async () => {
      await matchesTable(behavior(model), `behavior/${file}.txt`)
    })

    test('what must be true in a state is true, whichever path led there', () => {
      expect(brokenStates(model, holds)).toEqual([])
    })

    describe('on the machine', () => {
      const steps = onMachine.paths.reduce((sum, path) => sum + path.steps.length, 0)
      test(`every event and case in every state: ${onMachine.paths.length} walks, ${steps} steps`, async () => {
        for (const path of onMachine.paths) await onMachine.play(path)
      })

      test('covers every state, transition and refusal', () => {
        expect(onMachine.problems()).toEqual([])
      })
    })

    if (inBrowser)
      describe('in the browser', () => {
        const title = (path: Path) => [path.start.name || 'start', ...path.steps.map(({ label }) => label)].join(' → ')
        for (const [at, path] of inBrowser.paths.entries())
          test(`path ${at + 1}: ${title(path)}`, () => inBrowser.play(path))

        test('covers every state and transition', () => {
          expect(inBrowser.problems()).toEqual([])
        })

        if (description.browser?.calls)
          test('its calls send what the table of requests says', async () => {
            await matchesTable(inBrowser.requests.text(), `requests/${file}.txt`)
          })
      })

    afterAll(() => {
      const problems = [...onMachine.problems(), ...(inBrowser?.problems() ?? [])]
      const isComplete = problems.length === 0 && run === undefined
      writeReport('model-coverage', file, { name, ...report(), isComplete })
    })
  })
}

/**
 * Compares with a stored table; -u replaces it, and then `npm run reviewed` shows what changed and accepts it. A new one
 * fails once, so that someone reads it.
 *
 * @param file in tests/model/
 */
async function matchesTable(text: string, file: string): Promise<void> {
  const path = join(import.meta.dirname, '..', file)
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    throw new Error(`tests/model/${file} is new. Read it, then accept it with npm run reviewed:\n\n${text}`)
  }
  await expect(text).toMatchFileSnapshot(path)
  expect(hashOf(text), `tests/model/${file} changed: run npm run reviewed, and read what it shows`).toBe(
    readReviewed().get(file),
  )
}

function writeReport(folder: string, file: string, report: object): void {
  mkdirSync(join(outputFolder, folder), { recursive: true })
  writeFileSync(join(outputFolder, folder, `${file}.json`), JSON.stringify(report, null, 2))
}
