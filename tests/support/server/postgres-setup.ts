import { beginTestRun, endTestRun, isPostgresInstalled, postgresMissing } from './postgres.ts'

/** Vitest's global setup of the unit tests: a folder for what the run's test files share, deleted at the end. */
export function setup(): () => Promise<void> {
  const folder = beginTestRun()
  if (!isPostgresInstalled) process.stdout.write(`Skipped: the tests on PostgreSQL, ${postgresMissing}.\n`)
  return () => endTestRun(folder)
}
