/** Deletes what has expired; on both engines, unlike maintenance.ts. */
import { and, eq, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { OPEN_DAYS_BACK } from '#domain/open-work.ts'
import { KEPT_DETAILS } from '#domain/reports.ts'
import { repeat } from '#server/jobs/repeat.ts'
import type { Db } from './database.ts'
import {
  hourReminders,
  idempotencyKeys,
  jobs,
  liveChanges,
  passkeyChallenges,
  passwordRecoveries,
  reportDetails,
  securityEvents,
  signInPaces,
  signInTickets,
  spentTokens,
  userSessions,
} from './schema.ts'
import { dateAt } from './users.ts'

const hourMs = 3_600_000

/** How long a write's key and its reply are kept, in milliseconds. */
const KEPT_KEYS = 24 * hourMs

/** No limit on signing in remembers failures for longer. */
const KEPT_PACES = 24 * hourMs

/**
 * How long sessions are kept after the time at which they end in any case, in milliseconds. Until then, their credentials
 * may come again: a copy that is used, or a browser that asks why its session ended.
 */
const KEPT_SESSIONS = 7 * 24 * hourMs

/** Streams resume from changes that are ten minutes old at most (server/areas/live/live-streams.ts). */
const KEPT_CHANGES = hourMs

const KEPT_SECURITY_EVENTS = 400 * 24 * hourMs
/** How long jobs are kept after they were done or given up, in milliseconds. */
const KEPT_JOBS = { done: 7 * 24 * hourMs, failed: 90 * 24 * hourMs } as const

/** Keys from before this time have expired. */
export const keptKeysFrom = (now: Date): Date => new Date(now.getTime() - KEPT_KEYS)

/** Deletes what has expired. Several servers may do so on one database. */
export async function deleteExpired(db: Pick<Db, 'delete'>, now: Date): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, keptKeysFrom(now)))
  const before = (age: number) => new Date(now.getTime() - age)
  await db.delete(liveChanges).where(lt(liveChanges.createdAt, before(KEPT_CHANGES)))
  await db.delete(signInPaces).where(lt(signInPaces.lastAt, before(KEPT_PACES)))
  // The last one of a user stays: it says when they last signed in.
  const later = alias(userSessions, 'later')
  const hasLater = sql`exists (select 1 from ${userSessions} ${later}
    where ${later.userId} = ${userSessions.userId} and ${later.createdAt} > ${userSessions.createdAt})`
  await db.delete(userSessions).where(and(lt(userSessions.expiresAt, before(KEPT_SESSIONS)), hasLater))
  await db.delete(securityEvents).where(lt(securityEvents.at, before(KEPT_SECURITY_EVENTS)))
  // Invitations stay: once expired, they can be renewed.
  await db
    .delete(passwordRecoveries)
    .where(and(lt(passwordRecoveries.expiresAt, now), eq(passwordRecoveries.isInvitation, false)))
  for (const table of [signInTickets, passkeyChallenges, spentTokens]) {
    await db.delete(table).where(lt(table.expiresAt, now))
  }
  // By then, nobody is reminded of those days.
  await db.delete(hourReminders).where(lt(hourReminders.sentOn, dateAt(before(OPEN_DAYS_BACK * 24 * hourMs))))
  await db.delete(reportDetails).where(lt(reportDetails.createdAt, before(KEPT_DETAILS * 24 * hourMs)))
  for (const state of ['done', 'failed'] as const) {
    await db.delete(jobs).where(and(eq(jobs.state, state), lt(jobs.endedAt, before(KEPT_JOBS[state]))))
  }
}

/** How often a server deletes what has expired, in milliseconds. */
const CLEANUP_EVERY = 4 * hourMs

/**
 * Deletes what has expired, now and regularly.
 *
 * @param report receives failures; the next turn tries again
 * @returns a function that ends it
 */
export const keepClean = (db: Pick<Db, 'delete'>, clock: () => Date, report: (error: unknown) => void): (() => void) =>
  repeat(CLEANUP_EVERY, () => deleteExpired(db, clock()), report)
