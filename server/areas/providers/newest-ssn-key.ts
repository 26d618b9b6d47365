import type { Logger } from 'pino'
import { type BackgroundWork, DAY } from '#server/jobs/background.ts'
import type { JobServices } from '#server/jobs/job.ts'
import { rotateSsnKeys } from './rotate-ssn-keys.ts'
import type { SsnParts } from './ssn-vault.ts'

export interface SsnServices extends JobServices, SsnParts {
  /** Whether no other server can be at work, as on the embedded database. */
  readonly isAlone: boolean
  readonly log: Logger
}

/** Other servers on one PostgreSQL may not know the newest key yet, so there an administrator says when (README.md). */
export const newestSsnKey: BackgroundWork<SsnServices> = {
  name: 'newest-ssn-key',
  every: DAY,
  run: async ({ db, ssnVault, isAlone, log }) => {
    if (!isAlone || !ssnVault) return
    const { rotated, unopened } = await rotateSsnKeys(db, ssnVault)
    if (rotated > 0) {
      log.info({ rotated, key: ssnVault.keyId }, 'encrypted Social Security numbers with the newest key')
    }
    for (const [key, numbers] of unopened) log.error({ key, numbers }, 'Social Security numbers could not be opened')
  },
}
