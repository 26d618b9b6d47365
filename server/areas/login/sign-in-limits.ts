import { createHash } from 'node:crypto'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { countTry } from '#server/http/rate-limit.ts'

/** Failed tries allowed before the next is refused. Each server counts by itself. */
export interface SignInLimits {
  /** Of one user name from one address, in 15 minutes. */
  readonly perNameAndAddress: number
  /** Of one user name from anywhere, in an hour: slower than the above, so that strangers can hardly lock someone out. */
  readonly perName: number
  /** From one address, in an hour; a school's people share one. */
  readonly perAddress: number
}

export const DEFAULT_SIGN_IN_LIMITS: SignInLimits = { perNameAndAddress: 10, perName: 100, perAddress: 200 }

const MINUTE = 60

/** Names go in hashed: they are of any length, and not ours to keep. */
const keyOf = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('base64url')

/** Counts failed sign-ins. A try is counted before the password is looked at, and given back if it was right. */
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

  /** @throws Refusal 429 when there were too many failures */
  async count(name: string, address: string): Promise<void> {
    for (const [limiter, key] of this.#limiters) await countTry(limiter, key(name, address))
  }

  /** The try was no failure. */
  async giveBack(name: string, address: string): Promise<void> {
    for (const [limiter, key] of this.#limiters) await limiter.reward(key(name, address))
  }
}
