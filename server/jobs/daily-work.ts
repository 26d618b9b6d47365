/** Work that is done once a day, such as reminders and summaries. */
import { eq, gt, lt, or, sql } from 'drizzle-orm'
import { addDays, type LocalDate, type LocalTime, localOf } from '#domain/time.ts'
import type { Tx } from '#server/db/database.ts'
import { readOrganization } from '#server/db/organization.ts'
import { dailyWork } from '#server/db/schema/jobs.ts'
import type { organisation } from '#server/db/schema/organization.ts'
import { type BackgroundWork, MINUTE } from './background.ts'
import type { JobServices } from './job.ts'

type Organization = typeof organisation.$inferSelect

export interface WorkingDay {
  readonly organization: Organization
  /** The organization's date. */
  readonly today: LocalDate
  readonly now: Date
}

interface DailyWorkDefinition {
  /** Unique. */
  readonly name: string
  /** When it is due, in the organization's time. A server that was down then does it as soon as it is back that day. */
  readonly timeOf: (organization: Organization) => LocalTime
  /** @param tx also notes that it was done: it happens once, whatever the number of servers. Long work is a job. */
  readonly run: (tx: Tx, day: WorkingDay) => Promise<void>
}

export interface DailyWork extends BackgroundWork<JobServices> {
  readonly isDaily: true
  readonly run: (services: JobServices) => Promise<void>
}

/** Whether it was noted as done for that day. @param doneOn undefined for never */
const isDone = (doneOn: LocalDate | undefined, today: LocalDate): boolean =>
  // A server whose clock was wrong may have noted a day that is far from over.
  doneOn !== undefined && doneOn >= today && doneOn <= addDays(today, 1)

/** Defines work that is done once a day. */
export const defineDailyWork = ({ name, timeOf, run }: DailyWorkDefinition): DailyWork => ({
  name,
  isDaily: true,
  every: MINUTE,
  run: async ({ db, clock }) => {
    const now = clock()
    const organization = await readOrganization(db)
    const { date: today, time } = localOf(now, organization.timeZone)
    if (time < timeOf(organization)) return
    const [known] = await db.select().from(dailyWork).where(eq(dailyWork.name, name))
    if (isDone(known?.doneOn, today)) return
    await db.transaction(async (tx) => {
      const [taken] = await tx
        .insert(dailyWork)
        .values({ name, doneOn: today })
        .onConflictDoUpdate({
          target: dailyWork.name,
          set: { doneOn: today },
          setWhere: or(lt(dailyWork.doneOn, today), gt(dailyWork.doneOn, addDays(today, 1))),
        })
        .returning({ one: sql`1` })
      if (taken) await run(tx, { organization, today, now })
    })
  },
})
