import { randomUUID } from 'node:crypto'
import type { Database } from '#server/db/database.ts'
import { jobs } from '#server/db/schema/jobs.ts'

type Job = typeof jobs.$inferInsert

/** Puts an email into the queue. @returns its id */
export async function addMail(
  { db }: Database,
  { to, subject, until, ...job }: Partial<Job> & { to: string; subject: string; until?: string },
): Promise<string> {
  const id = job.id ?? randomUUID()
  const isEnded = job.state === 'done' || job.state === 'failed'
  await db.insert(jobs).values({
    kind: 'mail',
    payload: { to, subject, content: 'sealed', ...(until !== undefined && { until }) },
    ...(isEnded && { endedAt: new Date('2026-06-12T14:05:00Z') }),
    ...job,
    id,
  })
  return id
}
