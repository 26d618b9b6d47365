import { randomBytes } from 'node:crypto'
import { Signer } from '#server/signer.ts'

/** Browsers keep no cookie for longer, in seconds. */
const MAX_AGE = 400 * 86_400

const DEVICE = 'known-device'

/** Whose browser it is. */
export interface DeviceOwner {
  /** The lowercase user name. */
  readonly account: string
  /** Null for a user who has none. */
  readonly passwordHash: string | null
}

/**
 * Marks a browser that has signed in to an account, so that strangers' failures don't slow it down. A new password makes
 * it unknown: someone with the old one and the browser has no guesses of their own left.
 */
export class KnownDevices {
  readonly #signer: Signer

  constructor(secret: string) {
    this.#signer = new Signer(secret)
  }

  /** One cookie per account: several people may use a browser. */
  nameOf(account: string): string {
    return `homeroom-device-${this.#signer.sign('known-device-cookie', account).toString('hex').slice(0, 16)}`
  }

  cookie(owner: DeviceOwner, known: string | undefined) {
    const device = known ?? randomBytes(16).toString('base64url')
    const signature = this.#signer.sign(DEVICE, signed(owner, device)).toString('base64url')
    return { name: this.nameOf(owner.account), value: `${device}.${signature}`, path: '/api/login', maxAge: MAX_AGE }
  }

  /** The device's id if it has signed in to the account before, with the same password. */
  read(owner: DeviceOwner, cookie: (name: string) => string | undefined): string | undefined {
    const [device = '', signature = ''] = cookie(this.nameOf(owner.account))?.split('.') ?? []
    return this.#signer.isSigned(signature, DEVICE, signed(owner, device)) ? device : undefined
  }
}

const signed = ({ account, passwordHash }: DeviceOwner, device: string): string =>
  `${account}\n${device}\n${passwordHash ?? ''}`

export const ownerOf = ({ email, passwordHash }: { email: string; passwordHash: string | null }): DeviceOwner => ({
  account: email.toLowerCase(),
  passwordHash,
})
