/** A user's passkeys, authenticator app and recovery codes: listed, added and removed. */
import { and, eq } from 'drizzle-orm'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Proof } from '#contract/second-factor.ts'
import { factorMessages } from '#domain/second-factor.ts'
import { accountOf } from '#server/areas/login/accounts.ts'
import { appAddress, newAppKey, stepOfCode } from '#server/areas/login/app-codes.ts'
import { sourceOf } from '#server/areas/login/auth.ts'
import { methodsOf, removeFactors } from '#server/areas/login/factors.ts'
import { logWrongCode } from '#server/areas/login/failure-warning.ts'
import { requireConfirmed } from '#server/areas/login/fresh-proof.ts'
import type { IdentityParts } from '#server/areas/login/identity-provider-sign-in.ts'
import { isOwnPassword } from '#server/areas/login/own-password.ts'
import { logRefusal, logSecurity } from '#server/areas/login/security-log.ts'
import { identitiesOf } from '#server/areas/login/user-identities.ts'
import type { Tx } from '#server/db/database.ts'
import { authenticatorApps, passkeys, recoveryCodes } from '#server/db/schema/sign-in.ts'
import { users } from '#server/db/schema/users.ts'
import type { Caller, HandlerContext, HandlersOf } from '#server/http/handler.ts'
import { countTry } from '#server/http/rate-limit.ts'
import { Refusal, refuseField } from '#server/http/refusal.ts'
import { resetLetter } from '#server/mail/factor-letters.ts'
import { logFactorChange } from './factor-log.ts'
import { codeDevicesOf, codeOwner } from './sign-in-handlers.ts'

/** How long the setup of an authenticator app may take, in milliseconds. */
const SETUP_TIME = 15 * 60_000

/** Questions for a passkey per user, in 15 minutes: each is a row. */
const QUESTIONS = { points: 100, duration: 15 * 60 }

/** A new app's key until its first code: with the browser, sealed. Time in milliseconds. */
const setupSchema = z.object({ userId: z.int(), key: z.string(), until: z.int() })

type Context = Omit<HandlerContext<Endpoint>, 'user'> & { readonly user: Caller }

type Names =
  | 'getSignInMethods'
  | 'askProofPasskey'
  | 'confirmIdentity'
  | 'beginPasskey'
  | 'addPasskey'
  | 'renamePasskey'
  | 'removePasskey'
  | 'beginAuthenticatorApp'
  | 'addAuthenticatorApp'
  | 'removeAuthenticatorApp'
  | 'renewRecoveryCodes'
  | 'resetSignInMethods'

const gone = (what: string) => new Refusal(404, `This ${what} has been removed already.`)

const usedAt = ({ createdAt, lastUsedAt }: { readonly createdAt: Date; readonly lastUsedAt: Date | null }) => ({
  addedAtUtc: createdAt.toISOString(),
  lastUsedAtUtc: lastUsedAt?.toISOString() ?? null,
})

