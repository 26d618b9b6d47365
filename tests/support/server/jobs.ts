import { afterEach } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { jobKinds, type PortalServices } from '#server/jobs/job-kinds.ts'
import { JobWorker } from '#server/jobs/job-worker.ts'
import { createLog } from '#server/log.ts'
import type { TestServer } from './test-server.ts'

/** @returns a function that begins to work on the queue of a file's test server; what it began ends with the test */
export function useWorker(database: () => Database, server: () => TestServer): () => void {
  let workers: JobWorker<PortalServices>[] = []
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
    const worker = new JobWorker({ kinds: jobKinds, services, log: createLog('silent'), lookEvery: 20 })
    workers.push(worker)
    worker.start()
  }
}
