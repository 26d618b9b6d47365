/** Stand for a right password, or an identity provider's answer, until the second factor comes. */
import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/db/database.ts'
import { signInTickets } from '#server/db/schema/sign-in.ts'
import { users } from '#server/db/schema/users.ts'
import { type ProvenIdentity, provenIdentitySchema } from './user-identities.ts'

/** How long a ticket works, in seconds. */
export const TICKET_SECONDS = 5 * 60
/** The wrong answer with this number ends the ticket. */
const MAX_WRONG = 10

const hashOf = (ticket: string): string => createHash('sha256').update(ticket).digest('base64')

const isLive = (ticket: string, now: Date) =>
  and(eq(signInTickets.hash, hashOf(ticket)), gt(signInTickets.expiresAt, now))

const lockUser = async (tx: Tx, userId: number) => {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update')
  return user
}

/**
 * @param of.user as they were when the password was checked
 * @returns undefined if the password has changed since
 */
export async function createTicket(
  tx: Tx,
  of: {
    readonly user: { readonly id: number; readonly passwordHash: string | null }
    readonly isRememberMe: boolean
    readonly identity: ProvenIdentity | undefined
  },
  now: Date,
): Promise<string | undefined> {
  const { user, isRememberMe, identity } = of
  const current = await lockUser(tx, user.id)
  if (current?.passwordHash !== user.passwordHash) return undefined
  const ticket = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + TICKET_SECONDS * 1000)
  await tx.insert(signInTickets).values({ hash: hashOf(ticket), userId: user.id, isRememberMe, identity, expiresAt })
  return ticket
}

/** A live ticket and its user; undefined if it was used, has expired or was voided. */
export async function readTicket(db: Pick<Db, 'select'>, ticket: string, now: Date) {
  const [found] = await db
    .select({ user: users, isRememberMe: signInTickets.isRememberMe, identity: signInTickets.identity })
    .from(signInTickets)
    .innerJoin(users, eq(users.id, signInTickets.userId))
    .where(isLive(ticket, now))
  return found && { ...found, identity: provenIdentitySchema.nullable().parse(found.identity) ?? undefined }
}

/** The same, locked until the transaction ends: first its user, as a change of the password does. */
export async function lockTicket(tx: Tx, ticket: string, now: Date) {
  const unlocked = await readTicket(tx, ticket, now)
  if (!unlocked) return undefined
  await lockUser(tx, unlocked.user.id)
  return await readTicket(tx, ticket, now)
}

export async function endTicket(db: Pick<Db, 'delete'>, ticket: string): Promise<void> {
  await db.delete(signInTickets).where(eq(signInTickets.hash, hashOf(ticket)))
}

/** Counts a wrong answer. @returns whether the ticket ended by it */
export async function countWrong(db: Pick<Db, 'update' | 'delete'>, ticket: string): Promise<boolean> {
  const [row] = await db
    .update(signInTickets)
    .set({ wrong: sql`${signInTickets.wrong} + 1` })
    .where(eq(signInTickets.hash, hashOf(ticket)))
    .returning({ wrong: signInTickets.wrong })
  if (row && row.wrong < MAX_WRONG) return false
  await endTicket(db, ticket)
  return true
}

/** Ends the tickets of a user: the password behind them no longer counts. */
export async function voidTickets(db: Pick<Db, 'delete'>, userId: number): Promise<void> {
  await db.delete(signInTickets).where(eq(signInTickets.userId, userId))
}
