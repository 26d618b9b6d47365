import { eq } from 'drizzle-orm'
import { roleNameSchema } from '#domain/roles.ts'
import type { RefusalReason } from '#domain/security-events.ts'
import type { Db } from '#server/db/database.ts'
import { roles, users } from '#server/db/schema.ts'
import { hasEmail } from '#server/db/users.ts'
import type { HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Mail } from '#server/mail/mail.ts'
import type { AccessTokens } from './access-tokens.ts'
import { logWrongPassword } from './failure-warning.ts'
import type { GuessLimits } from './guessing.ts'
import type { KnownDevices } from './known-devices.ts'
import type { PasswordCounter } from './password-limits.ts'
import { isPasswordOf } from './passwords.ts'
import type { RefreshCredentials } from './refresh-credentials.ts'
import { logRefusal } from './security-log.ts'
import type { Sessions } from './sessions.ts'

export interface Auth {
  readonly tokens: AccessTokens
  readonly sessions: Sessions
  readonly credentials: RefreshCredentials
  readonly devices: KnownDevices
  readonly guesses: GuessLimits
  readonly passwordTries: PasswordCounter
  /** Undefined if the server sends no email. */
  readonly mail: Mail | undefined
}

/** The same message for an unknown user and a wrong password, so it does not reveal who has an account. */
export const WRONG_CREDENTIALS = 'Incorrect username or password'
/** Spec 1, section 8. */
export const DEACTIVATED = 'Your account has been deactivated'

export const secondsUntil = (then: Date, now: Date): number => Math.floor((then.getTime() - now.getTime()) / 1000)

/** @param name the lowercase user name */
const accountOf = async (db: Pick<Db, 'select'>, name: string) => {
  const [account] = await db
    .select({ user: users, role: roles })
    .from(users)
    .innerJoin(roles, eq(roles.id, users.roleId))
    .where(hasEmail(name))
  return account
}

/** Longer than any browser's; every attempt, also a stranger's, is stored. */
const MAX_USER_AGENT = 500

export const createLoginHandlers = ({
  tokens,
  sessions,
  credentials,
  devices,
  guesses,
  mail,
}: Auth): HandlersOf<'signIn' | 'logout'> => ({
  signIn: async ({ body, db, now, address, timeZone, header, cookie, setCookie }) => {
    const name = body.username.toLowerCase()
    const source = { address, userAgent: header('user-agent')?.slice(0, MAX_USER_AGENT) }
    const device = devices.read(name, cookie(devices.nameOf(name)))
    const account = await accountOf(db, name)
    const refuse = async (reason: RefusalReason) =>
      await logRefusal(db, { userId: account?.user.id, name, reason }, source, now)
    const isRight = await guesses
      .attempt({ name, address, device }, now, () => isPasswordOf(account?.user.passwordHash, body.password))
      .catch(async (error: unknown) => {
        if (error instanceof Refusal) await refuse('too many attempts')
        throw error
      })
    if (!account || !isRight) {
      if (account) await logWrongPassword(db, mail, account.user, source, now)
      else await refuse('unknown account')
      throw new Refusal(400, WRONG_CREDENTIALS)
    }
    // Revealed only after the password was verified.
    if (!account.user.isActive) {
      await refuse('deactivated')
      throw new Refusal(403, DEACTIVATED)
    }
    const { id: userId, email, displayName, providerId } = account.user
    const isRememberMe = body.rememberme
    const session = await sessions.start({ userId, isRememberMe, ...source }, now, ({ passwordHash }) => {
      // Changed while this attempt waited: its sessions have been ended.
      if (passwordHash !== account.user.passwordHash) throw new Refusal(400, WRONG_CREDENTIALS)
    })
    setCookie(credentials.cookie(session, isRememberMe ? secondsUntil(session.expiresAt, now) : undefined))
    setCookie(devices.cookie(name, device))
    return {
      userId,
      accessToken: await tokens.issue(userId, session, now),
      userEmail: email,
      userName: displayName,
      role: [{ id: account.role.id, name: roleNameSchema.parse(account.role.name), active: true }],
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
