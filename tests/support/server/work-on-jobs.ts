import { keepWorking, type Working } from '#server/jobs/background.ts'
import type { JobServices } from '#server/jobs/job.ts'
import { JobQueue, type JobQueueOptions } from '#server/jobs/job-queue.ts'
import { createLog } from '#server/log.ts'

/** Works on the jobs of a database as one more server does, until it is stopped, and looks for them more often. */
export const workOnJobs = <Services extends JobServices>(options: Omit<JobQueueOptions<Services>, 'log'>): Working => {
  const log = createLog('silent')
  return keepWorking([new JobQueue({ every: 20, ...options, log })], undefined, log)
}
