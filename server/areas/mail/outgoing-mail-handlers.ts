/** The emails in the queue, for administrators. */
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { GIVEN_UP, type MailState } from '#domain/outgoing-mail.ts'
import type { Db } from '#server/db/database.ts'
import { hasWords } from '#server/db/has-words.ts'
import { rangeOf, replyPage } from '#server/db/page-range.ts'
import { jobs } from '#server/db/schema/jobs.ts'
import type { HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { attachedFile } from '#server/mail/attachment.ts'
import { mailJob, mailPayload } from '#server/mail/mail.ts'

type JobState = (typeof jobs.$inferSelect)['state']

const STATES = { waiting: 1, running: 2, done: 3, failed: GIVEN_UP } as const satisfies Record<JobState, MailState>

const isMail = eq(jobs.kind, mailJob.name)
const isGivenUp = eq(jobs.state, 'failed')

const recipient = sql<string>`${jobs.payload} ->> 'to'`
const subject = sql<string>`${jobs.payload} ->> 'subject'`

const hasState = (state: MailState) =>
  inArray(
    jobs.state,
    jobs.state.enumValues.filter((one) => STATES[one] === state),
  )

export const countUndelivered = (db: Db): Promise<number> => db.$count(jobs, and(isMail, isGivenUp))

const isExpired = (until: string | undefined, now: Date) => until !== undefined && new Date(until) <= now

const notGivenUp = () => new Refusal(409, 'This message is no longer marked as failed.')

const givenUp = (id: string): SQL | undefined => and(eq(jobs.id, id), isMail, isGivenUp)

export const outgoingMailHandlers: HandlersOf<'getOutgoingMail' | 'sendMailAgain' | 'deleteMail'> = {
  getOutgoingMail: async ({ query, db, now }) => {
    const { keywords = '', state } = query
    const where = and(isMail, state && hasState(state), hasWords(keywords, recipient, subject))
    const { limit, offset } = rangeOf(query)
    const [total, rows] = await Promise.all([
      db.$count(jobs, where),
      db.select().from(jobs).where(where).orderBy(desc(jobs.createdAt), desc(jobs.id)).limit(limit).offset(offset),
    ])
    const shown = rows.map((row) => {
      const payload = mailPayload.parse(row.payload)
      return {
        id: row.id,
        recipient: payload.to,
        subject: payload.subject,
        state: STATES[row.state],
        attempts: row.attempts,
        reason: row.reason,
        createdAtUtc: row.createdAt.toISOString(),
        isRepeatable: row.state === 'failed' && !isExpired(payload.until, now),
      }
    })
    return replyPage(query, shown, total)
  },

  sendMailAgain: async ({ body: { id }, db, user: { userId }, now }) => {
    await db.transaction(async (tx) => {
      const [job] = await tx.select().from(jobs).where(givenUp(id)).for('update')
      if (!job) throw notGivenUp()
      const { until, attached } = mailPayload.parse(job.payload)
      if (isExpired(until, now)) {
        throw new Refusal(409, 'The link in this message has expired. The user has to request a new one.')
      }
      if (attached) await attachedFile(attached)?.sentAgain(tx, { id, userId, now })
      await tx
        .update(jobs)
        .set({ state: 'waiting', attempts: 0, dueAt: sql`now()`, reason: null, endedAt: null })
        .where(eq(jobs.id, id))
    })
    return null
  },

  deleteMail: async ({ body: { id }, db }) => {
    await db.transaction(async (tx) => {
      const deleted = await tx.delete(jobs).where(givenUp(id)).returning({ id: jobs.id })
      if (deleted.length === 0) throw notGivenUp()
    })
    return null
  },
}
