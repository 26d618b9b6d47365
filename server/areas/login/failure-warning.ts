import { and, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { securityEvents } from '#server/db/schema/sign-in.ts'
import { wrongCodesLetter } from '#server/mail/factor-letters.ts'
import type { Mail } from '#server/mail/mail.ts'
import { failuresLetter } from '#server/mail/sign-in-letters.ts'
import { cameFrom } from './device.ts'
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

interface Wrong {
  readonly db: Db
  readonly mail: Mail | undefined
  /** Lowercase, as entered. */
  readonly name: string
  readonly user: Warned | undefined
}

/**
 * Logs a wrong password or code, and tells the user once that someone is guessing it.
 *
 * The same work for a name without a user: how long an answer takes must not tell who has an account.
 */
async function logWrong(
  kind: keyof typeof WARNINGS,
  { db, mail, name, user }: Wrong,
  source: Source,
  now: Date,
): Promise<void> {
  const reason = user ? kind : 'unknown account'
  const { userId, account, at, kind: event, reason: why } = securityEvents
  await db.transaction(async (tx) => {
    // When several fail at the same time, each must see those before it.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`wrong ${name}`}, 0))`)
    await logRefusal(tx, { userId: user?.id, name, reason }, source, now)
    if (!mail) return
    const ofThem = user ? eq(userId, user.id) : eq(account, name)
    const [last] = await tx
      .select({ at: sql<Date | null>`max(${at})`.mapWith(at) })
      .from(securityEvents)
      .where(and(ofThem, eq(event, 'sign-in')))
    const since = new Date(Math.max(now.getTime() - DAY, last?.at?.getTime() ?? 0))
    const failures = await tx.$count(securityEvents, and(ofThem, eq(why, reason), eq(event, 'refused'), gt(at, since)))
    const warning = WARNINGS[kind]
    if (!user || failures !== warning.failures) return
    await mail.send(tx, { to: user.email, letter: warning.letter(failures, cameFrom(user.displayName, source)) })
  })
}

export const logWrongPassword = (wrong: Wrong, source: Source, now: Date) => logWrong('password', wrong, source, now)

export const logWrongCode = (wrong: Omit<Wrong, 'name'> & { readonly user: Warned }, source: Source, now: Date) =>
  logWrong('code', { ...wrong, name: wrong.user.email.toLowerCase() }, source, now)
