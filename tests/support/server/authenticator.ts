/** An authenticator in software: makes passkeys and signs with them, as a browser would send it. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { creationOptionsSchema, requestOptionsSchema } from '#contract/second-factor.ts'

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()
const text64 = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url')

const PRESENT = 0x01
const VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

const uint16 = (value: number) => Buffer.from([value >> 8, value & 0xff])
const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** COSE, as CBOR: an ES256 key on P-256. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const coordinate = (text: unknown) => [Buffer.from([0x58, 0x20]), Buffer.from(String(text), 'base64url')]
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    ...coordinate(x),
    Buffer.from([0x22]),
    ...coordinate(y),
  ])
}

const attestation = (data: Buffer) =>
  Buffer.concat([
    Buffer.from([0xa3, 0x63]),
    Buffer.from('fmt'),
    Buffer.from([0x64]),
    Buffer.from('none'),
    Buffer.from([0x67]),
    Buffer.from('attStmt'),
    Buffer.from([0xa0, 0x68]),
    Buffer.from('authData'),
    Buffer.from([0x59]),
    uint16(data.length),
    data,
  ])

export interface Behavior {
  /** Where the browser is. */
  readonly origin?: string
  /** Whether it asked for a PIN or fingerprint. */
  readonly isVerified?: boolean
}

export class Authenticator {
  readonly #origin: string
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #id = randomBytes(32)
  #handle = ''
  #count = 0

  /** @param origin of the page */
  constructor(origin: string) {
    this.#origin = origin
  }

  /** The passkey, for a virtual authenticator of Chromium (CDP: WebAuthn.addCredential). */
  exported(rpId: string) {
    const base64 = (text: string) => Buffer.from(text, 'base64url').toString('base64')
    return {
      credentialId: this.#id.toString('base64'),
      isResidentCredential: true,
      rpId,
      privateKey: this.#keys.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
      userHandle: base64(this.#handle),
      signCount: this.#count,
    }
  }

  #data(host: string, flags: number, isVerified: boolean, rest: Buffer = Buffer.alloc(0)) {
    this.#count += 1
    const all = flags | PRESENT | (isVerified ? VERIFIED : 0)
    return Buffer.concat([sha256(host), Buffer.from([all]), uint32(this.#count), rest])
  }

  #answer(response: Record<string, unknown>) {
    const id = text64(this.#id)
    return { id, rawId: id, type: 'public-key', response }
  }

  /** Makes a passkey. @param options the server's */
  create(options: unknown, { origin = this.#origin, isVerified = true }: Behavior = {}) {
    const { challenge, rp, user } = creationOptionsSchema.parse(options)
    this.#handle = user.id
    const clientData = JSON.stringify({ type: 'webauthn.create', challenge, origin })
    const credential = Buffer.concat([Buffer.alloc(16), uint16(32), this.#id, coseKey(this.#keys.publicKey)])
    const data = this.#data(rp.id, HAS_CREDENTIAL, isVerified, credential)
    return this.#answer({
      clientDataJSON: text64(clientData),
      attestationObject: text64(attestation(data)),
      transports: ['internal'],
    })
  }

  /** Uses the passkey. @param options the server's */
  get(options: unknown, { origin = this.#origin, isVerified = true }: Behavior = {}) {
    const { challenge, rpId } = requestOptionsSchema.parse(options)
    const clientData = JSON.stringify({ type: 'webauthn.get', challenge, origin })
    const data = this.#data(rpId, 0, isVerified)
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#keys.privateKey)
    return this.#answer({
      clientDataJSON: text64(clientData),
      authenticatorData: text64(data),
      signature: text64(signature),
      userHandle: this.#handle,
    })
  }
}
