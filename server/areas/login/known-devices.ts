import { randomBytes } from 'node:crypto'
import { Signer } from '#server/signer.ts'

/** Browsers keep no cookie for longer, in seconds. */
const MAX_AGE = 400 * 86_400

const DEVICE = 'known-device'

/** Marks a browser that has signed in to an account, so that strangers' failures don't slow it down. */
export class KnownDevices {
  readonly #signer: Signer

  constructor(secret: string) {
    this.#signer = new Signer(secret)
  }

  /** One cookie per account: several people may use a browser. */
  nameOf(account: string): string {
    return `homeroom-device-${this.#signer.sign('known-device-cookie', account).toString('hex').slice(0, 16)}`
  }

  /** @param account the lowercase user name */
  cookie(account: string, known: string | undefined) {
    const device = known ?? randomBytes(16).toString('base64url')
    const signature = this.#signer.sign(DEVICE, `${account}\n${device}`).toString('base64url')
    return { name: this.nameOf(account), value: `${device}.${signature}`, path: '/api/login', maxAge: MAX_AGE }
  }

  /** The device's id if it has signed in to the account before. */
  read(account: string, cookie: (name: string) => string | undefined): string | undefined {
    const [device = '', signature = ''] = cookie(this.nameOf(account))?.split('.') ?? []
    return this.#signer.isSigned(signature, DEVICE, `${account}\n${device}`) ? device : undefined
  }
}
