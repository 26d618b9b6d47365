import { randomUUID } from 'node:crypto'
import { and, desc, eq, gt, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { roleNameSchema } from '#domain/role-schema.ts'
import type { RoleName } from '#domain/roles.ts'
import type { ScreenKey } from '#domain/screen-keys.ts'
import type { SignInWay } from '#domain/security-events.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { userSessions } from '#server/db/schema/sign-in.ts'
import { roles, users } from '#server/db/schema/users.ts'
import { maySignIn } from '#server/db/users.ts'
import type { Caller } from '#server/http/handler.ts'
import { BoundedCache } from './bounded-cache.ts'
import { screensOfRole, screensSchema } from './caller-of.ts'
import { hasFactor } from './factors.ts'
import type { RefreshClaim } from './refresh-credentials.ts'
import { type Ending, endSessions, logSecurity, type Source } from './security-log.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long a session lasts, in milliseconds: without a call, and in total. */
export interface SessionLimits {
  readonly idle: number
  readonly absolute: number
}

/** Without and with 'Keep me logged in'. */
export interface SessionSettings {
  readonly usual: SessionLimits
  readonly remembered: SessionLimits
  /** How long a caller is cached, in milliseconds: a logout on another server takes effect that much later. */
  readonly trust: number
  /** The most sessions that a user has at once. */
  readonly perUser: number
}

export const DEFAULT_SESSION_SETTINGS: SessionSettings = {
  usual: { idle: HOUR, absolute: 12 * HOUR },
  remembered: { idle: 14 * DAY, absolute: 60 * DAY },
  trust: 800,
  perUser: 10,
}

/** How long a proof of who the user is counts for changes of their sign-in methods, in milliseconds. */
const CONFIRMED_FOR = 10 * MINUTE

/** Minimum interval between writes of `lastSeenAt`. */
const SEEN_EVERY = MINUTE

/** How long the credential before the current one works, in milliseconds: tabs may refresh at the same time. */
const OVERLAP = MINUTE

/** A sign-in: whose, for how long, and from where. */
export interface SignIn extends Source {
  readonly userId: number
  readonly isRememberMe: boolean
  /** Undefined for the password. */
  readonly way?: SignInWay | undefined
}

/** Reads the user once more in the session's transaction, and refuses by throwing. */
export type VerifyUser = (
  user: { readonly passwordHash: string | null; readonly isActive: boolean },
  tx: Tx,
) => void | Promise<void>

interface LiveSession {
  readonly kind: 'live'
  readonly caller: Caller
  readonly isRememberMe: boolean
  readonly expiresAt: Date
}

interface DeadSession {
  readonly kind: 'ended'
  /** A reason of session-ends.ts; null if it is unknown or expired. */
  readonly by: string | null
}

/** Who a live session's user is, and when it ends unless it is used before. */
export interface SessionOutlook {
  readonly caller: Caller
  readonly endsAt: Date
}

export type SessionState = LiveSession | { readonly kind: 'deactivated' } | DeadSession

/** A live session and the number of the credential to send. */
export type Refreshed = (LiveSession & RefreshClaim) | Exclude<SessionState, LiveSession>

/** A caller as read at a time, and what was known of the session's credential then. */
interface Known {
  readonly caller: Caller
  readonly readAt: number
  readonly generation: number
  readonly isReceived: boolean
  /** When it counted as used, in milliseconds. */
  readonly seenAt: number
}

/** Sessions with what their users may do. */
const sessionRows = (db: Pick<Db, 'select'>, which: SQL | undefined, now: Date) =>
  db
    .select({
      sessionId: userSessions.id,
      userId: users.id,
      email: users.email,
      isActive: maySignIn(now),
      providerId: users.providerId,
      roleId: roles.id,
      role: roles.name,
      isRememberMe: userSessions.isRememberMe,
      lastSeenAt: userSessions.lastSeenAt,
      expiresAt: userSessions.expiresAt,
      endedAt: userSessions.endedAt,
      endedBy: userSessions.endedBy,
      generation: userSessions.generation,
      isReceived: userSessions.isReceived,
      hasFactor: hasFactor(users.id),
      screens: screensOfRole,
    })
    .from(userSessions)
    .innerJoin(users, eq(users.id, userSessions.userId))
    .innerJoin(roles, eq(roles.id, users.roleId))
    .where(which)
type SessionRow = Awaited<ReturnType<typeof sessionRows>>[number]

/** As a condition on `user_sessions`: neither ended nor expired. It may have been unused for too long. */
export const isLive = (now: Date): SQL | undefined => and(isNull(userSessions.endedAt), gt(userSessions.expiresAt, now))

/** Sessions: rows of `user_sessions`, each read at most about once a second. */
export class Sessions {
  readonly #db: Db
  readonly #settings: SessionSettings
  readonly #factorRoles: readonly RoleName[]
  readonly #known = new BoundedCache<string, Known>(5_000)

  /** @param factorRoles whose users must have a second factor */
  constructor(db: Db, settings: SessionSettings = DEFAULT_SESSION_SETTINGS, factorRoles: readonly RoleName[] = []) {
    this.#db = db
    this.#settings = settings
    this.#factorRoles = factorRoles
  }

  /** Starts a session; a user who has too many loses the one used least recently. */
  async start(
    signIn: SignIn,
    now: Date,
    verify: VerifyUser = () => {},
  ): Promise<RefreshClaim & { readonly expiresAt: Date }> {
    const { userId, isRememberMe, way, ...source } = signIn
    const sessionId = randomUUID()
    const { absolute } = this.#limitsOf(signIn)
    const expiresAt = new Date(now.getTime() + absolute)
    await this.#db.transaction(async (tx) => {
      // Two sign-ins at once would otherwise not see each other.
      const [user] = await tx
        .select({ passwordHash: users.passwordHash, isActive: maySignIn(now) })
        .from(users)
        .where(eq(users.id, userId))
        .for('no key update')
      if (user) await verify(user, tx)
      const excess = tx
        .select({ id: userSessions.id })
        .from(userSessions)
        .where(and(eq(userSessions.userId, userId), isLive(now), this.isInUse(now)))
        .orderBy(desc(userSessions.lastSeenAt), desc(userSessions.createdAt))
        .offset(this.#settings.perUser - 1)
      for (const id of await endSessions(tx, inArray(userSessions.id, excess), { reason: 'limit' }, now)) {
        this.#known.delete(id)
      }
      const seen = { createdAt: now, lastSeenAt: now, refreshedAt: now }
      await tx.insert(userSessions).values({ id: sessionId, userId, isRememberMe, ...source, ...seen, expiresAt })
      await logSecurity(tx, [{ kind: 'sign-in', reason: way, userId, sessionId }], now, source)
    })
    return { sessionId, generation: 0, expiresAt }
  }

  #limitsOf({ isRememberMe }: Pick<SignIn, 'isRememberMe'>): SessionLimits {
    return isRememberMe ? this.#settings.remembered : this.#settings.usual
  }

  /** As a condition on `user_sessions`: called within the idle limit. */
  isInUse(now: Date): SQL {
    const { usual, remembered } = this.#settings
    const after = (idle: number) => gt(userSessions.lastSeenAt, new Date(now.getTime() - idle))
    return sql`case when ${userSessions.isRememberMe} then ${after(remembered.idle)} else ${after(usual.idle)} end`
  }

  /** Whether users of the role must have a second factor. */
  needsFactor(role: RoleName): boolean {
    return this.#factorRoles.includes(role)
  }

  /** How long a session lasts without a call. */
  idleSeconds(isRememberMe: boolean): number {
    return this.#limitsOf({ isRememberMe }).idle / SECOND
  }

  /**
   * The session's caller, while the session is live.
   *
   * @param isUnattended the page calls by itself: that doesn't count as use
   */
  async callerOf(
    { sessionId, generation }: RefreshClaim,
    now: Date,
    isUnattended = false,
  ): Promise<Caller | undefined> {
    const known = this.#known.get(sessionId)
    // The first use of a new token must reach the database, which then knows that it has arrived.
    const isNoted = known && (generation < known.generation || (generation === known.generation && known.isReceived))
    const isSeen = isUnattended || (known !== undefined && now.getTime() - known.seenAt < SEEN_EVERY)
    if (isNoted && isSeen && Math.abs(now.getTime() - known.readAt) < this.#settings.trust) return known.caller
    const state = await this.#read(this.#db, sessionId, now, { generation, isUnattended })
    return state.kind === 'live' ? state.caller : undefined
  }

  /** Those of the sessions that are live. Reading them counts as no use. */
  async outlooksOf(sessionIds: readonly string[], now: Date): Promise<ReadonlyMap<string, SessionOutlook>> {
    const rows = await sessionRows(this.#db, inArray(userSessions.id, [...sessionIds]), now)
    const live = rows.filter((row) => row.isActive && this.#endOf(row) > now)
    return new Map(live.map((row) => [row.sessionId, { caller: this.#callerIn(row), endsAt: this.#endOf(row) }]))
  }

  /**
   * Replaces the session's refresh credential.
   *
   * A credential that was replaced before ends the session: it was copied. Two cases are innocent and get the current
   * credential again: another tab refreshed at the same time, and the reply to the last refresh never arrived.
   *
   * @param source the client that has the credential; `isUnattended` if the page refreshes by itself, which is no use
   */
  async refresh(
    { sessionId, generation }: RefreshClaim,
    { isUnattended = false, ...source }: Source & { readonly isUnattended?: boolean },
    now: Date,
    onReuse: (tx: Tx, user: Caller) => Promise<void>,
  ): Promise<Refreshed> {
    return await this.#db.transaction(async (tx) => {
      const ofSession = eq(userSessions.id, sessionId)
      const [row] = await tx.select().from(userSessions).where(ofSession).for('update')
      if (!row) return { kind: 'ended', by: null }
      const state = await this.#read(tx, sessionId, now, { isUnattended })
      if (state.kind !== 'live') return state
      if (generation === row.generation) {
        const next = generation + 1
        await tx
          .update(userSessions)
          .set({ generation: next, refreshedAt: now, isReceived: false, ...(!isUnattended && { lastSeenAt: now }) })
          .where(ofSession)
        return { ...state, sessionId, generation: next }
      }
      const isOverlap = now.getTime() - row.refreshedAt.getTime() < OVERLAP
      if (generation === row.generation - 1 && (isOverlap || !row.isReceived)) {
        return { ...state, sessionId, generation: row.generation }
      }
      // From before the database was restored: nobody copied it.
      if (generation > row.generation) return { kind: 'ended', by: null }
      this.#known.delete(sessionId)
      await endSessions(tx, ofSession, { reason: 'reuse', source }, now)
      await onReuse(tx, state.caller)
      return { kind: 'ended', by: 'reuse' }
    })
  }

  #callerIn({ userId, email, roleId, providerId, sessionId, ...row }: SessionRow): Caller {
    const role = roleNameSchema.parse(row.role)
    return {
      userId,
      email,
      role,
      roleId,
      providerId,
      screens: new Set<ScreenKey>(screensSchema.parse(row.screens)),
      sessionId,
      mustAddFactor: !row.hasFactor && this.needsFactor(role),
    }
  }

  /** When the session ended, or ends unless it is used before. */
  #endOf(row: Pick<SessionRow, 'endedAt' | 'expiresAt' | 'lastSeenAt' | 'isRememberMe'>): Date {
    const idle = row.lastSeenAt.getTime() + this.#limitsOf(row).idle
    return row.endedAt ?? new Date(Math.min(row.expiresAt.getTime(), idle))
  }

  /**
   * Reads the session from the database; reading a live one counts as use, unless the page calls by itself.
   *
   * @param use.generation of the access token that the client used, if any
   */
  async #read(
    db: Pick<Db, 'select' | 'update'>,
    sessionId: string,
    now: Date,
    { generation, isUnattended }: { readonly generation?: number; readonly isUnattended: boolean },
  ): Promise<SessionState> {
    const [row] = await sessionRows(db, eq(userSessions.id, sessionId), now)
    this.#known.delete(sessionId)
    if (!row) return { kind: 'ended', by: null }
    if (!row.isActive) return { kind: 'deactivated' }
    if (row.endedAt !== null || this.#endOf(row) <= now) return { kind: 'ended', by: row.endedBy }
    const hasArrived = generation === row.generation && !row.isReceived
    const isSeen = !isUnattended && now.getTime() - row.lastSeenAt.getTime() >= SEEN_EVERY
    if (isSeen || hasArrived) {
      await db
        .update(userSessions)
        .set({ ...(isSeen && { lastSeenAt: now }), ...(hasArrived && { isReceived: true }) })
        .where(and(eq(userSessions.id, sessionId), eq(userSessions.generation, row.generation)))
    }
    const caller = this.#callerIn(row)
    this.#known.set(sessionId, {
      caller,
      readAt: now.getTime(),
      generation: row.generation,
      isReceived: row.isReceived || hasArrived,
      seenAt: (isSeen ? now : row.lastSeenAt).getTime(),
    })
    return { kind: 'live', caller, isRememberMe: row.isRememberMe, expiresAt: row.expiresAt }
  }

  async end(sessionId: string, ending: Ending, now: Date): Promise<void> {
    this.#known.delete(sessionId)
    await this.#db.transaction((tx) => endSessions(tx, eq(userSessions.id, sessionId), ending, now))
  }

  /** Notes that the session's user has proved again who they are. */
  async confirm(sessionId: string, now: Date): Promise<void> {
    await this.#db.update(userSessions).set({ confirmedAt: now }).where(eq(userSessions.id, sessionId))
  }

  /** Whether the session's user has proved who they are within the last ten minutes. */
  async isConfirmed(sessionId: string, now: Date): Promise<boolean> {
    const provedAt = sql`coalesce(${userSessions.confirmedAt}, ${userSessions.createdAt})`
    const from = new Date(now.getTime() - CONFIRMED_FOR).toISOString()
    const live = and(eq(userSessions.id, sessionId), sql`${provedAt} > ${from}::timestamptz`)
    return (await this.#db.$count(userSessions, live)) > 0
  }

  /** Reads a user's callers again: whether they have a second factor has changed. */
  forgetCallersOf(userId: number): void {
    for (const [id, { caller }] of this.#known.entries()) if (caller.userId === userId) this.#known.delete(id)
  }

  /** Reads every caller again: what their roles may open has changed. Other servers notice when their trust ends. */
  forgetCallers(): void {
    for (const [id] of this.#known.entries()) this.#known.delete(id)
  }

  /**
   * Ends a user's sessions: after a change of password or role, a first second factor, or a deactivation.
   *
   * @param options.except the session that stays, if any
   * @param options.on the transaction that changes the user
   */
  async endAllOf(
    userId: number,
    reason: Ending['reason'],
    now: Date,
    { except, on }: { except?: string; on?: Parameters<typeof endSessions>[0] } = {},
  ): Promise<void> {
    this.forgetCallersOf(userId)
    const which = and(eq(userSessions.userId, userId), except === undefined ? undefined : ne(userSessions.id, except))
    if (on) await endSessions(on, which, { reason }, now)
    else await this.#db.transaction((tx) => endSessions(tx, which, { reason }, now))
  }
}
