/** Every sign-in, refusal, end of a session, and change of sign-in methods and passwords. Never contains a password. */
import { and, eq, gt, isNull, type SQL } from 'drizzle-orm'
import type { EndReason, FactorChange, PasswordEvent, RefusalReason, SignInWay } from '#domain/security-events.ts'
import type { Db } from '#server/db/database.ts'
import { securityEvents, userSessions } from '#server/db/schema/sign-in.ts'
import { networkOf } from '#server/http/client-network.ts'

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
  | {
      readonly kind: 'factor'
      readonly reason: FactorChange
      readonly userId: number
      readonly sessionId?: string
      /** The administrator who did it. */
      readonly byId?: number
    }
  | {
      readonly kind: 'password'
      readonly reason: PasswordEvent
      readonly userId: number
      /** The administrator who did it. */
      readonly byId?: number
    }

/** The client that a call came from. */
export interface Source {
  readonly address: string
  readonly userAgent: string | undefined
}

/** Why sessions end, and what is known of it. */
export interface Ending {
  readonly reason: EndReason
  /** The administrator who ends them. */
  readonly byId?: number
  /** The client that caused it, if it is not the session's own. */
  readonly source?: Source
}

type Writer = Pick<Db, 'insert'>

/** @param source where they came from, if that is known */
export async function logSecurity(
  db: Writer,
  events: readonly SecurityEvent[],
  now: Date,
  source: Partial<Source> = {},
): Promise<void> {
  if (events.length > 0)
    await db.insert(securityEvents).values(events.map((event) => ({ ...event, ...source, at: now })))
}

/** What anyone can cause as often as they like: worth a row a minute for each account and address. */
const FREE: readonly RefusalReason[] = [
  'too many attempts',
  'passkey',
  'identity token',
  'provider canceled',
  'provider expired',
  'provider unreachable',
  'provider misconfigured',
]
/** Rows of them for one network in a minute, since it may name any accounts; the people of a school share one. */
const MAX_FREE = 10
/** Rows of one of these reasons in a minute, from all networks. */
const MAX_ALL = 200

export interface Refused {
  readonly userId: number | undefined
  /** What was entered; stored for an unknown account. */
  readonly name: string
  readonly reason: RefusalReason
}

/** Whether the same was logged within the last minute, or enough of it. */
async function isKnown(db: Pick<Db, 'select'>, { userId, name, reason }: Refused, address: string, now: Date) {
  const { at, address: from, reason: why, userId: id, account } = securityEvents
  const recent = await db
    .select({ userId: id, account, address: from })
    .from(securityEvents)
    .where(and(gt(at, new Date(now.getTime() - 60_000)), eq(why, reason)))
    .limit(MAX_ALL)
  const network = networkOf(address)
  const near = recent.filter((row) => networkOf(row.address ?? '') === network)
  const isSame = (row: (typeof recent)[number]) =>
    userId === undefined ? row.userId === null && row.account === name : row.userId === userId
  return recent.length === MAX_ALL || near.length >= MAX_FREE || near.some(isSame)
}

/**
 * Logs a refused sign-in.
 *
 * The same work for an unknown account as for a known one: how long an answer takes must not tell them apart.
 */
export async function logRefusal(
  db: Pick<Db, 'insert' | 'select'>,
  refused: Refused,
  source: Source,
  now: Date,
): Promise<void> {
  const { userId, name, reason } = refused
  if (FREE.includes(reason) && (await isKnown(db, refused, source.address, now))) return
  const account = userId === undefined ? name : undefined
  await logSecurity(db, [{ kind: 'refused', reason, userId, account }], now, source)
}

/** Ends the live sessions among those of a condition, and logs it. @returns their ids */
export async function endSessions(
  db: Pick<Db, 'update' | 'insert'>,
  which: SQL | undefined,
  { reason, byId, source }: Ending,
  now: Date,
): Promise<string[]> {
  const ended = await db
    .update(userSessions)
    .set({ endedAt: now, endedBy: reason })
    .where(and(which, isNull(userSessions.endedAt)))
    .returning({
      sessionId: userSessions.id,
      userId: userSessions.userId,
      address: userSessions.address,
      userAgent: userSessions.userAgent,
    })
  // With the client that had signed in: the session's row is deleted long before the event.
  const events = ended.map((session) => ({ kind: 'ended' as const, reason, byId, at: now, ...session, ...source }))
  if (events.length > 0) await db.insert(securityEvents).values(events)
  return ended.map(({ sessionId }) => sessionId)
}
