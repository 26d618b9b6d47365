import { z } from 'zod'
import { Signer } from '#server/signer.ts'

/** Which session a credential refreshes, and how often the session had been refreshed when it was issued. */
export interface RefreshClaim {
  readonly sessionId: string
  readonly generation: number
}

const claimSchema = z.tuple([z.uuid(), z.string().regex(/^\d{1,9}$/), z.string()])

/** The only path that gets the cookie. */
const PATH = '/api/user/refresh-token'

const CREDENTIAL = 'refresh-credential'

/**
 * The credential that a refresh needs in addition to the access token. It travels in a cookie that scripts can't read
 * and is replaced at each refresh. The database has only its number: the signature needs the server's secret.
 */
export class RefreshCredentials {
  readonly #signer: Signer
  /** Different on servers with another secret, since cookies don't tell the ports of a host apart. */
  readonly cookieName: string

  constructor(secret: string) {
    this.#signer = new Signer(secret)
    this.cookieName = `homeroom-refresh-${this.#signer.sign('refresh-cookie').toString('hex').slice(0, 8)}`
  }

  /** @param maxAge how long the browser keeps it, in seconds; undefined for until it closes */
  cookie(claim: RefreshClaim, maxAge: number | undefined) {
    const text = `${claim.sessionId}.${claim.generation}`
    const value = `${text}.${this.#signer.sign(CREDENTIAL, text).toString('base64url')}`
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
    const isOurs = this.#signer.isSigned(signature, CREDENTIAL, `${sessionId}.${generation}`)
    return isOurs ? { sessionId, generation: Number(generation) } : undefined
  }
}
