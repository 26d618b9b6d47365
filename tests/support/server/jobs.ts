import { afterEach } from 'vitest'
import { jobKinds, type PortalServices } from '#server/background.ts'
import type { Database } from '#server/db/database.ts'
import type { Working } from '#server/jobs/background.ts'
import type { TestServer } from './test-server.ts'
import { workOnJobs } from './work-on-jobs.ts'

/** @returns a function that begins to work on the queue of a file's test server; what it began ends with the test */
export function useWorker(database: () => Database, server: () => TestServer): () => void {
  let workers: Working[] = []
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.stop(5_000)))
    workers = []
  })
  return () => {
    const services: PortalServices = {
      db: database().db,
      clock: () => server().time,
      mail: undefined,
      links: undefined,
      documents: server().documentParts,
    }
    workers.push(workOnJobs({ kinds: jobKinds, services }))
  }
}
