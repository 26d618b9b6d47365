/**
 * Keeps guessing passwords slow without locking anyone out: failures make the next attempt wait, longer each time, and a
 * device that has signed in before waits for its own failures only (docs/decisions/guessing-passwords.md).
 */
import { and, eq, sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import { counted } from '#domain/words.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { signInPaces } from '#server/db/schema/sign-in.ts'
import { networkOf } from '#server/http/client-network.ts'
import { attemptKey, tooManyAttempts } from '#server/http/rate-limit.ts'
import type { Refusal } from '#server/http/refusal.ts'

/** How failures slow down the attempts after them. Times in seconds. */
export interface Pace {
  /** Failures without a wait. */
  readonly free: number
  /** The longest wait. The first is a second; each failure doubles it. */
  readonly most: number
  /** After so long without a failure, all are forgotten: at most a day, since older rows are deleted. */
  readonly forget: number
}

export interface SignInLimits {
  /** Per account and device or, if the device has never signed in, address. */
  readonly perSource: Pace
  /** Per account, for devices that have never signed in. */
  readonly perAccount: Pace
  /** Per address, for devices that have never signed in; the people of a school share one. */
  readonly perAddress: Pace
  /** Attempts from one source that wait for each other. */
  readonly queue: number
}

const MINUTE = 60
const HOUR = 60 * MINUTE

export const DEFAULT_SIGN_IN_LIMITS: SignInLimits = {
  perSource: { free: 5, most: 15 * MINUTE, forget: 24 * HOUR },
  perAccount: { free: 100, most: MINUTE, forget: HOUR },
  perAddress: { free: 200, most: 10, forget: HOUR },
  queue: 50,
}

/**
 * For six-digit codes after a right password: about 150 guesses a day for all unknown devices together. Only who has
 * the password can make an account wait.
 */
export const DEFAULT_CODE_LIMITS: SignInLimits = {
  ...DEFAULT_SIGN_IN_LIMITS,
  perAccount: { free: 20, most: 15 * MINUTE, forget: 24 * HOUR },
}

/** Who tries to sign in. */
export interface Attempt {
  /** Lowercase. */
  readonly name: string
  readonly address: string
  /** The device, if it has signed in to this account before. */
  readonly device: string | undefined
}

const tooMany = (milliseconds: number): Refusal => {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000))
  const wait = seconds < MINUTE ? counted(seconds, 'second') : counted(Math.ceil(seconds / MINUTE), 'minute')
  return tooManyAttempts(seconds, wait)
}

interface KeyedPace extends Pace {
  readonly key: string
}

/** Counts failed sign-ins in the database, for all servers together. */
export class GuessLimits {
  readonly #db: Db
  readonly #limits: SignInLimits
  readonly #queues = new Map<string, ReturnType<typeof pLimit>>()

  constructor(db: Db, limits: SignInLimits) {
    this.#db = db
    this.#limits = limits
  }

  /**
   * Tries a password. The attempt counts as a failure until it turns out right, so that a burst of guesses gains nothing;
   * a source's attempts take turns, so that a burst of right ones loses nothing.
   *
   * @throws Refusal 429 if it must wait
   */
  async attempt(attempt: Attempt, now: Date, isRight: () => Promise<boolean>): Promise<boolean> {
    const paces = this.#pacesOf(attempt)
    return await this.#inTurn(paces[0].key, async () => {
      await this.#take(paces, now)
      const result = await isRight()
      if (result) await this.#giveBack(paces, now)
      return result
    })
  }

  #pacesOf({ name, address: client, device }: Attempt): readonly [KeyedPace, ...KeyedPace[]] {
    const { perSource, perAccount, perAddress } = this.#limits
    const address = networkOf(client)
    if (device !== undefined) return [{ key: attemptKey('device', name, device), ...perSource }]
    return [
      { key: attemptKey('source', name, address), ...perSource },
      { key: attemptKey('account', name), ...perAccount },
      { key: attemptKey('address', address), ...perAddress },
    ]
  }

  async #inTurn<Result>(source: string, run: () => Promise<Result>): Promise<Result> {
    const queue = this.#queues.get(source) ?? pLimit(1)
    if (queue.pendingCount >= this.#limits.queue) throw tooMany(1)
    this.#queues.set(source, queue)
    try {
      return await queue(run)
    } finally {
      if (queue.activeCount + queue.pendingCount === 0) this.#queues.delete(source)
    }
  }

  /** Counts the attempt under all keys or, if one of them has to wait, under none. */
  async #take(paces: readonly KeyedPace[], now: Date): Promise<void> {
    await this.#db.transaction(async (tx) => {
      for (const pace of paces) await this.#count(tx, pace, now)
    })
  }

  async #count(tx: Tx, { key, free, most, forget }: KeyedPace, now: Date): Promise<void> {
    const { failures, lastAt, nextAt } = signInPaces
    const at = sql`${now.toISOString()}::timestamptz`
    const next = sql`case when ${lastAt} < ${at} - make_interval(secs => ${forget}) then 1 else ${failures} + 1 end`
    // The exponent is limited, since the power of a large one overflows.
    const longest = sql`make_interval(secs => ${most})`
    const wait = sql`make_interval(secs => least(${most}, power(2, least(${next} - ${free} - 1, 20))))`
    const [row] = await tx
      .insert(signInPaces)
      .values({ key, failures: 1, lastAt: now, nextAt: now })
      .onConflictDoUpdate({
        target: signInPaces.key,
        set: {
          failures: next,
          lastAt: now,
          nextAt: sql`case when ${next} > ${free} then ${at} + ${wait} else ${at} end`,
        },
        // Without a wait, or with one that is longer than any, the clock has been set back since.
        setWhere: sql`${nextAt} <= ${at} or ${failures} <= ${free} or ${nextAt} > ${at} + ${longest}`,
      })
      .returning({ key: signInPaces.key })
    if (row) return
    const [waiting] = await tx.select({ nextAt }).from(signInPaces).where(eq(signInPaces.key, key))
    throw tooMany((waiting?.nextAt.getTime() ?? 0) - now.getTime())
  }

  /** The source starts over; the account and the address have one failure less. */
  async #giveBack([source, ...shared]: readonly [KeyedPace, ...KeyedPace[]], now: Date): Promise<void> {
    await this.#db.transaction(async (tx) => {
      await tx.delete(signInPaces).where(eq(signInPaces.key, source.key))
      for (const { key } of shared) {
        await tx
          .update(signInPaces)
          .set({ failures: sql`${signInPaces.failures} - 1`, nextAt: now })
          .where(and(eq(signInPaces.key, key), sql`${signInPaces.failures} > 0`))
      }
    })
  }
}
