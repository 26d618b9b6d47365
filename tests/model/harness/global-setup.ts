import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { coverageTable, type MachineReport } from './coverage.ts'

/** Gathers what the files of generated tests report into one table and one file, .test-output/model-coverage.json. */
export function setup({ config }: TestProject): () => void {
  const output = join(config.root, '.test-output')
  const folder = join(output, 'model-coverage')
  rmSync(folder, { recursive: true, force: true })
  return () => {
    if (!existsSync(folder)) return
    const reports = readdirSync(folder)
      .sort()
      .map((file): MachineReport => JSON.parse(readFileSync(join(folder, file), 'utf8')))
    writeFileSync(join(output, 'model-coverage.json'), `${JSON.stringify(reports, null, 2)}\n`)
    console.log(`\n${coverageTable(reports)}\n`)
  }
}