export function createSignInMethodHandlers({
  auth: parts,
  identityProvider: { provider: service },
}: IdentityParts): HandlersOf<Names> {
  const { sessions, factors, devices, codeGuesses, mail } = parts
  const provider = service?.settings

  const questions = new RateLimiterMemory(QUESTIONS)

  /** The caller's row, locked: of two changes at once, the second sees what the first did. */
  const lockUser = async (tx: Tx, { userId }: Caller) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update')
    if (!user) throw gone('user')
    return user
  }

  /** Recovery codes for a user who has none: of their first factor. */
  const firstCodes = async (tx: Tx, userId: number): Promise<string[] | null> =>
    (await tx.$count(recoveryCodes, eq(recoveryCodes.userId, userId))) > 0
      ? null
      : await factors.recoveryCodes.renew(tx, userId)

  /** A first factor ends what began with the password alone, except the session that adds it. */
  const addFactor = async <Added>(context: Context, tx: Tx, add: () => Promise<Added>): Promise<Added> => {
    const { userId, sessionId } = context.user
    const isFirst = (await methodsOf(tx, userId)).length === 0
    const added = await add()
    if (isFirst && added !== undefined)
      await sessions.endAllOf(userId, 'factor', context.now, { except: sessionId, on: tx })
    return added
  }

  /** After a removal: codes that stand in for nothing go, too. @throws Refusal 400 if the role needs what is gone */
  const afterRemoval = async (tx: Tx, user: Caller) => {
    if ((await methodsOf(tx, user.userId)).length > 0) return
    if (sessions.needsFactor(user.role)) throw new Refusal(400, factorMessages.lastFactor)
    await removeFactors(tx, user.userId)
  }

  /** A wrong proof is logged, and told by email, like one at the sign-in. @throws Refusal 400 at the field, 429 */
  const prove = async (proof: Proof, context: Context): Promise<void> => {
    const { db, now, user, address } = context
    const [owner] = await db.select().from(users).where(eq(users.id, user.userId))
    if (!owner) throw gone('user')
    if (proof.kind === 'password') {
      if (await isOwnPassword(parts, { user: owner, entered: proof.password }, context)) return
      return refuseField('password', 'Enter correct Password')
    }
    let message: string | undefined
    const check = async () => {
      const of = { userId: user.userId, proof }
      message = await db.transaction(async (tx) => {
        // Before any of their rows, as changes do: two at once would otherwise wait for each other.
        await lockUser(tx, user)
        const fault = await factors.faultOf(tx, of, { now, origin: context.origin })
        if (fault === undefined && proof.kind === 'recovery') {
          await logFactorChange(tx, { user: owner, change: 'code used', mail }, context)
        }
        return fault
      })
      return message === undefined
    }
    if (proof.kind === 'passkey') await check()
    else {
      // The session is known, so strangers' wrong codes don't slow it down.
      await codeGuesses.attempt({ name: codeOwner(user.userId), address, device: user.sessionId }, now, check)
    }
    if (message === undefined) return
    const source = sourceOf(context)
    if (proof.kind === 'passkey') {
      await logRefusal(db, { userId: owner.id, name: owner.email, reason: 'passkey' }, source, now)
    } else await logWrongCode({ db, mail, user: owner }, source, now)
    refuseField('code', message)
  }

  return {
    getSignInMethods: async ({ db, user: { userId, role }, now }) => {
      const account = await accountOf(db, { userId }, now)
      const keys = await db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(passkeys.id)
      const [app] = await db.select().from(authenticatorApps).where(eq(authenticatorApps.userId, userId))
      return {
        hasPassword: account?.user.passwordHash != null,
        passkeys: keys.map((key) => ({ id: key.id, name: key.name, ...usedAt(key) })),
        authenticatorApp: app ? usedAt(app) : null,
        recoveryCodesLeft: await db.$count(recoveryCodes, eq(recoveryCodes.userId, userId)),
        identity: (await identitiesOf(db, [userId], provider)).get(userId) ?? null,
        isRequired: sessions.needsFactor(role),
      }
    },

    askProofPasskey: async ({ db, user: { userId }, origin, now }) => {
      await countTry(questions, String(userId))
      return await factors.passkeys.askForUse(db, { purpose: 'prove', userId }, { origin: origin(), now })
    },

    confirmIdentity: async (context) => {
      await prove(context.body.proof, context)
      await sessions.confirm(context.user.sessionId, context.now)
      return null
    },

    beginPasskey: async (context) => {
      await requireConfirmed(sessions, context)
      const { db, user, origin, now } = context
      await countTry(questions, String(user.userId))
      const account = await accountOf(db, user, now)
      if (!account) throw gone('user')
      const owner = { userId: user.userId, email: user.email, name: account.user.displayName }
      return await factors.passkeys.askForNew(db, owner, { origin: origin(), now })
    },

    addPasskey: async (context) => {
      await requireConfirmed(sessions, context)
      const { db, body, user, origin, now } = context
      const added = await db.transaction(async (tx) => {
        const owner = await lockUser(tx, user)
        const passkey = { userId: user.userId, name: body.name, answer: body.response }
        const id = await addFactor(context, tx, () => factors.passkeys.add(tx, passkey, { origin: origin(), now }))
        if (id === undefined) return undefined
        await logFactorChange(tx, { user: owner, change: 'passkey added', mail }, context)
        return { recoveryCodes: await firstCodes(tx, user.userId) }
      })
      // Not within the transaction: the challenge is used up, whatever came of it.
      if (!added) throw new Refusal(400, factorMessages.wrongPasskey)
      sessions.forgetCallersOf(user.userId)
      return added
    },

    renamePasskey: async ({ db, body, user }) => {
      const renamed = await db
        .update(passkeys)
        .set({ name: body.name })
        .where(and(eq(passkeys.id, body.id), eq(passkeys.userId, user.userId)))
        .returning({ id: passkeys.id })
      if (renamed.length === 0) throw gone('passkey')
      return null
    },

    removePasskey: async (context) => {
      await requireConfirmed(sessions, context)
      const { db, body, user } = context
      await db.transaction(async (tx) => {
        const owner = await lockUser(tx, user)
        const removed = await tx
          .delete(passkeys)
          .where(and(eq(passkeys.id, body.id), eq(passkeys.userId, user.userId)))
          .returning({ id: passkeys.id })
        if (removed.length === 0) throw gone('passkey')
        await afterRemoval(tx, user)
        await logFactorChange(tx, { user: owner, change: 'passkey removed', mail }, context)
      })
      return null
    },

    beginAuthenticatorApp: async (context) => {
      await requireConfirmed(sessions, context)
      const { user, now } = context
      const key = newAppKey()
      const setup: z.output<typeof setupSchema> = { userId: user.userId, key, until: now.getTime() + SETUP_TIME }
      return { setup: factors.setups.close(JSON.stringify(setup)), key, uri: appAddress(key, user.email) }
    },

    addAuthenticatorApp: async (context) => {
      await requireConfirmed(sessions, context)
      const { db, body, user, now } = context
      const opened = factors.setups.open(body.setup)
      const setup = opened === undefined ? undefined : setupSchema.safeParse(JSON.parse(opened)).data
      if (setup?.userId !== user.userId || setup.until <= now.getTime())
        throw new Refusal(400, factorMessages.setupTooOld)
      const { key } = setup
      const lastStep = stepOfCode(body.code, key, now) ?? refuseField('code', factorMessages.wrongCode)
      const { owner, ...added } = await db.transaction(async (tx) => {
        const owner = await lockUser(tx, user)
        const row = { userId: user.userId, key: factors.seal.close(key), lastStep, createdAt: now }
        const inserted = await addFactor(context, tx, () =>
          tx.insert(authenticatorApps).values(row).onConflictDoNothing().returning(),
        )
        if (inserted.length === 0) throw new Refusal(409, factorMessages.hasApp)
        await logFactorChange(tx, { user: owner, change: 'app added', mail }, context)
        return { owner, recoveryCodes: await firstCodes(tx, user.userId) }
      })
      sessions.forgetCallersOf(user.userId)
      context.setCookie(devices.cookie(codeDevicesOf(owner), undefined))
      return added
    },

    removeAuthenticatorApp: async (context) => {
      await requireConfirmed(sessions, context)
      const { db, user } = context
      await db.transaction(async (tx) => {
        const owner = await lockUser(tx, user)
        const removed = await tx.delete(authenticatorApps).where(eq(authenticatorApps.userId, user.userId)).returning()
        if (removed.length === 0) throw gone('authenticator app')
        await afterRemoval(tx, user)
        await logFactorChange(tx, { user: owner, change: 'app removed', mail }, context)
      })
      return null
    },

    renewRecoveryCodes: async (context) => {
      await requireConfirmed(sessions, context)
      const { db, user } = context
      return await db.transaction(async (tx) => {
        const owner = await lockUser(tx, user)
        if ((await methodsOf(tx, user.userId)).length === 0) throw new Refusal(400, factorMessages.needsFactor)
        await logFactorChange(tx, { user: owner, change: 'codes renewed', mail }, context)
        return { recoveryCodes: await factors.recoveryCodes.renew(tx, user.userId) }
      })
    },

    resetSignInMethods: async (context) => {
      const { db, body, user: by, now } = context
      if (body.id === by.userId) throw new Refusal(400, factorMessages.ownReset)
      await requireConfirmed(sessions, context)
      await db.transaction(async (tx) => {
        const [user] = await tx.select().from(users).where(eq(users.id, body.id)).for('no key update')
        if (!user) throw new Refusal(404, 'User not found.')
        if (!(await removeFactors(tx, user.id))) return
        await logSecurity(tx, [{ kind: 'factor', reason: 'reset', userId: user.id, byId: by.userId }], now)
        await mail?.send(tx, { to: user.email, letter: resetLetter(user.displayName) })
      })
      sessions.forgetCallersOf(body.id)
      return null
    },
  }
}
