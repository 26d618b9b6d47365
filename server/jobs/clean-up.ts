/** Deletes what has expired; on both engines, unlike server/db/maintenance.ts. */
import { and, eq, lt, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { OPEN_DAYS_BACK } from '#domain/open-work.ts'
import { KEPT_DETAILS } from '#domain/reports.ts'
import type { Db } from '#server/db/database.ts'
import { hourReminders } from '#server/db/schema/days-and-hours.ts'
import { idempotencyKeys } from '#server/db/schema/idempotency.ts'
import { jobs } from '#server/db/schema/jobs.ts'
import { liveChanges } from '#server/db/schema/live-changes.ts'
import { reportDetails } from '#server/db/schema/reports.ts'
import { runs } from '#server/db/schema/runs.ts'
import {
  passkeyChallenges,
  passwordRecoveries,
  securityEvents,
  signInPaces,
  signInTickets,
  spentTokens,
  userSessions,
} from '#server/db/schema/sign-in.ts'
import { dateAt } from '#server/db/users.ts'
import { type BackgroundWork, HOUR } from './background.ts'
import type { JobServices } from './job.ts'

/** How long a write's key and its reply are kept, in milliseconds. */
const KEPT_KEYS = 24 * HOUR

/** No limit on signing in remembers failures for longer. */
const KEPT_PACES = 24 * HOUR

/**
 * How long sessions are kept after the time at which they end in any case, in milliseconds. Until then, their credentials
 * may come again: a copy that is used, or a browser that asks why its session ended.
 */
const KEPT_SESSIONS = 7 * 24 * HOUR

/** Streams resume from changes that are ten minutes old at most (server/areas/live/live-streams.ts). */
const KEPT_CHANGES = HOUR

const KEPT_SECURITY_EVENTS = 400 * 24 * HOUR
/** How long jobs are kept after they were done or given up, in milliseconds. */
const KEPT_JOBS = { done: 7 * 24 * HOUR, failed: 90 * 24 * HOUR } as const

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
  await db.delete(hourReminders).where(lt(hourReminders.sentOn, dateAt(before(OPEN_DAYS_BACK * 24 * HOUR))))
  await db.delete(reportDetails).where(lt(reportDetails.createdAt, before(KEPT_DETAILS * 24 * HOUR)))
  const hasDetails = sql`exists (select 1 from ${reportDetails} where ${reportDetails.runId} = ${runs.id})`
  await db.delete(runs).where(and(eq(runs.kind, 'report-details'), ne(runs.state, 'running'), sql`not ${hasDetails}`))
  for (const state of ['done', 'failed'] as const) {
    await db.delete(jobs).where(and(eq(jobs.state, state), lt(jobs.endedAt, before(KEPT_JOBS[state]))))
  }
}

export const cleanUp: BackgroundWork<JobServices> = {
  name: 'clean-up',
  every: 4 * HOUR,
  run: ({ db, clock }) => deleteExpired(db, clock()),
}
