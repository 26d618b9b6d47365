/** What a user can prove who they are with, next to the password, and whether a proof is right. */
import { and, eq, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { FactorProof } from '#contract/second-factor.ts'
import { type FactorMethod, factorMessages } from '#domain/second-factor.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { authenticatorApps, passkeys, recoveryCodes, signInTickets } from '#server/db/schema/sign-in.ts'
import { Seal } from '#server/mail/sealed.ts'
import { stepOfCode } from './app-codes.ts'
import { Passkeys } from './passkeys.ts'
import { RecoveryCodes } from './recovery-codes.ts'

/** As a condition: whether the user of a column has a second factor. Recovery codes alone are none. */
export const hasFactor = (userId: SQLWrapper): SQL<boolean> =>
  sql<boolean>`(exists (select 1 from ${passkeys} where ${passkeys.userId} = ${userId})
    or exists (select 1 from ${authenticatorApps} where ${authenticatorApps.userId} = ${userId}))`

/** The user's methods, the best first; none without a second factor. */
export async function methodsOf(db: Pick<Db, '$count'>, userId: number): Promise<FactorMethod[]> {
  const keys = await db.$count(passkeys, eq(passkeys.userId, userId))
  const apps = await db.$count(authenticatorApps, eq(authenticatorApps.userId, userId))
  if (keys + apps === 0) return []
  const codes = await db.$count(recoveryCodes, eq(recoveryCodes.userId, userId))
  return [
    ...(keys > 0 ? ['passkey' as const] : []),
    ...(apps > 0 ? ['code' as const] : []),
    ...(codes > 0 ? ['recovery' as const] : []),
  ]
}

/** Removes everything but the password. @returns whether there was a factor */
export async function removeFactors(tx: Tx, userId: number): Promise<boolean> {
  const methods = await methodsOf(tx, userId)
  await tx.delete(passkeys).where(eq(passkeys.userId, userId))
  await tx.delete(authenticatorApps).where(eq(authenticatorApps.userId, userId))
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  // What they ask for is gone.
  await tx.delete(signInTickets).where(eq(signInTickets.userId, userId))
  return methods.length > 0
}

/** Why a proof is not right, in words for the user; undefined if it is. */
type Fault = string | undefined

export class Factors {
  readonly passkeys: Passkeys
  readonly recoveryCodes: RecoveryCodes
  /** Seals the keys of authenticator apps. */
  readonly seal: Seal
  /** Seals apps that are being set up. */
  readonly setups: Seal

  /** @param secret at least 32 bytes, the same on every server that shares the database */
  constructor(secret: string) {
    this.passkeys = new Passkeys(secret)
    this.recoveryCodes = new RecoveryCodes(secret)
    this.seal = new Seal(secret, 'authenticator apps')
    this.setups = new Seal(secret, 'authenticator app setups')
  }

  /**
   * Checks a proof and uses it up, as far as it works only once.
   *
   * @param at where users reach the server; read only for passkeys
   */
  async faultOf(
    tx: Tx,
    { userId, proof }: { readonly userId: number; readonly proof: FactorProof },
    at: { readonly now: Date; readonly origin: () => string },
  ): Promise<Fault> {
    const { now } = at
    switch (proof.kind) {
      case 'code':
        return await this.#faultOfCode(tx, userId, proof.code, now)
      case 'recovery':
        return (await this.recoveryCodes.use(tx, userId, proof.code)) ? undefined : factorMessages.wrongRecovery
      case 'passkey': {
        const asked = { purpose: 'prove', userId } as const
        const owner = await this.passkeys.use(tx, proof.response, asked, { origin: at.origin(), now })
        return owner === userId ? undefined : factorMessages.wrongPasskey
      }
    }
  }

  async #faultOfCode(tx: Tx, userId: number, code: string, now: Date): Promise<Fault> {
    const ofUser = eq(authenticatorApps.userId, userId)
    const [app] = await tx.select().from(authenticatorApps).where(ofUser)
    const key = app && this.seal.open(app.key)
    const step = key === undefined ? undefined : stepOfCode(code, key, now)
    if (step === undefined) return factorMessages.wrongCode
    const taken = await tx
      .update(authenticatorApps)
      .set({ lastStep: step, lastUsedAt: now })
      // When two use it at once, the second waits here and then finds the step taken.
      .where(and(ofUser, lt(authenticatorApps.lastStep, step)))
      .returning({ userId: authenticatorApps.userId })
    return taken.length > 0 ? undefined : factorMessages.usedCode
  }
}
