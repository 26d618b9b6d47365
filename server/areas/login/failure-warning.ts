import { and, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { securityEvents, users } from '#server/db/schema.ts'
import { wrongCodesLetter } from '#server/mail/factor-letters.ts'
import type { Mail } from '#server/mail/mail.ts'
import { failuresLetter } from '#server/mail/sign-in-letters.ts'
import { deviceInWords } from './device.ts'
import { logRefusal, type Source } from './security-log.ts'

const DAY = 24 * 3_600_000

/** So many in a day and since the last sign-in are worth an email. A wrong code comes after a right password. */
const WARNINGS = {
  password: { failures: 10, letter: failuresLetter },
  code: { failures: 5, letter: wrongCodesLetter },
} as const

interface Warned {
  readonly id: number
  readonly email: string
  readonly displayName: string
}

/** Logs a wrong password or code, and tells the user once that someone is guessing it. */
async function logWrong(
  reason: keyof typeof WARNINGS,
  { db, mail, user }: { readonly db: Db; readonly mail: Mail | undefined; readonly user: Warned },
  { address, userAgent }: Source,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    // Of failures at the same time, each must see those before it.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for('no key update')
    await logRefusal(tx, { userId: user.id, name: user.email, reason }, { address, userAgent }, now)
    if (!mail) return
    const ofUser = eq(securityEvents.userId, user.id)
    const [last] = await tx
      .select({ at: sql<Date | null>`max(${securityEvents.at})`.mapWith(securityEvents.at) })
      .from(securityEvents)
      .where(and(ofUser, eq(securityEvents.kind, 'sign-in')))
    const since = new Date(Math.max(now.getTime() - DAY, last?.at?.getTime() ?? 0))
    const failures = await tx.$count(
      securityEvents,
      and(ofUser, eq(securityEvents.reason, reason), eq(securityEvents.kind, 'refused'), gt(securityEvents.at, since)),
    )
    const warning = WARNINGS[reason]
    if (failures !== warning.failures) return
    const from = { name: user.displayName, device: deviceInWords(userAgent ?? null), address }
    await mail.send(tx, { to: user.email, letter: warning.letter(failures, from) })
  })
}

export const logWrongPassword = (db: Db, mail: Mail | undefined, user: Warned, source: Source, now: Date) =>
  logWrong('password', { db, mail, user }, source, now)

export const logWrongCode = (db: Db, mail: Mail | undefined, user: Warned, source: Source, now: Date) =>
  logWrong('code', { db, mail, user }, source, now)
