import type { RefusalReason } from '#domain/security-events.ts'
import type { HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { accountOf } from './accounts.ts'
import type { SignInParts } from './auth.ts'
import { DEACTIVATED, sourceOf, WRONG_CREDENTIALS } from './auth.ts'
import { logWrongPassword } from './failure-warning.ts'
import { enter } from './open-session.ts'
import { isPasswordOf } from './passwords.ts'
import { logRefusal } from './security-log.ts'

export const createLoginHandlers = ({ auth }: SignInParts): HandlersOf<'signIn' | 'logout'> => ({
  signIn: async (context) => {
    const { body, db, now, address, cookie } = context
    const { devices, guesses, mail } = auth
    const name = body.username.toLowerCase()
    const source = sourceOf(context)
    const account = await accountOf(db, { name }, now)
    const device = devices.read({ account: name, passwordHash: account?.user.passwordHash ?? null }, cookie)
    const refuse = async (reason: RefusalReason) =>
      await logRefusal(db, { userId: account?.user.id, name, reason }, source, now)
    const isRight = await guesses
      .attempt({ name, address, device }, now, () => isPasswordOf(account?.user.passwordHash, body.password))
      .catch(async (error: unknown) => {
        if (error instanceof Refusal) await refuse('too many attempts')
        throw error
      })
    if (!account || !isRight) {
      await logWrongPassword({ db, mail, name, user: account?.user }, source, now)
      throw new Refusal(400, WRONG_CREDENTIALS)
    }
    // Revealed only after the password was verified.
    if (!account.user.isActive) {
      await refuse('deactivated')
      throw new Refusal(403, DEACTIVATED)
    }
    return await enter(auth, { account, isRememberMe: body.rememberme }, context)
  },

  logout: async ({ user, now, setCookie }) => {
    await auth.sessions.end(user.sessionId, { reason: 'logout' }, now)
    setCookie(auth.credentials.noCookie)
    return null
  },
})
