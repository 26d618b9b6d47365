/** Where users are signed in, and the log of sign-ins. */
import { and, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { SECURITY_EVENT_KINDS, securityEventSchema } from '#domain/security-events.ts'
import type { Db, PooledDb } from '#server/db/database.ts'
import { hasWords } from '#server/db/has-words.ts'
import { type Paging, rangeOf, replyPage } from '#server/db/page-range.ts'
import { securityEvents, userSessions } from '#server/db/schema/sign-in.ts'
import { users } from '#server/db/schema/users.ts'
import type { HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { SignInParts } from './auth.ts'
import { deviceInWords } from './device.ts'
import { isLive } from './sessions.ts'

const administrators = alias(users, 'administrators')

const gone = () => new Refusal(404, 'This session has ended already.')

/** A page of events, the latest first. */
const readEvents = async (db: PooledDb, paging: Paging, now: Date, where: SQL | undefined) => {
  const { limit, offset } = rangeOf(paging)
  const rows = await db
    .select({
      id: securityEvents.id,
      at: securityEvents.at,
      kind: securityEvents.kind,
      reason: securityEvents.reason,
      address: securityEvents.address,
      userAgent: securityEvents.userAgent,
      by: administrators.displayName,
      name: users.displayName,
      email: users.email,
      account: securityEvents.account,
      liveSession: sql<string | null>`case when ${securityEvents.kind} = 'sign-in' and ${isLive(now)}
        then ${userSessions.id} end`,
    })
    .from(securityEvents)
    .leftJoin(userSessions, eq(userSessions.id, securityEvents.sessionId))
    .leftJoin(users, eq(users.id, securityEvents.userId))
    .leftJoin(administrators, eq(administrators.id, securityEvents.byId))
    .where(where)
    .orderBy(desc(securityEvents.at), desc(securityEvents.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: await db.$count(securityEvents, where) }
}

type StoredEvent = Awaited<ReturnType<typeof readEvents>>['rows'][number]

const listed = ({ id, at, kind, reason, address, userAgent, by }: StoredEvent) => ({
  id,
  atUtc: at.toISOString(),
  address,
  by,
  // What an administrator did came from no device of the user's.
  device: address === null ? '' : deviceInWords(userAgent),
  ...securityEventSchema.parse({ kind, reason }),
})

/** The live session of that id. */
const liveSession = async (db: Pick<Db, 'select'>, id: string, now: Date) => {
  const [session] = await db
    .select()
    .from(userSessions)
    .where(and(eq(userSessions.id, id), isLive(now)))
  return session
}

type Names = 'getDevices' | 'signOutDevice' | 'signOutOthers' | 'getOwnSignIns' | 'getSignIns' | 'endSession'

export const createSecurityHandlers = ({ auth: { sessions } }: SignInParts): HandlersOf<Names> => ({
  getDevices: async ({ query, db, user, now }) => {
    const where = and(eq(userSessions.userId, user.userId), isLive(now), sessions.isInUse(now))
    const { limit, offset } = rangeOf(query)
    const rows = await db
      .select()
      .from(userSessions)
      .where(where)
      .orderBy(desc(eq(userSessions.id, user.sessionId)), desc(userSessions.lastSeenAt), userSessions.id)
      .limit(limit)
      .offset(offset)
    const devices = rows.map(({ id, userAgent, address, createdAt, lastSeenAt }) => ({
      id,
      device: deviceInWords(userAgent),
      address,
      signedInAtUtc: createdAt.toISOString(),
      lastSeenAtUtc: lastSeenAt.toISOString(),
      isCurrent: id === user.sessionId,
    }))
    return replyPage(query, devices, await db.$count(userSessions, where))
  },

  signOutDevice: async ({ body: { id }, db, user, now }) => {
    const session = await liveSession(db, id, now)
    if (session?.userId !== user.userId) throw gone()
    await sessions.end(id, { reason: 'remote' }, now)
    return null
  },

  signOutOthers: async ({ user, now }) => {
    await sessions.endAllOf(user.userId, 'remote', now, { except: user.sessionId })
    return null
  },

  getOwnSignIns: async ({ query, db, user, now }) => {
    const { rows, total } = await readEvents(db, query, now, eq(securityEvents.userId, user.userId))
    return replyPage(query, rows.map(listed), total)
  },

  getSignIns: async ({ query, db, user, now }) => {
    const keywords = query.keywords?.trim() ?? ''
    const kind = SECURITY_EVENT_KINDS.find(({ id }) => id === query.kindId)?.kind
    const byName = db
      .select({ id: users.id })
      .from(users)
      .where(hasWords(keywords, users.displayName, users.email))
    const isFound = or(inArray(securityEvents.userId, byName), hasWords(keywords, securityEvents.account))
    const where = and(keywords === '' ? undefined : isFound, kind && eq(securityEvents.kind, kind))
    const { rows, total } = await readEvents(db, query, now, where)
    const events = rows.map((row) => ({
      ...listed(row),
      who: row.name ?? (row.account || 'Unknown user'),
      email: row.email ?? row.account ?? '',
      sessionId: row.liveSession === user.sessionId ? null : row.liveSession,
    }))
    return replyPage(query, events, total)
  },

  endSession: async ({ body: { id }, db, user, now }) => {
    if (!(await liveSession(db, id, now))) throw gone()
    await sessions.end(id, { reason: 'administrator', byId: user.userId }, now)
    return null
  },
})
