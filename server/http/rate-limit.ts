import { type RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Refusal } from './refusal.ts'

/**
 * Counts an attempt.
 *
 * @throws Refusal 429 after too many, with the time until the next one is allowed
 */
export async function countTry(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000))
    const minutes = Math.ceil(seconds / 60)
    throw new Refusal(429, `Too many attempts. Please try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`, {
      headers: { 'Retry-After': String(seconds) },
    })
  }
}
