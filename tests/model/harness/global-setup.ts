import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { catalog } from '#workflows/catalog.ts'
import { type CoverageFile, coverageSchema } from '#workflows/coverage/coverage.ts'
import { coverageTable, type MachineReport, recordOf } from './coverage.ts'
import { coveragePage } from './coverage-page.ts'
import { LEAST_SHARE, type MutationReport, mutationTable, shareCaught } from './mutation-report.ts'
import { CHARTS_FOLDER, COVERAGE_FILE, COVERAGE_PAGE } from './output.ts'
import { compareSurvivors } from './survivors.ts'

function readReports<TReport>(folder: string): TReport[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')))
}

/** Merges these runs' coverage into the stored file; entries without a description are dropped. */
function writeCoverage(root: string, reports: readonly MachineReport[]): CoverageFile {
  const path = join(root, COVERAGE_FILE)
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '{}'
  const kept = coverageSchema.parse(JSON.parse(before))
  const descriptions = readdirSync(join(root, 'tests/model')).filter((file) => file.endsWith('.model.test.ts'))
  const isKnown = (name: string) => descriptions.includes(`${name.split('/').at(-1)}.model.test.ts`)
  const fresh = reports.filter(({ isComplete }) => isComplete).map((report) => [report.name, recordOf(report)] as const)
  const all = new Map([...Object.entries(kept).filter(([name]) => isKnown(name)), ...fresh])
  const sorted = Object.fromEntries([...all].sort(([one], [other]) => (one < other ? -1 : 1)))
  const text = `${JSON.stringify(sorted, undefined, 2)}\n`
  // Touching an unchanged file would trigger a rebuild of the portal.
  if (text !== before) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  return sorted
}

/** Updates the coverage page with -u; otherwise fails if it differs, naming the lines. */
function comparePage(root: string, met: CoverageFile, updates: boolean): void {
  const path = join(root, CHARTS_FOLDER, COVERAGE_PAGE)
  const before = readFileSync(path, 'utf8')
  const page = coveragePage(met, catalog, before)
  if (page === before) return
  if (updates) {
    writeFileSync(path, page)
    return
  }
  const [was, is] = [before.split('\n'), page.split('\n')]
  console.error(
    [
      `The coverage differs from ${CHARTS_FOLDER}/${COVERAGE_PAGE}. If that is intended, run with -u and review it.`,
      ...was.filter((line) => !is.includes(line)).map((line) => `- ${line}`),
      ...is.filter((line) => !was.includes(line)).map((line) => `+ ${line}`),
    ].join('\n'),
  )
  process.exitCode = 1
}

/**
 * Collects the reports of the generated tests: prints the coverage table, stores it, and compares it with the page in
 * docs (with -u, updates the page); prints the mutants and compares them with
 * those that are known to survive, if MODEL_RUN=mutants.
 */
export function setup({ config: { root, snapshotOptions } }: TestProject): () => void {
  const coverage = join(root, '.test-output/model-coverage')
  const updates = snapshotOptions.updateSnapshot === 'all'
  const valueMutants = join(root, '.test-output/value-mutants')
  const mutants = [
    { title: 'mutants of', folder: join(root, '.test-output/mutants') },
    { title: 'value mutants of', folder: valueMutants },
  ]
  for (const folder of [coverage, ...mutants.map(({ folder }) => folder)])
    rmSync(folder, { recursive: true, force: true })
  return () => {
    const reports = readReports<MachineReport>(coverage)
    if (reports.length > 0) console.log(`\n${coverageTable(reports, catalog)}\n`)
    if (reports.some(({ isComplete }) => isComplete)) {
      comparePage(root, writeCoverage(root, reports), updates)
    }
    for (const { title, folder } of mutants) {
      const tried = readReports<MutationReport>(folder)
      if (tried.length > 0) console.log(`\n${mutationTable(title, tried, catalog)}\n`)
      if (shareCaught(tried) < LEAST_SHARE) process.exitCode = 1
    }
    compareSurvivors(root, readReports(valueMutants), updates)
  }
}
