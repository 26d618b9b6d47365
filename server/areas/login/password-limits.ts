import { RateLimiterMemory } from 'rate-limiter-flexible'
import { networkOf } from '#server/http/client-network.ts'
import { attemptKey, countTry } from '#server/http/rate-limit.ts'

/** How many attempts are allowed before the next is refused. Each server counts separately. */
export interface PasswordLimits {
  /** Recovery links per email address, in an hour: each takes the earlier one's place. */
  readonly linksPerEmail: number
  /** Invitations that administrators send to an email address, in an hour. Not above: anyone may ask for recovery links. */
  readonly invitationsPerEmail: number
  /** Recovery links per IP address, in an hour; the people of a school share one. */
  readonly linksPerAddress: number
  /** Uses of a link per IP address, in 15 minutes. */
  readonly usesPerAddress: number
  /** Wrong current passwords per user, in 15 minutes: someone else may sit at their computer. */
  readonly wrongPerUser: number
}

export const DEFAULT_PASSWORD_LIMITS: PasswordLimits = {
  linksPerEmail: 5,
  invitationsPerEmail: 5,
  linksPerAddress: 60,
  usesPerAddress: 60,
  wrongPerUser: 10,
}

const QUARTER_HOUR = 15 * 60
const HOUR = 60 * 60

/** All of these throw a Refusal 429 after too many attempts. */
export class PasswordCounter {
  readonly #linksByEmail: RateLimiterMemory
  readonly #invitationsByEmail: RateLimiterMemory
  readonly #linksByAddress: RateLimiterMemory
  readonly #usesByAddress: RateLimiterMemory
  readonly #wrongByUser: RateLimiterMemory

  constructor(limits: PasswordLimits) {
    this.#linksByEmail = new RateLimiterMemory({ points: limits.linksPerEmail, duration: HOUR })
    this.#invitationsByEmail = new RateLimiterMemory({ points: limits.invitationsPerEmail, duration: HOUR })
    this.#linksByAddress = new RateLimiterMemory({ points: limits.linksPerAddress, duration: HOUR })
    this.#usesByAddress = new RateLimiterMemory({ points: limits.usesPerAddress, duration: QUARTER_HOUR })
    this.#wrongByUser = new RateLimiterMemory({ points: limits.wrongPerUser, duration: QUARTER_HOUR })
  }

  async countLink(email: string, address: string): Promise<void> {
    await countTry(this.#linksByAddress, networkOf(address))
    await countTry(this.#linksByEmail, attemptKey(email.toLowerCase()))
  }

  async countInvitation(email: string): Promise<void> {
    await countTry(this.#invitationsByEmail, attemptKey(email.toLowerCase()))
  }

  async countUse(address: string): Promise<void> {
    await countTry(this.#usesByAddress, networkOf(address))
  }

  /** Before the current password is checked. */
  async countGuess(userId: number): Promise<void> {
    await countTry(this.#wrongByUser, String(userId))
  }

  /** It was right. */
  async forgetGuesses(userId: number): Promise<void> {
    await this.#wrongByUser.delete(String(userId))
  }
}
