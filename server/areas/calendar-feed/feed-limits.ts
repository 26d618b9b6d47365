import { RateLimiterMemory } from 'rate-limiter-flexible'
import { countTry } from '#server/http/rate-limit.ts'

/** Readings of calendar feeds in an hour. Each server counts by itself. */
export interface FeedLimits {
  /** Of one feed, from anywhere: a few programs that ask every few minutes. */
  readonly perFeed: number
  /** Of addresses that are none, from one network address. A calendar service asks for many people from one. */
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

  /** @throws Refusal 429 when too many wrong addresses were asked for */
  countMiss(address: string): Promise<void> {
    return countTry(this.#misses, address)
  }
}
