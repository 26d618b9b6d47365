/** Every sign-in, refusal and end of a session. Never contains a password. */
import { and, eq, gt, isNull, type SQL } from 'drizzle-orm'
import type { EndReason, FactorChange, RefusalReason, SignInWay } from '#domain/security-events.ts'
import type { Db } from '#server/db/database.ts'
import { securityEvents, userSessions } from '#server/db/schema.ts'

export type SecurityEvent =
  | {
      readonly kind: 'sign-in'
      readonly reason: SignInWay | undefined
      readonly userId: number
      readonly sessionId: string
    }
  | {
      readonly kind: 'refused'
      readonly reason: RefusalReason
      readonly userId: number | undefined
      /** What was entered, for an unknown account. */
      readonly account: string | undefined
    }
  | { readonly kind: 'ended'; readonly reason: EndReason; readonly userId: number; readonly sessionId: string }
  | { readonly kind: 'factor'; readonly reason: FactorChange; readonly userId: number; readonly sessionId?: string }

/** The client that a call came from. */
export interface Source {
  readonly address: string
  readonly userAgent: string | undefined
}

type Writer = Pick<Db, 'insert'>

/** @param source where they came from; the end of a session has none */
export async function logSecurity(
  db: Writer,
  events: readonly SecurityEvent[],
  now: Date,
  source: Partial<Source> = {},
): Promise<void> {
  if (events.length > 0)
    await db.insert(securityEvents).values(events.map((event) => ({ ...event, ...source, at: now })))
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
  await logSecurity(db, [{ kind: 'refused', reason, userId, account }], now, source)
}

/** Ends the live sessions among those of a condition, and logs it. @returns their ids */
export async function endSessions(
  db: Pick<Db, 'update' | 'insert'>,
  which: SQL | undefined,
  reason: EndReason,
  now: Date,
): Promise<string[]> {
  const ended = await db
    .update(userSessions)
    .set({ endedAt: now, endedBy: reason })
    .where(and(which, isNull(userSessions.endedAt)))
    .returning({ sessionId: userSessions.id, userId: userSessions.userId })
  await logSecurity(
    db,
    ended.map((session) => ({ kind: 'ended', reason, ...session })),
    now,
  )
  return ended.map(({ sessionId }) => sessionId)
}
