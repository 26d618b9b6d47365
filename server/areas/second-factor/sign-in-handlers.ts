/** Signing in with a second factor after the password, or with a passkey alone. */
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Endpoint } from '#contract/endpoint.ts'
import type { FactorProof } from '#contract/second-factor.ts'
import { factorMessages } from '#domain/second-factor.ts'
import { type Account, accountOf } from '#server/areas/login/accounts.ts'
import type { SignInParts } from '#server/areas/login/auth.ts'
import { DEACTIVATED, sourceOf } from '#server/areas/login/auth.ts'
import { methodsOf } from '#server/areas/login/factors.ts'
import { logWrongCode } from '#server/areas/login/failure-warning.ts'
import type { DeviceOwner } from '#server/areas/login/known-devices.ts'
import { type Entrance, openSession } from '#server/areas/login/open-session.ts'
import { logRefusal } from '#server/areas/login/security-log.ts'
import { countWrong, endTicket, lockTicket, readTicket } from '#server/areas/login/tickets.ts'
import type { Tx } from '#server/db/database.ts'
import { networkOf } from '#server/http/client-network.ts'
import type { HandlerContext, HandlersOf } from '#server/http/handler.ts'
import { countTry } from '#server/http/rate-limit.ts'
import { Refusal } from '#server/http/refusal.ts'
import { logFactorChange } from './factor-log.ts'

/** Questions for a passkey and their answers per address, in 15 minutes; the people of a school share one. */
const PASSKEY_TRIES = { points: 600, duration: 15 * 60 }

const startOver = (message: string = factorMessages.startOver) =>
  new Refusal(400, message, { errors: [{ path: 'ticket', message }] })

const refusedCode = (message: string) => new Refusal(400, message, { errors: [{ path: 'code', message }] })

type Names = 'confirmSecondFactor' | 'askTicketPasskey' | 'askSignInPasskey' | 'signInWithPasskey'
type Context = HandlerContext<Endpoint>

/** What came of a proof; a wrong one must be counted, so it does not roll back. */
type Outcome =
  | { readonly kind: 'right'; readonly entrance: Entrance }
  | { readonly kind: 'wrong'; readonly message: string; readonly hasEnded: boolean }
  | { readonly kind: 'ended' }

/** By which wrong codes are counted; no email address looks like it. */
export const codeOwner = (userId: number): string => `codes of ${userId}`

/** Devices that have passed the second factor: one that only had the password may be the guesser's. */
export const codeDevicesOf = ({ id, passwordHash }: Account['user']): DeviceOwner => ({
  account: codeOwner(id),
  passwordHash,
})

export const createSecondFactorHandlers = ({ auth }: SignInParts): HandlersOf<Names> => {
  const { factors, devices, codeGuesses, mail } = auth
  const tries = new RateLimiterMemory(PASSKEY_TRIES)

  const check = async (tx: Tx, ticket: string, proof: FactorProof, context: Context): Promise<Outcome> => {
    const { now } = context
    const found = await lockTicket(tx, ticket, now)
    const account = found && (await accountOf(tx, { userId: found.user.id }, now))
    if (!found || !account) return { kind: 'ended' }
    const userId = account.user.id
    // The method may have been removed since the password.
    if (!(await methodsOf(tx, userId)).includes(proof.kind)) {
      await endTicket(tx, ticket)
      return { kind: 'ended' }
    }
    const message = await factors.faultOf(tx, { userId, proof }, { now, origin: context.origin })
    if (message !== undefined) return { kind: 'wrong', message, hasEnded: await countWrong(tx, ticket) }
    await endTicket(tx, ticket)
    if (proof.kind === 'recovery') await logFactorChange(tx, { user: account.user, change: 'code used', mail }, context)
    const { isRememberMe, identity } = found
    return { kind: 'right', entrance: { account, isRememberMe, identity } }
  }

  /** Starts the session of a user who has passed the second factor on this device. */
  const open = async (entrance: Entrance, context: Context) => {
    const session = await openSession(auth, entrance, context)
    const owner = codeDevicesOf(entrance.account.user)
    context.setCookie(devices.cookie(owner, devices.read(owner, context.cookie)))
    return session
  }

  return {
    confirmSecondFactor: async (context) => {
      const { body, db, now, address, cookie } = context
      const found = await readTicket(db, body.ticket, now)
      if (!found) throw startOver()
      const { user } = found
      const { id: userId, email: name } = user
      const source = sourceOf(context)
      const device = devices.read(codeDevicesOf(user), cookie)
      let outcome: Outcome = { kind: 'ended' }
      const run = async () => {
        outcome = await db.transaction((tx) => check(tx, body.ticket, body.proof, context))
        return outcome.kind === 'right'
      }
      // Nobody guesses a passkey, and wrong codes must not keep its owner waiting.
      if (body.proof.kind === 'passkey') await run()
      else {
        await codeGuesses
          .attempt({ name: codeOwner(userId), address, device }, now, run)
          .catch(async (error: unknown) => {
            if (error instanceof Refusal)
              await logRefusal(db, { userId, name, reason: 'too many attempts' }, source, now)
            throw error
          })
      }
      // TypeScript does not see that `run` assigns it.
      const result = outcome as Outcome
      if (result.kind === 'ended') throw startOver()
      if (result.kind === 'wrong') {
        if (body.proof.kind === 'passkey') await logRefusal(db, { userId, name, reason: 'passkey' }, source, now)
        else await logWrongCode({ db, mail, user }, source, now)
        throw result.hasEnded ? startOver(factorMessages.tooManyWrong) : refusedCode(result.message)
      }
      if (!result.entrance.account.user.isActive) {
        await logRefusal(db, { userId, name, reason: 'deactivated' }, source, now)
        throw new Refusal(403, DEACTIVATED)
      }
      return await open(result.entrance, context)
    },

    askTicketPasskey: async ({ body, db, now, origin, address }) => {
      await countTry(tries, networkOf(address))
      const found = await readTicket(db, body.ticket, now)
      if (!found) throw startOver()
      return await factors.passkeys.askForUse(
        db,
        { purpose: 'prove', userId: found.user.id },
        { origin: origin(), now },
      )
    },

    askSignInPasskey: async ({ db, now, origin, address }) => {
      await countTry(tries, networkOf(address))
      return await factors.passkeys.askForUse(db, { purpose: 'sign in', userId: null }, { origin: origin(), now })
    },

    signInWithPasskey: async (context) => {
      const { body, db, now, origin, address } = context
      await countTry(tries, networkOf(address))
      const asked = { purpose: 'sign in', userId: null } as const
      const userId = await db.transaction((tx) =>
        factors.passkeys.use(tx, body.response, asked, { origin: origin(), now }),
      )
      const account = userId === undefined ? undefined : await accountOf(db, { userId }, now)
      if (!account) {
        await logRefusal(db, { userId: undefined, name: 'Passkey', reason: 'passkey' }, sourceOf(context), now)
        throw new Refusal(400, factorMessages.unknownPasskey)
      }
      const { id, email, isActive } = account.user
      if (!isActive) {
        await logRefusal(db, { userId: id, name: email, reason: 'deactivated' }, sourceOf(context), now)
        throw new Refusal(403, DEACTIVATED)
      }
      return await open({ account, isRememberMe: body.rememberme, way: 'passkey' }, context)
    },
  }
}
