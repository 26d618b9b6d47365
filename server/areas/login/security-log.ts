/** Every sign-in, refusal and end of a session. Never contains a password. */
import { and, eq, gt, sql } from 'drizzle-orm'
import type { EndReason, RefusalReason, SignInWay } from '#domain/security-events.ts'
import type { Db } from '#server/db/database.ts'
import { securityEvents, userSessions } from '#server/db/schema.ts'

export type SecurityEvent = { readonly userId: number | undefined } & (
  | { readonly kind: 'refused'; readonly reason: RefusalReason }
  | { readonly kind: 'sign-in'; readonly reason?: SignInWay | undefined; readonly sessionId: string }
  | { readonly kind: 'ended'; readonly reason: EndReason; readonly sessionId: string }
)

/** The client that a call came from. */
export interface Source {
  readonly address: string
  readonly userAgent: string | undefined
}

type Writer = Pick<Db, 'insert'>

export async function logSecurity(db: Writer, event: SecurityEvent, source: Partial<Source>, now: Date): Promise<void> {
  await db.insert(securityEvents).values({ ...event, ...source, at: now })
}

/** Logs a refused sign-in. */
export async function logRefusal(
  db: Pick<Db, 'insert' | 'select'>,
  { userId, name, reason }: { userId: number | undefined; name: string; reason: RefusalReason },
  source: Source,
  now: Date,
): Promise<void> {
  const account = userId === undefined ? name : undefined
  if (reason === 'too many attempts') {
    // Refusals cost an attacker nothing, so they are not all worth a row.
    if (userId === undefined) return
    const recent = and(
      eq(securityEvents.userId, userId),
      gt(securityEvents.at, new Date(now.getTime() - 60_000)),
      eq(securityEvents.reason, reason),
      eq(securityEvents.address, source.address),
    )
    const [known] = await db.select({ id: securityEvents.id }).from(securityEvents).where(recent).limit(1)
    if (known) return
  }
  await db.insert(securityEvents).values({ kind: 'refused', reason, userId, account, ...source, at: now })
}

/** Ends the live sessions among those of a condition, and logs it. @returns their ids */
export async function endSessions(
  db: Pick<Db, 'update' | 'insert'>,
  which: ReturnType<typeof and>,
  reason: EndReason,
  now: Date,
): Promise<string[]> {
  const ended = await db
    .update(userSessions)
    .set({ endedAt: now, endedBy: reason })
    .where(and(which, sql`${userSessions.endedAt} is null`))
    .returning({ sessionId: userSessions.id, userId: userSessions.userId })
  if (ended.length > 0) {
    await db.insert(securityEvents).values(ended.map((session) => ({ ...session, kind: 'ended', reason, at: now })))
  }
  return ended.map(({ sessionId }) => sessionId)
}
