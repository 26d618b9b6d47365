import type { TestProject } from 'vitest/node'
import { useBuiltThreads } from '#tests/support/built-threads.ts'
import { beginTestRun, endTestRun, isPostgresInstalled, postgresMissing } from './postgres.ts'

/** Vitest's global setup: a folder shared by the run's test files, deleted at the end. */
export function setup({ config }: TestProject): () => Promise<void> {
  useBuiltThreads(config.root)
  const folder = beginTestRun()
  if (!isPostgresInstalled) process.stdout.write(`Skipped: the tests on PostgreSQL, ${postgresMissing}.\n`)
  return () => endTestRun(folder)
}
