/** Single-use codes for users who lost their other factors. */
import { createHmac, randomInt } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { RECOVERY_ALPHABET, RECOVERY_COUNT, RECOVERY_LENGTH, shownRecoveryCode } from '#domain/factor-codes.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { recoveryCodes } from '#server/db/schema/sign-in.ts'

const newCode = (): string =>
  Array.from({ length: RECOVERY_LENGTH }, () => RECOVERY_ALPHABET.charAt(randomInt(RECOVERY_ALPHABET.length))).join('')

export class RecoveryCodes {
  readonly #key: Buffer

  /** @param secret at least 32 bytes, the same on every server that shares the database */
  constructor(secret: string) {
    this.#key = createHmac('sha256', secret).update('homeroom/recovery codes').digest()
  }

  #hash(userId: number, code: string): string {
    return createHmac('sha256', this.#key).update(`${userId}\n${code}`).digest('base64')
  }

  /** Replaces the user's codes. @returns the new ones, as they are shown: nobody can read them later */
  async renew(tx: Tx, userId: number): Promise<string[]> {
    const codes = new Set<string>()
    while (codes.size < RECOVERY_COUNT) codes.add(newCode())
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
    await tx.insert(recoveryCodes).values([...codes].map((code) => ({ userId, codeHash: this.#hash(userId, code) })))
    return [...codes].map(shownRecoveryCode)
  }

  /** Uses a code up. @param code without hyphen, in capitals @returns whether it was one */
  async use(tx: Pick<Db, 'delete'>, userId: number, code: string): Promise<boolean> {
    const used = await tx
      .delete(recoveryCodes)
      .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, this.#hash(userId, code))))
      .returning({ userId: recoveryCodes.userId })
    return used.length > 0
  }
}
