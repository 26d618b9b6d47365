/** Social Security numbers are encrypted in the database: a copy of it is worth nothing without the keys. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export interface SsnKey {
  /** Stored with each number, so that keys can change while the server runs. */
  readonly id: string
  /** 32 bytes. */
  readonly key: Buffer
}

/** The newest first; the others only open what they closed. */
export type SsnKeys = readonly [SsnKey, ...SsnKey[]]

/** A provider's number as it is stored. */
export interface SealedSsn {
  /** Nonce, tag and ciphertext, as base64. */
  readonly ssn: string
  readonly ssnKeyId: string
  readonly ssnLastFour: string
}

/** What reads and writes the numbers is given. */
export interface SsnParts {
  /** Undefined if the server stores no Social Security numbers. */
  readonly ssnVault: SsnVault | undefined
}

export class SsnVault {
  readonly #keys: ReadonlyMap<string, Buffer>
  readonly #newest: SsnKey

  constructor(keys: SsnKeys) {
    this.#keys = new Map(keys.map(({ id, key }) => [id, key]))
    this.#newest = keys[0]
  }

  /** The key that new numbers are encrypted with. */
  get keyId(): string {
    return this.#newest.id
  }

  /** @param digits all nine; the result can be opened for this provider alone */
  close(digits: string, providerId: number): SealedSsn {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, this.#newest.key, nonce, { authTagLength: TAG_BYTES })
    cipher.setAAD(Buffer.from(`provider ${providerId}`))
    const text = Buffer.concat([cipher.update(digits, 'utf8'), cipher.final()])
    return {
      ssn: Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64'),
      ssnKeyId: this.#newest.id,
      ssnLastFour: digits.slice(-4),
    }
  }

  /** @throws Error if the key is missing, or the row was changed or belongs to another provider */
  open({ ssn, ssnKeyId }: Pick<SealedSsn, 'ssn' | 'ssnKeyId'>, providerId: number): string {
    const key = this.#keys.get(ssnKeyId)
    if (!key) throw new Error(`SSN_KEYS lacks the key ${ssnKeyId}`)
    const bytes = Buffer.from(ssn, 'base64')
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(`provider ${providerId}`))
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
  }
}
