import { eq, sql } from 'drizzle-orm'
import { roleNameSchema } from '#domain/roles.ts'
import { roles, users } from '#server/db/schema.ts'
import type { HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { AccessTokens } from './access-tokens.ts'
import { isPasswordOf } from './passwords.ts'
import type { RefreshCredentials } from './refresh-credentials.ts'
import type { Sessions } from './sessions.ts'
import type { SignInCounter } from './sign-in-limits.ts'

export interface Auth {
  readonly tokens: AccessTokens
  readonly sessions: Sessions
  readonly credentials: RefreshCredentials
  readonly signIns: SignInCounter
}

/** The same message for an unknown user and a wrong password, so it does not reveal who has an account. */
export const WRONG_CREDENTIALS = 'Incorrect username or password'
/** Spec 1, section 8. */
export const DEACTIVATED = 'Your account has been deactivated'

export const createLoginHandlers = ({
  tokens,
  sessions,
  credentials,
  signIns,
}: Auth): HandlersOf<'signIn' | 'logout'> => ({
  signIn: async ({ body, db, now, address, timeZone, header, setCookie }) => {
    const name = body.username.toLowerCase()
    await signIns.count(name, address)
    const [user] = await db
      .select({ user: users, role: roles })
      .from(users)
      .innerJoin(roles, eq(roles.id, users.roleId))
      .where(eq(sql`lower(${users.email})`, name))
    const isRight = await isPasswordOf(user?.user.passwordHash, body.password)
    if (!user || !isRight) throw new Refusal(400, WRONG_CREDENTIALS)
    await signIns.giveBack(name, address)
    // Revealed only after the password was verified.
    if (!user.user.isActive) throw new Refusal(403, DEACTIVATED)
    const { id: userId, email, displayName, providerId } = user.user
    const isRememberMe = body.rememberme
    const session = await sessions.start({ userId, isRememberMe, address, userAgent: header('user-agent') }, now)
    setCookie(credentials.cookie(session, isRememberMe ? session.expiresAt : undefined))
    return {
      userId,
      accessToken: await tokens.issue(userId, session, now),
      userEmail: email,
      userName: displayName,
      role: [{ id: user.role.id, name: roleNameSchema.parse(user.role.name), active: true }],
      providerId,
      isRememberMe,
      timeZone,
      idleSeconds: sessions.idleSeconds(isRememberMe),
    }
  },

  logout: async ({ user, now, setCookie }) => {
    await sessions.end(user.sessionId, 'logout', now)
    setCookie(credentials.noCookie)
    return null
  },
})
