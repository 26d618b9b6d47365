import { randomUUID } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { BoundedCache } from './bounded-cache.ts'
import type { RefreshClaim } from './refresh-credentials.ts'

const ISSUER = 'homeroom'
const claimsSchema = z.object({
  sub: z.coerce.number().int().positive(),
  sid: z.uuid(),
  gen: z.int().nonnegative(),
  exp: z.number(),
})

/** Whose token it is, and its session. */
export interface Claims {
  readonly userId: number
  readonly sessionId: string
  /** How often the session had been refreshed when the token was issued. */
  readonly generation: number
  readonly expiresAt: Date
}

export type TokenCheck =
  | { readonly kind: 'valid'; readonly claims: Claims }
  /** Valid signature, but expired. */
  | { readonly kind: 'expired'; readonly claims: Claims }
  | { readonly kind: 'forged' }

/**
 * Short-lived access tokens: JWTs signed with HS256. A token is worthless without its live session in the database, so
 * it holds no permissions, only the user and the session.
 */
export class AccessTokens {
  readonly #secret: Uint8Array
  readonly #lifetimeSeconds: number
  readonly #verified = new BoundedCache<string, Claims>(5_000)

  /** @param secret at least 32 bytes, the same on every server that shares the database */
  constructor(secret: string, lifetimeSeconds: number) {
    this.#secret = new TextEncoder().encode(secret)
    this.#lifetimeSeconds = lifetimeSeconds
  }

  issue(userId: number, { sessionId, generation }: RefreshClaim, now: Date): Promise<string> {
    const seconds = Math.floor(now.getTime() / 1000)
    return (
      new SignJWT({ sid: sessionId, gen: generation })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(ISSUER)
        .setSubject(String(userId))
        // Unique even within one second: a refreshed token must differ from the old one.
        .setJti(randomUUID())
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + this.#lifetimeSeconds)
        .sign(this.#secret)
    )
  }

  async check(token: string, now: Date): Promise<TokenCheck> {
    const known = this.#verified.get(token)
    if (known) return { kind: known.expiresAt > now ? 'valid' : 'expired', claims: known }
    try {
      const { payload } = await jwtVerify(token, this.#secret, {
        algorithms: ['HS256'],
        issuer: ISSUER,
        currentDate: now,
      })
      const claims = claimsOf(payload)
      if (!claims) return { kind: 'forged' }
      this.#verified.set(token, claims)
      return { kind: 'valid', claims }
    } catch (error) {
      // jose checks the signature and the issuer before the expiration.
      const claims = error instanceof errors.JWTExpired ? claimsOf(error.payload) : undefined
      return claims ? { kind: 'expired', claims } : { kind: 'forged' }
    }
  }
}

function claimsOf(payload: unknown): Claims | undefined {
  const { success, data } = claimsSchema.safeParse(payload)
  if (!success) return undefined
  const { sub, sid, gen, exp } = data
  return { userId: sub, sessionId: sid, generation: gen, expiresAt: new Date(exp * 1000) }
}
