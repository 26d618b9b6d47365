import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Browsers keep no cookie for longer, in seconds. */
const MAX_AGE = 400 * 86_400

/** Marks a browser that has signed in to an account, so that strangers' failures don't slow it down. */
export class KnownDevices {
  readonly #key: Buffer

  /** @param secret at least 32 bytes, the same on every server that shares the database */
  constructor(secret: string) {
    this.#key = createHmac('sha256', secret).update('known devices').digest()
  }

  #sign(...parts: string[]): Buffer {
    return createHmac('sha256', this.#key).update(parts.join('\n')).digest()
  }

  /** One cookie per account: several people may use a browser. */
  nameOf(account: string): string {
    return `homeroom-device-${this.#sign('name', account).toString('hex').slice(0, 16)}`
  }

  /** @param account the lowercase user name */
  cookie(account: string, known: string | undefined) {
    const device = known ?? randomBytes(16).toString('base64url')
    return {
      name: this.nameOf(account),
      value: `${device}.${this.#sign('device', account, device).toString('base64url')}`,
      path: '/api/login',
      maxAge: MAX_AGE,
    }
  }

  /** The device's id if it has signed in to the account before. */
  read(account: string, value: string | undefined): string | undefined {
    const [device = '', signature = ''] = value?.split('.') ?? []
    const given = Buffer.from(signature, 'base64url')
    const expected = this.#sign('device', account, device)
    return given.length === expected.length && timingSafeEqual(given, expected) ? device : undefined
  }
}
