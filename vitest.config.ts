import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { mutantPlugin } from './tests/model/harness/mutant-plugin.ts'
import { PATIENCE } from './tests/support/patience.ts'

/**
 * A page on a busy machine takes its time; a wait that is over sooner costs nothing. A shared CI machine may stall for
 * longer than any wait: there, and only there, what failed in a browser is tried once more.
 */
const patient = {
  testTimeout: 240_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: PATIENCE } },
  retry: process.env.CI ? 1 : 0,
}

/** The files that take longest, by part of their path. Vitest starts with the largest files. */
const LONGEST = [
  'tests/journeys/',
  'tests/session/session.test',
  'invoice-run-process',
  'session-saving.model',
  'timesheet-row.model',
  'calendar.model',
  'db/embedded.test',
  'seed-demo-district',
]

/** Starts long files first, so that no worker finishes one alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.some((part) => moduleId.includes(part))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    // The projects run one after the other: each would transform the same thousand modules. Files that read others by
    // `import.meta.glob(` are not kept, which Vitest knows by these very characters: write no type arguments there.
    experimental: { fsModuleCache: true },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          sequence: { groupOrder: 0 },
          include: [
            '{src,server}/**/*.test.{ts,tsx}',
            'scripts/**/*.test.{mjs,ts}',
            'tests/model/harness/**/*.test.ts',
          ],
          globalSetup: ['tests/support/icons-setup.ts', 'tests/support/server/postgres-setup.ts'],
          testTimeout: 30_000,
          expect: { poll: { timeout: 15_000 } },
          // On two cores Vitest would take one.
          maxWorkers: 2,
          // The files of a worker share the modules that they import: half of the time went into importing them again.
          isolate: false,
        },
      },
      {
        plugins: [mutantPlugin()],
        test: {
          name: 'model',
          sequence: { groupOrder: 1 },
          // Planted mistakes hold texts of the sources, which an innocent edit changes: `npm run test:mutants` checks them.
          include: [
            'tests/model/*.model.test.ts',
            ...(process.env.MODEL_RUN === 'planted' ? ['tests/model/planted/planted.test.ts'] : []),
          ],
          globalSetup: [
            'tests/support/icons-setup.ts',
            'tests/support/server/postgres-setup.ts',
            'tests/model/harness/global-setup.ts',
            'tests/support/global-setup.ts',
          ],
          ...patient,
          maxWorkers: 3,
          isolate: false,
        },
      },
      {
        test: {
          name: 'browser',
          sequence: { groupOrder: 2 },
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/model/**'],
          globalSetup: [
            'tests/support/icons-setup.ts',
            'tests/support/server/postgres-setup.ts',
            'tests/support/global-setup.ts',
          ],
          ...patient,
          // Each file drives a Chromium of its own against a server of its own: three at a time keep two cores full, also
          // while one of them waits.
          maxWorkers: 3,
          isolate: false,
        },
      },
    ],
  },
})
