import { createHash } from 'node:crypto'
import { type RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { counted } from '#domain/words.ts'
import { Refusal } from './refusal.ts'

/** What attempts are counted by. Hashed: names have any length, and people type passwords there. */
export const attemptKey = (...parts: string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('base64url')

/** @param wait the same time in words */
export const tooManyAttempts = (seconds: number, wait: string): Refusal =>
  new Refusal(429, `Too many attempts. Please try again in ${wait}.`, { headers: { 'Retry-After': String(seconds) } })

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
    throw tooManyAttempts(seconds, counted(Math.ceil(seconds / 60), 'minute'))
  }
}
