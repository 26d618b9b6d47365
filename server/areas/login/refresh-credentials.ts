import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** Which session a credential refreshes, and how often the session had been refreshed when it was issued. */
export interface RefreshClaim {
  readonly sessionId: string
  readonly generation: number
}

const claimSchema = z.tuple([z.uuid(), z.string().regex(/^\d{1,9}$/), z.string()])

/** The only path that gets the cookie. */
const PATH = '/api/user/refresh-token'

/**
 * The credential that a refresh needs in addition to the access token. It travels in a cookie that scripts can't read
 * and is replaced at each refresh. The database has only its number: the signature needs the server's secret.
 */
export class RefreshCredentials {
  readonly #key: Buffer
  /** Different on servers with another secret, since cookies don't tell the ports of a host apart. */
  readonly cookieName: string

  /** @param secret at least 32 bytes, the same on every server that shares the database */
  constructor(secret: string) {
    this.#key = createHmac('sha256', secret).update('refresh credentials').digest()
    this.cookieName = `homeroom-refresh-${this.#sign('cookie').toString('hex').slice(0, 8)}`
  }

  #sign(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest()
  }

  /** @param maxAge how long the browser keeps it, in seconds; undefined for until it closes */
  cookie(claim: RefreshClaim, maxAge: number | undefined) {
    const text = `${claim.sessionId}.${claim.generation}`
    const value = `${text}.${this.#sign(text).toString('base64url')}`
    return { name: this.cookieName, value, path: PATH, maxAge }
  }

  /** Deletes the browser's. */
  get noCookie() {
    return { name: this.cookieName, value: '', path: PATH, maxAge: 0 }
  }

  /** Undefined if the credential is missing or not ours. */
  read(value: string | undefined): RefreshClaim | undefined {
    const parts = claimSchema.safeParse(value?.split('.')).data
    if (!parts) return undefined
    const [sessionId, generation, signature] = parts
    const expected = this.#sign(`${sessionId}.${generation}`)
    const given = Buffer.from(signature, 'base64url')
    const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
    return isOurs ? { sessionId, generation: Number(generation) } : undefined
  }
}
