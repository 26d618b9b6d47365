import type { RefusalReason } from '#domain/security-events.ts'
import type { HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { logWrongPassword } from './failure-warning.ts'
import { type Auth, accountNamed, DEACTIVATED, openSession, sourceOf } from './open-session.ts'
import { isPasswordOf } from './passwords.ts'
import { logRefusal } from './security-log.ts'

/** The same message for an unknown user and a wrong password, so it does not reveal who has an account. */
export const WRONG_CREDENTIALS = 'Incorrect username or password'

export const createLoginHandlers = (auth: Auth): HandlersOf<'signIn' | 'logout'> => ({
  signIn: async (request) => {
    const { devices, guesses, mail } = auth
    const { body, db, now, address, cookie } = request
    const name = body.username.toLowerCase()
    const source = sourceOf(request)
    const device = devices.read(name, cookie(devices.nameOf(name)))
    const account = await accountNamed(db, name)
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
    return await openSession(auth, account, request, { isRememberMe: body.rememberme }, ({ passwordHash }) => {
      // Changed while this attempt waited: its sessions have been ended.
      if (passwordHash !== account.user.passwordHash) throw new Refusal(400, WRONG_CREDENTIALS)
    })
  },

  logout: async ({ user, now, setCookie }) => {
    await auth.sessions.end(user.sessionId, 'logout', now)
    setCookie(auth.credentials.noCookie)
    return null
  },
})
