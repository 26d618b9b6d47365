import { RateLimiterMemory } from 'rate-limiter-flexible'
import { countTry } from '#server/http/rate-limit.ts'

/** Limits on calendar feed reads per hour. Each server counts separately. */
export interface FeedLimits {
  /** Per feed, from anywhere: enough for a few apps that poll every few minutes. */
  readonly perFeed: number
  /** Invalid addresses, per network address. A calendar service polls for many people from one address. */
  readonly missesPerAddress: number
}

export const DEFAULT_FEED_LIMITS: FeedLimits = { perFeed: 240, missesPerAddress: 200 }

const HOUR_SECONDS = 3600

export class FeedReadings {
  readonly #perFeed: RateLimiterMemory
  readonly #misses: RateLimiterMemory

  constructor({ perFeed, missesPerAddress }: FeedLimits) {
    this.#perFeed = new RateLimiterMemory({ points: perFeed, duration: HOUR_SECONDS })
    this.#misses = new RateLimiterMemory({ points: missesPerAddress, duration: HOUR_SECONDS })
  }

  /** @throws Refusal 429 when the feed was read too often */
  count(feedId: string): Promise<void> {
    return countTry(this.#perFeed, feedId)
  }

  /** @throws Refusal 429 after too many invalid addresses */
  countMiss(address: string): Promise<void> {
    return countTry(this.#misses, address)
  }
}
