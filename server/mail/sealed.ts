/** Text that only servers with the same secret can read and write: messages, keys of authenticator apps, and sign-ins. */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

export class Seal {
  readonly #key: Buffer

  /**
   * @param secret also signs access tokens; the key is derived for the purpose alone
   * @param purpose text that was sealed for another one can't be opened
   */
  constructor(secret: string, purpose = 'mail') {
    this.#key = createHmac('sha256', secret).update(`homeroom/${purpose}`).digest()
  }

  close(text: string): string {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv(CIPHER, this.#key, iv)
    const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64')
  }

  /** @returns undefined if it was sealed with another secret, or damaged */
  open(sealed: string): string | undefined {
    const bytes = Buffer.from(sealed, 'base64')
    if (bytes.length < IV_BYTES + TAG_BYTES) return undefined
    try {
      const decipher = createDecipheriv(CIPHER, this.#key, bytes.subarray(0, IV_BYTES))
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      const content = bytes.subarray(IV_BYTES + TAG_BYTES)
      return Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8')
    } catch {
      return undefined
    }
  }
}
