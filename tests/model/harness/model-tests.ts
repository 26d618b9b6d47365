import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import { behaviour } from './behaviour.ts'
import { descriptionProblems } from './check.ts'
import type { ModelDescription } from './description.ts'
import { explore, type Path } from './explore.ts'
import { isRefused } from './paths.ts'
import { browserRun, machineRun } from './run.ts'

/** Where reports and pictures of failed paths go, below the project's folder; git ignores it. */
export const outputFolder = '.test-output'
export const reportsFolder = `${outputFolder}/model-coverage`

/** What a path is there for: its last step. */
function aim({ steps }: Path): string {
  const last = steps.at(-1)
  if (!last) return 'starts'
  return isRefused(last) ? 'what is refused' : last.label
}

/**
 * Registers the tests that follow from a machine's description: that the description is complete, that the machine
 * behaves as its table beside the tests says, every path on the machine alone, a covering set of paths in a browser
 * (unless MODEL_RUN=machine), and that nothing was missed without a stated reason.
 */
export function modelTests<TMachine extends AnyStateMachine, TWorld>(
  description: ModelDescription<TMachine, TWorld>,
): void {
  const { name } = description
  const file = name.replaceAll('/', '-')
  const model = explore(description)
  const onMachine = machineRun(description, model)
  const inBrowser =
    description.browser && process.env.MODEL_RUN !== 'machine'
      ? browserRun(description, model, join(outputFolder, `path-${file}`))
      : undefined

  describe(name, () => {
    test('the description is complete', () => {
      expect(descriptionProblems(description, model)).toEqual([])
    })

    test('the machine does what its table says', async () => {
      await expect(behaviour(model)).toMatchFileSnapshot(`./behaviour/${file}.txt`)
    })

    describe('on the machine', () => {
      for (const label of new Set(onMachine.paths.map(aim))) {
        const paths = onMachine.paths.filter((path) => aim(path) === label)
        test(`${label}: ${paths.length} ${paths.length === 1 ? 'path' : 'paths'}`, async () => {
          for (const path of paths) await onMachine.play(path)
        })
      }

      test('meets every state, transition and refusal', () => {
        expect(onMachine.problems()).toEqual([])
      })
    })

    if (inBrowser)
      describe('in the browser', () => {
        const title = (path: Path) => [path.start.name || 'start', ...path.steps.map(({ label }) => label)].join(' → ')
        for (const [at, path] of inBrowser.paths.entries())
          test(`path ${at + 1}: ${title(path)}`, () => inBrowser.play(path))

        test('meets every state and transition', () => {
          expect(inBrowser.problems()).toEqual([])
        })
      })

    afterAll(() => {
      const report = { name, machine: onMachine.report(), ...(inBrowser ? { browser: inBrowser.report() } : {}) }
      mkdirSync(reportsFolder, { recursive: true })
      writeFileSync(join(reportsFolder, `${file}.json`), JSON.stringify(report, null, 2))
    })
  })
}
