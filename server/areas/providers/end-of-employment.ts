/**
 * Terminates providers whose last day at work is over. Nobody can sign in from then on in any case, since that is decided
 * by the date (server/db/users.ts): this stores the status, ends the sessions and logs the move.
 */
import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import { PROVIDER_STATUS_IDS } from '#domain/provider-form.ts'
import { type LocalDate, localOf } from '#domain/time.ts'
import { moveAccount, readAccount } from '#server/areas/accounts/account-moves.ts'
import { endRequestsOf } from '#server/areas/documents/acknowledgments.ts'
import { settleExpiries } from '#server/areas/documents/document-notices.ts'
import { endSessions } from '#server/areas/login/security-log.ts'
import { voidTickets } from '#server/areas/login/tickets.ts'
import type { PooledDb, Tx } from '#server/db/database.ts'
import { organizationZone } from '#server/db/organization.ts'
import { providers } from '#server/db/schema/providers.ts'
import { userSessions } from '#server/db/schema/sign-in.ts'
import { users } from '#server/db/schema/users.ts'
import { type BackgroundWork, MINUTE } from '#server/jobs/background.ts'
import type { JobServices } from '#server/jobs/job.ts'
import type { LocalClock } from './local-clock.ts'

/** With a literal, which the partial index needs. */
const isDue = (today: LocalDate): SQL | undefined => and(sql`${providers.statusId} <> 3`, lt(providers.termDate, today))

/** Does nothing for a provider who is terminated already, or still at work. */
export async function endIfDue(tx: Tx, providerId: number, { today, now, timeZone }: LocalClock): Promise<void> {
  const [due] = await tx
    .select({ termDate: providers.termDate })
    .from(providers)
    .where(and(eq(providers.id, providerId), isDue(today)))
    .for('update')
  if (!due?.termDate) return
  const { termDate } = due
  await tx.select({ id: users.id }).from(users).where(eq(users.providerId, providerId)).for('no key update')
  const employment = { statusId: PROVIDER_STATUS_IDS.terminated, termDate }
  // As it was on the last day.
  const account = await readAccount(tx, { providerId }, termDate)
  if (account) {
    const change = { event: { type: 'account.terminate' }, byUserId: null } as const
    await moveAccount(tx, account, { ...change, after: { ...account.stored, employment } }, { now, timeZone })
    await voidTickets(tx, account.userId)
    await endSessions(tx, eq(userSessions.userId, account.userId), { reason: 'deactivated' }, now)
  }
  await endRequestsOf({ tx, userId: null, now }, providerId)
  await settleExpiries(tx, now, providerId)
  await tx
    .update(providers)
    .set({ statusId: employment.statusId, version: sql`${providers.version} + 1` })
    .where(eq(providers.id, providerId))
}

export async function endEmployments(db: PooledDb, now: Date): Promise<void> {
  const timeZone = await organizationZone(db)
  const clock = { today: localOf(now, timeZone).date, now, timeZone }
  const due = await db.select({ id: providers.id }).from(providers).where(isDue(clock.today))
  for (const { id } of due) await db.transaction((tx) => endIfDue(tx, id, clock))
}

export const endedEmployments: BackgroundWork<JobServices> = {
  name: 'ended-employments',
  every: MINUTE,
  run: ({ db, clock }) => endEmployments(db, clock()),
}
