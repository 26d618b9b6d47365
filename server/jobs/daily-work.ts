/** Work that is done once a day, such as reminders and summaries. */
import { gt, lt, or, sql } from 'drizzle-orm'
import { addDays, type LocalDate, type LocalTime, localOf } from '#domain/time.ts'
import type { PooledDb, Tx } from '#server/db/database.ts'
import { readOrganization } from '#server/db/organization.ts'
import { dailyWork, type organisation } from '#server/db/schema.ts'
import { repeat } from './repeat.ts'

type Organization = typeof organisation.$inferSelect

export interface WorkingDay {
  readonly organization: Organization
  /** The organization's date. */
  readonly today: LocalDate
  readonly now: Date
}

export interface DailyWork {
  /** Unique. */
  readonly name: string
  /** When it is due, in the organization's time. A server that was down then does it as soon as it is back that day. */
  readonly timeOf: (organization: Organization) => LocalTime
  /** @param tx also notes that it was done: it happens once, whatever the number of servers. Long work is a job. */
  readonly run: (tx: Tx, day: WorkingDay) => Promise<void>
}

/** @throws AggregateError after everything that is due was tried */
export const doDailyWork = async (db: PooledDb, works: readonly DailyWork[], now: Date): Promise<void> => {
  const organization = await readOrganization(db)
  const { date: today, time } = localOf(now, organization.timeZone)
  const known = await db.select().from(dailyWork)
  // A server whose clock was wrong may have noted a day that is far from over.
  const latest = addDays(today, 1)
  const isDone = (name: string) =>
    known.some((work) => work.name === name && work.doneOn >= today && work.doneOn <= latest)
  const failures: unknown[] = []
  for (const { name, timeOf, run } of works) {
    if (isDone(name) || time < timeOf(organization)) continue
    const work = db.transaction(async (tx) => {
      const [taken] = await tx
        .insert(dailyWork)
        .values({ name, doneOn: today })
        .onConflictDoUpdate({
          target: dailyWork.name,
          set: { doneOn: today },
          setWhere: or(lt(dailyWork.doneOn, today), gt(dailyWork.doneOn, latest)),
        })
        .returning({ one: sql`1` })
      if (taken) await run(tx, { organization, today, now })
    })
    await work.catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some daily work failed')
}

/** How often a server looks, in milliseconds. */
const EVERY = 60_000

/**
 * Does what is due, now and regularly.
 *
 * @param report receives failures; the next turn tries again
 * @returns a function that ends it
 */
export const keepDoingDailyWork = (
  db: PooledDb,
  works: readonly DailyWork[],
  clock: () => Date,
  report: (error: unknown) => void,
): (() => void) => repeat(EVERY, () => doDailyWork(db, works, clock()), report)
