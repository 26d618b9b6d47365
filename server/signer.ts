import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs with the server's secret; the signed text includes its purpose, so that no signature can pass for another. */
export class Signer {
  readonly #secret: string

  /** @param secret at least 32 bytes, the same on every server that shares the database */
  constructor(secret: string) {
    this.#secret = secret
  }

  sign(purpose: string, text = ''): Buffer {
    return createHmac('sha256', this.#secret).update(`homeroom/${purpose}\n${text}`).digest()
  }

  /** @param signature base64url; anything else is wrong */
  isSigned(signature: string, purpose: string, text: string): boolean {
    const given = Buffer.from(signature, 'base64url')
    const right = this.sign(purpose, text)
    return given.length === right.length && timingSafeEqual(given, right)
  }
}
