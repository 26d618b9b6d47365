import { and, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { securityEvents, users } from '#server/db/schema.ts'
import type { Mail } from '#server/mail/mail.ts'
import { failuresLetter } from '#server/mail/sign-in-letters.ts'
import { deviceInWords } from './device.ts'
import { logRefusal, type Source } from './security-log.ts'

/** So many wrong passwords in a day and since the last sign-in are worth an email. */
const FAILURES = 10
const DAY = 24 * 3_600_000

/** Logs a wrong password, and tells the user once that someone is guessing it. */
export async function logWrongPassword(
  db: Db,
  mail: Mail | undefined,
  user: { readonly id: number; readonly email: string; readonly displayName: string },
  { address, userAgent }: Source,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    // Of failures at the same time, each must see those before it.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for('no key update')
    const refusal = { userId: user.id, name: user.email, reason: 'password' } as const
    await logRefusal(tx, refusal, { address, userAgent }, now)
    if (!mail) return
    const ofUser = eq(securityEvents.userId, user.id)
    const [last] = await tx
      .select({ at: sql<Date | null>`max(${securityEvents.at})`.mapWith(securityEvents.at) })
      .from(securityEvents)
      .where(and(ofUser, eq(securityEvents.kind, 'sign-in')))
    const since = new Date(Math.max(now.getTime() - DAY, last?.at?.getTime() ?? 0))
    const failures = await tx.$count(
      securityEvents,
      and(
        ofUser,
        eq(securityEvents.reason, 'password'),
        eq(securityEvents.kind, 'refused'),
        gt(securityEvents.at, since),
      ),
    )
    if (failures !== FAILURES) return
    const from = { name: user.displayName, device: deviceInWords(userAgent ?? null), address }
    await mail.send(tx, { to: user.email, letter: failuresLetter(failures, from) })
  })
}
