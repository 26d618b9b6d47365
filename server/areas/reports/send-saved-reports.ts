/** Saved reports by email: on the 1st and 16th, or every Monday (docs/decisions/saved-reports.md). */
import { and, eq, isNull, lt, ne, or } from 'drizzle-orm'
import { z } from 'zod'
import { CONTENT_TYPES } from '#contract/reports/report-files.ts'
import { type SentPeriod, savedReportMessages } from '#domain/reports.ts'
import { rowId } from '#domain/row-id.ts'
import { formatDate, localDateSchema, localOf } from '#domain/time.ts'
import { callerOf } from '#server/areas/login/caller-of.ts'
import type { PooledDb } from '#server/db/database.ts'
import { organizationZone } from '#server/db/organization.ts'
import { savedReports } from '#server/db/schema/reports.ts'
import { safeFileName } from '#server/documents/file-name.ts'
import { admit } from '#server/http/access.ts'
import { Refusal } from '#server/http/refusal.ts'
import { type BackgroundWork, MINUTE } from '#server/jobs/background.ts'
import { PermanentFailure } from '#server/jobs/job.ts'
import { defineAttachment } from '#server/mail/attachment.ts'
import { MAX_SUBJECT, type Mail, type MailServices } from '#server/mail/mail.ts'
import { dueNow } from './due-reports.ts'
import { reportCalled } from './served-reports.ts'
import { stopSending } from './stop-sending.ts'

type Saved = typeof savedReports.$inferSelect

/** Its report, and the user as far as they may open it; undefined if they may not. */
const openedBy = async (db: PooledDb, { report: name, userId }: Saved, now: Date) => {
  const report = reportCalled(name)
  const caller = await callerOf(db, userId, now)
  const user = report && caller && admit([report.access], caller)
  return report && user ? { report, user } : undefined
}

const attachedReport = defineAttachment({
  key: 'savedReportId',
  /** Of these dates. */
  reference: z.object({ savedReportId: rowId, from: localDateSchema, to: localDateSchema }),
  read: async (db, { savedReportId, from, to }, now) => {
    const [saved] = await db.select().from(savedReports).where(eq(savedReports.id, savedReportId))
    if (!saved) throw new PermanentFailure(savedReportMessages.notFound)
    const opened = await openedBy(db, saved, now)
    if (!opened) throw new PermanentFailure(savedReportMessages.stoppedByAccess)
    const address = new URLSearchParams(saved.address)
    address.set('from', from)
    address.set('to', to)
    const asked = { db, user: opened.user, now, timeZone: await organizationZone(db) }
    try {
      const content = Buffer.from(await opened.report.writeFile(asked, address.toString(), saved.format))
      const filename = safeFileName(`${saved.name}.${saved.format}`)
      return [{ filename, contentType: CONTENT_TYPES[saved.format], content }]
    } catch (error) {
      throw error instanceof Refusal ? new PermanentFailure(error.message) : error
    }
  },
  ended: async (tx, { savedReportId }, { state, reason }) => {
    if (state === 'failed') await stopSending(tx, savedReportId, reason)
  },
})

/** Notes that it was sent for the day `on`, unless another server has done so, and sends it. */
const send = async (db: PooledDb, mail: Mail, saved: Saved, { on, from, to }: SentPeriod, now: Date): Promise<void> => {
  const opened = await openedBy(db, saved, now)
  await db.transaction(async (tx) => {
    const wasSent = or(isNull(savedReports.lastSentOn), lt(savedReports.lastSentOn, on))
    const [taken] = await tx
      .update(savedReports)
      .set({ lastSentOn: on })
      .where(and(eq(savedReports.id, saved.id), eq(savedReports.schedule, saved.schedule), wasSent))
      .returning()
    if (!taken) return
    if (!opened) {
      await stopSending(tx, saved.id, savedReportMessages.stoppedByAccess)
      return
    }
    await mail.send(tx, {
      to: opened.user.email,
      letter: {
        subject: `${saved.name}, ${formatDate(from)} to ${formatDate(to)}`.slice(0, MAX_SUBJECT),
        lines: [
          `Your report “${saved.name}” (${opened.report.title}) from ${formatDate(from)} to ${formatDate(to)} is attached.`,
          'To change or stop these emails, open Your Reports in the portal.',
        ],
      },
      attached: attachedReport({ savedReportId: saved.id, from, to }),
    })
  })
}

/** Sends what is due. */
export const sendSavedReports = async (db: PooledDb, mail: Mail, now: Date): Promise<void> => {
  const timeZone = await organizationZone(db)
  const { date: today } = localOf(now, timeZone)
  const scheduled = await db.select().from(savedReports).where(ne(savedReports.schedule, 'never'))
  for (const saved of scheduled) {
    const { schedule } = saved
    const due = schedule === 'never' ? undefined : dueNow({ ...saved, schedule }, today, timeZone)
    if (due) await send(db, mail, saved, due, now)
  }
}

export const sendingReports: BackgroundWork<MailServices> = {
  name: 'saved-reports',
  every: 10 * MINUTE,
  run: async ({ db, mail, clock }) => {
    if (mail) await sendSavedReports(db, mail, clock())
  },
}
