import { eq, sql } from 'drizzle-orm'
import { savedReportMessages } from '#domain/reports.ts'
import type { Db } from '#server/db/database.ts'
import { savedReports } from '#server/db/schema/reports.ts'

/** The saved report is no longer sent by email, and says why. */
export const stopSending = async (on: Pick<Db, 'update'>, id: number, reason: string | null): Promise<void> => {
  await on
    .update(savedReports)
    .set({
      schedule: 'never',
      stopped: reason ?? savedReportMessages.notSent,
      version: sql`${savedReports.version} + 1`,
    })
    .where(eq(savedReports.id, id))
}
