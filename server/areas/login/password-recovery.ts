/** Links with which users who forgot their password choose a new one. */
import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import { z } from 'zod'
import type { Db, Tx } from '#server/db/database.ts'
import { passwordRecoveries, users } from '#server/db/schema.ts'
import { hasEmail } from '#server/db/users.ts'
import { defineJob } from '#server/jobs/job.ts'
import type { MailServices } from '#server/mail/mail.ts'
import { deactivatedLetter, noPasswordLetter, recoveryLetter } from '#server/mail/password-letters.ts'
import { logSecurity } from './security-log.ts'

/** How long a link works, in milliseconds. */
const LIFETIME = 30 * 60_000

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64')

const isLive = (token: string, now: Date) =>
  and(eq(passwordRecoveries.tokenHash, hashOf(token)), gt(passwordRecoveries.expiresAt, now))

export const hasToken = async (db: Pick<Db, '$count'>, token: string, now: Date): Promise<boolean> =>
  (await db.$count(passwordRecoveries, isLive(token, now))) > 0

/**
 * The user that the token belongs to, which can't be used again; undefined if it was used, replaced or has expired.
 * Locks the user first, as every change of a password does.
 */
export async function takeToken(tx: Tx, token: string, now: Date) {
  const [owner] = await tx
    .select({ user: users })
    .from(passwordRecoveries)
    .innerJoin(users, eq(users.id, passwordRecoveries.userId))
    .where(isLive(token, now))
    .for('no key update', { of: users })
  const taken = await tx
    .delete(passwordRecoveries)
    .where(isLive(token, now))
    .returning({ id: passwordRecoveries.userId })
  return taken.length === 0 ? undefined : owner?.user
}

/** A new token; one that the user has stops working. */
async function createToken(tx: Tx, userId: number, expiresAt: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const row = { tokenHash: hashOf(token), expiresAt }
  await tx
    .insert(passwordRecoveries)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: passwordRecoveries.userId, set: row })
  return token
}

const requestSchema = z.object({
  email: z.string(),
  /** Scheme, host and port of the link. */
  origin: z.url(),
  /** The client that asked, and when. Missing from requests of releases that did not keep it. */
  from: z.object({ address: z.string(), userAgent: z.string().optional(), at: z.iso.datetime() }).optional(),
})

/**
 * Answers a request for a link. The request itself only adds this job, whatever the address: how long it takes does not
 * tell whether the address has an account.
 */
export const passwordRecoveryJob = defineJob<typeof requestSchema, MailServices>({
  name: 'password-recovery',
  payload: requestSchema,
  attempts: 6,
  run: async ({ email, origin, from }, { db, clock, mail, finish }) => {
    if (!mail) throw new Error('This server has no SMTP_URL.')
    await db.transaction(async (tx) => {
      const [user] = await tx.select().from(users).where(hasEmail(email))
      if (user) {
        const { email: to, displayName: name } = user
        if (from) {
          const { at, ...source } = from
          await logSecurity(tx, [{ kind: 'password', reason: 'requested', userId: user.id }], new Date(at), source)
        }
        if (!user.isActive) await mail.send(tx, { to, letter: deactivatedLetter(name) })
        else if (user.passwordHash === null) await mail.send(tx, { to, letter: noPasswordLetter(name) })
        else {
          const until = new Date(clock().getTime() + LIFETIME)
          const token = await createToken(tx, user.id, until)
          await mail.send(tx, { to, letter: recoveryLetter(name, `${origin}/reset-password/${token}`), until })
        }
      }
      await finish(tx)
    })
  },
})
