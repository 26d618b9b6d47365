import { randomUUID } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { roleNameSchema } from '#domain/roles.ts'
import { type ScreenKey, screenKeySchema } from '#domain/screen-keys.ts'
import type { Db } from '#server/db/database.ts'
import { permissions, rolePermissions, roles, userSessions, users } from '#server/db/schema.ts'
import type { Caller } from '#server/http/handler.ts'
import { BoundedCache } from './bounded-cache.ts'

const MINUTE = 60_000
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
}

export const DEFAULT_SESSION_SETTINGS: SessionSettings = {
  usual: { idle: HOUR, absolute: 12 * HOUR },
  remembered: { idle: 14 * DAY, absolute: 60 * DAY },
  trust: 5_000,
}

/** Minimum interval between writes of `lastSeenAt`. */
const SEEN_EVERY = MINUTE

export type SessionState =
  | { readonly kind: 'live'; readonly caller: Caller; readonly isRememberMe: boolean }
  | { readonly kind: 'deactivated'; readonly userId: number }
  /** Ended, expired, or unknown. */
  | { readonly kind: 'ended' }

const screensSchema = z.array(screenKeySchema)

/** Sessions: rows of `user_sessions`, each read at most once every few seconds. */
export class Sessions {
  readonly #db: Db
  readonly #settings: SessionSettings
  readonly #known = new BoundedCache<string, { caller: Caller; readAt: number }>(5_000)

  constructor(db: Db, settings: SessionSettings = DEFAULT_SESSION_SETTINGS) {
    this.#db = db
    this.#settings = settings
  }

  /** @returns the new session's id */
  async start(userId: number, isRememberMe: boolean, now: Date): Promise<string> {
    const id = randomUUID()
    const { absolute } = isRememberMe ? this.#settings.remembered : this.#settings.usual
    const expiresAt = new Date(now.getTime() + absolute)
    await this.#db.insert(userSessions).values({ id, userId, isRememberMe, createdAt: now, lastSeenAt: now, expiresAt })
    return id
  }

  /** How long a session lasts without a call. */
  idleSeconds(isRememberMe: boolean): number {
    return (isRememberMe ? this.#settings.remembered : this.#settings.usual).idle / 1000
  }

  /** The session's caller, while the session is live. */
  async callerOf(sessionId: string, now: Date): Promise<Caller | undefined> {
    const known = this.#known.get(sessionId)
    if (known && Math.abs(now.getTime() - known.readAt) < this.#settings.trust) return known.caller
    const state = await this.read(sessionId, now)
    return state.kind === 'live' ? state.caller : undefined
  }

  /** Reads the session from the database; reading a live one counts as activity. */
  async read(sessionId: string, now: Date): Promise<SessionState> {
    const [row] = await this.#db
      .select({
        userId: users.id,
        email: users.email,
        isActive: users.isActive,
        providerId: users.providerId,
        roleId: roles.id,
        role: roles.name,
        isRememberMe: userSessions.isRememberMe,
        lastSeenAt: userSessions.lastSeenAt,
        expiresAt: userSessions.expiresAt,
        endedAt: userSessions.endedAt,
        screens: sql<string[]>`array(select ${permissions.screen} from ${rolePermissions}
          join ${permissions} on ${permissions.id} = ${rolePermissions.permissionId}
          where ${rolePermissions.roleId} = ${roles.id})`,
      })
      .from(userSessions)
      .innerJoin(users, eq(users.id, userSessions.userId))
      .innerJoin(roles, eq(roles.id, users.roleId))
      .where(eq(userSessions.id, sessionId))
    this.#known.delete(sessionId)
    if (!row) return { kind: 'ended' }
    if (!row.isActive) return { kind: 'deactivated', userId: row.userId }
    const { idle } = row.isRememberMe ? this.#settings.remembered : this.#settings.usual
    const idleFor = now.getTime() - row.lastSeenAt.getTime()
    if (row.endedAt !== null || row.expiresAt <= now || idleFor >= idle) return { kind: 'ended' }
    if (idleFor >= SEEN_EVERY) {
      await this.#db.update(userSessions).set({ lastSeenAt: now }).where(eq(userSessions.id, sessionId))
    }
    const caller: Caller = {
      userId: row.userId,
      email: row.email,
      role: roleNameSchema.parse(row.role),
      roleId: row.roleId,
      providerId: row.providerId,
      screens: new Set<ScreenKey>(screensSchema.parse(row.screens)),
      sessionId,
    }
    this.#known.set(sessionId, { caller, readAt: now.getTime() })
    return { kind: 'live', caller, isRememberMe: row.isRememberMe }
  }

  /** @param by why it ended, such as `logout` */
  async end(sessionId: string, by: string, now: Date): Promise<void> {
    this.#known.delete(sessionId)
    await this.#db
      .update(userSessions)
      .set({ endedAt: now, endedBy: by })
      .where(and(eq(userSessions.id, sessionId), isNull(userSessions.endedAt)))
  }

  /** Ends every session of a user: after a change of password or role, or a deactivation. */
  async endAllOf(userId: number, by: string, now: Date): Promise<void> {
    for (const [id, { caller }] of this.#known.entries()) if (caller.userId === userId) this.#known.delete(id)
    await this.#db
      .update(userSessions)
      .set({ endedAt: now, endedBy: by })
      .where(and(eq(userSessions.userId, userId), isNull(userSessions.endedAt)))
  }
}
