import type { RefusalReason } from '#domain/security-events.ts'
import { methodsOf } from '#server/areas/second-factor/factors.ts'
import { createTicket, TICKET_SECONDS } from '#server/areas/second-factor/tickets.ts'
import type { HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { accountOf } from './accounts.ts'
import { type Auth, DEACTIVATED, sourceOf, WRONG_CREDENTIALS } from './auth.ts'
import { logWrongPassword } from './failure-warning.ts'
import { openSession } from './open-session.ts'
import { isPasswordOf } from './passwords.ts'
import { logRefusal } from './security-log.ts'

export const createLoginHandlers = (auth: Auth): HandlersOf<'signIn' | 'logout'> => ({
  signIn: async (context) => {
    const { body, db, now, address, cookie } = context
    const { devices, guesses, mail } = auth
    const name = body.username.toLowerCase()
    const source = sourceOf(context)
    const device = devices.read(name, cookie(devices.nameOf(name)))
    const account = await accountOf(db, { name })
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
    const { user } = account
    const isRememberMe = body.rememberme
    const methods = await methodsOf(db, user.id)
    if (methods.length > 0) {
      const ticket = await db.transaction((tx) => createTicket(tx, { user, isRememberMe }, now))
      if (ticket === undefined) throw new Refusal(400, WRONG_CREDENTIALS)
      return { ticket, methods, seconds: TICKET_SECONDS }
    }
    return await openSession(auth, { account, isRememberMe, device }, context)
  },

  logout: async ({ user, now, setCookie }) => {
    await auth.sessions.end(user.sessionId, 'logout', now)
    setCookie(auth.credentials.noCookie)
    return null
  },
})
