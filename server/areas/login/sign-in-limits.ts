import { createHash } from 'node:crypto'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { countTry } from '#server/http/rate-limit.ts'

/** Failed attempts allowed before the next is refused. Each server counts separately. */
export interface SignInLimits {
  /** Per user name and address, in 15 minutes. */
  readonly perNameAndAddress: number
  /**
   * Per user name from anywhere, in an hour: a lower rate than above, so that strangers can hardly lock someone out.
   */
  readonly perName: number
  /** Per address, in an hour; the people of a school share one. */
  readonly perAddress: number
}

export const DEFAULT_SIGN_IN_LIMITS: SignInLimits = { perNameAndAddress: 10, perName: 100, perAddress: 200 }

const MINUTE = 60

/** Names are hashed: they have any length, and we must not keep them. */
const keyOf = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('base64url')

/** Counts failed sign-ins. An attempt is counted before the password is checked, and uncounted if it was right. */
export class SignInCounter {
  readonly #limiters: readonly (readonly [RateLimiterMemory, (name: string, address: string) => string])[]

  constructor(limits: SignInLimits) {
    const limiter = (points: number, minutes: number) => new RateLimiterMemory({ points, duration: minutes * MINUTE })
    this.#limiters = [
      [limiter(limits.perNameAndAddress, 15), (name, address) => keyOf(name, address)],
      [limiter(limits.perName, 60), (name) => keyOf(name)],
      [limiter(limits.perAddress, 60), (_name, address) => keyOf(address)],
    ]
  }

  /** @throws Refusal 429 after too many failures */
  async count(name: string, address: string): Promise<void> {
    for (const [limiter, key] of this.#limiters) await countTry(limiter, key(name, address))
  }

  /** The attempt succeeded. */
  async giveBack(name: string, address: string): Promise<void> {
    for (const [limiter, key] of this.#limiters) await limiter.reward(key(name, address))
  }
}
