/** A user's saved reports: listing, saving, changing and deleting them. */
import { and, asc, eq, sql } from 'drizzle-orm'
import { savedReportMessages } from '#domain/reports.ts'
import { localOf } from '#domain/time.ts'
import { orTaken, requireRecord } from '#server/areas/master-data/stored-record.ts'
import { rangeOf, replyPage } from '#server/db/page-range.ts'
import { savedReports } from '#server/db/schema/reports.ts'
import { admit, NO_ACCESS } from '#server/http/access.ts'
import type { Caller, HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { nextSentOn } from './due-reports.ts'
import { reportCalled } from './served-reports.ts'

const own = (id: number, { userId }: Caller) => and(eq(savedReports.id, id), eq(savedReports.userId, userId))

/** @throws Refusal 409 at the name if the user has another one with it */
const orNameTaken = <Result>(write: Promise<Result>) =>
  orTaken(write, 'saved_reports_name', 'name', savedReportMessages.nameTaken)

const NOUN = 'saved report'

export const savedReportHandlers: HandlersOf<
  'getSavedReports' | 'saveReport' | 'editSavedReport' | 'deleteSavedReport'
> = {
  getSavedReports: async ({ body, db, user, now, timeZone }) => {
    const { date: today } = localOf(now, timeZone)
    const mine = eq(savedReports.userId, user.userId)
    const { limit, offset } = rangeOf(body)
    const rows = await db
      .select()
      .from(savedReports)
      .where(mine)
      .orderBy(asc(savedReports.name), asc(savedReports.id))
      .limit(limit)
      .offset(offset)
    const shown = rows.map(async (saved) => {
      const { version, userId: _userId, createdAt: _createdAt, scheduledAt, ...row } = saved
      const report = reportCalled(row.report)
      const reader = report && admit([report.access], user)
      const { schedule } = row
      return {
        ...row,
        title: report?.title ?? row.report,
        path: reader ? report.path : null,
        filters: reader
          ? await report.describe({ db, user: reader, now, timeZone }, row.address, schedule === 'never')
          : [],
        nextSentOn: schedule === 'never' ? null : nextSentOn({ ...row, schedule, scheduledAt }, today, timeZone),
        entityCacheKey: String(version),
      }
    })
    return replyPage(body, await Promise.all(shown), await db.$count(savedReports, mine))
  },

  saveReport: async ({ body: { languageId: _languageId, ...saved }, db, user, now }) => {
    const report = reportCalled(saved.report)
    if (!report) throw new Refusal(404, savedReportMessages.noReport)
    if (!admit([report.access], user)) throw new Refusal(403, NO_ACCESS)
    report.checkAddress(saved.address)
    const [added] = await db.transaction((tx) =>
      orNameTaken(
        tx
          .insert(savedReports)
          .values({ ...saved, userId: user.userId, createdAt: now, scheduledAt: now })
          .returning({ id: savedReports.id }),
      ),
    )
    if (!added) throw new Error('Nothing was saved')
    return added
  },

  editSavedReport: async ({ body: { languageId: _languageId, id, entityCacheKey, ...changed }, db, user, now }) => {
    await db.transaction(async (tx) => {
      const { schedule } = requireRecord(
        await tx.select().from(savedReports).where(own(id, user)).for('update'),
        NOUN,
        entityCacheKey,
      )
      await orNameTaken(
        tx
          .update(savedReports)
          // Whatever stopped it was seen.
          .set({
            ...changed,
            ...(changed.schedule !== schedule && { scheduledAt: now }),
            stopped: null,
            version: sql`${savedReports.version} + 1`,
          })
          .where(own(id, user)),
      )
    })
    return null
  },

  deleteSavedReport: async ({ body: { id }, db, user }) => {
    const deleted = await db.transaction((tx) =>
      tx.delete(savedReports).where(own(id, user)).returning({ id: savedReports.id }),
    )
    if (deleted.length === 0) throw new Refusal(404, savedReportMessages.notFound)
    return null
  },
}
