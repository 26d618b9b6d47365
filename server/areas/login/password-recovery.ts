/** Links with which users choose a new password, and invited ones their first. */
import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import { z } from 'zod'
import { isOpen } from '#domain/account.ts'
import { localOf } from '#domain/time.ts'
import { type Account, moveAccount, readAccount } from '#server/areas/accounts/account-moves.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { organizationZone } from '#server/db/organization.ts'
import { passwordRecoveries } from '#server/db/schema/sign-in.ts'
import { users } from '#server/db/schema/users.ts'
import { hasEmail, maySignIn } from '#server/db/users.ts'
import { defineJob } from '#server/jobs/job.ts'
import type { Mail, MailServices } from '#server/mail/mail.ts'
import {
  deactivatedLetter,
  firstPasswordLetter,
  invitationLetter,
  noPasswordLetter,
  recoveryLetter,
} from '#server/mail/password-letters.ts'
import { logSecurity } from './security-log.ts'

/** How long links work, in milliseconds. */
const LIFETIME = { recovery: 30 * 60_000, invitation: 7 * 24 * 3_600_000 } as const

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64')

const isLive = (token: string, now: Date) =>
  and(eq(passwordRecoveries.tokenHash, hashOf(token)), gt(passwordRecoveries.expiresAt, now))

export const hasToken = async (db: Pick<Db, '$count'>, token: string, now: Date): Promise<boolean> =>
  (await db.$count(passwordRecoveries, isLive(token, now))) > 0

/** An invitation and its user, also when it has expired; undefined if it was used or replaced. */
export async function findInvitation(db: Pick<Db, 'select'>, token: string, now: Date) {
  const [found] = await db
    .select({
      userId: users.id,
      email: users.email,
      displayName: users.displayName,
      isOpen: maySignIn(now),
      expiresAt: passwordRecoveries.expiresAt,
    })
    .from(passwordRecoveries)
    .innerJoin(users, eq(users.id, passwordRecoveries.userId))
    .where(and(eq(passwordRecoveries.tokenHash, hashOf(token)), passwordRecoveries.isInvitation))
  return found && { ...found, isExpired: found.expiresAt <= now }
}

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

/** A new token; one of the same kind that the user has stops working. */
async function createToken(tx: Tx, userId: number, isInvitation: boolean, expiresAt: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const row = { tokenHash: hashOf(token), isInvitation, expiresAt }
  await tx
    .insert(passwordRecoveries)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: [passwordRecoveries.userId, passwordRecoveries.isInvitation], set: row })
  return token
}

interface Recipient {
  readonly id: number
  readonly email: string
  readonly displayName: string
}

/** @param link.origin scheme, host and port */
export async function sendInvitation(
  tx: Tx,
  mail: Mail,
  { id, email: to, displayName: name }: Recipient,
  { origin, now }: { readonly origin: string; readonly now: Date },
): Promise<void> {
  const until = new Date(now.getTime() + LIFETIME.invitation)
  const token = await createToken(tx, id, true, until)
  await tx.update(users).set({ invitedAt: now }).where(eq(users.id, id))
  await mail.send(tx, { to, letter: invitationLetter(name, `${origin}/invitation/${token}`), until })
}

/** Sends someone who has not chosen a password yet a link, which replaces an earlier one. @throws Refusal 409 for someone who can't be invited */
export async function invite(
  tx: Tx,
  mail: Mail,
  { account, byUserId }: { readonly account: Account; readonly byUserId: number | null },
  { origin, now, timeZone }: { readonly origin: string; readonly now: Date; readonly timeZone: string },
): Promise<void> {
  const { userId: id, email, name: displayName, stored } = account
  const after = { ...stored, isInvited: true }
  await moveAccount(tx, account, { event: { type: 'account.invite' }, after, byUserId }, { now, timeZone })
  await sendInvitation(tx, mail, { id, email, displayName }, { origin, now })
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
        const now = clock()
        const timeZone = await organizationZone(tx)
        // Their account may end while the job waits.
        await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for('no key update')
        const account = await readAccount(tx, { userId: user.id }, localOf(now, timeZone).date)
        if (!account || !isOpen(account.state)) await mail.send(tx, { to, letter: deactivatedLetter(name) })
        else if (user.passwordHash === null && account.stored.canSignIn) {
          await mail.send(tx, { to, letter: noPasswordLetter(name) })
        } else {
          const until = new Date(now.getTime() + LIFETIME.recovery)
          const token = await createToken(tx, user.id, false, until)
          // Also for someone who was not invited yet: the answer is the same for everyone, and the address is theirs.
          const letterOf = account.stored.canSignIn ? recoveryLetter : firstPasswordLetter
          await mail.send(tx, { to, letter: letterOf(name, `${origin}/reset-password/${token}`), until })
        }
      }
      await finish(tx)
    })
  },
})
