/** The codes of authenticator apps: RFC 6238, with the values that every app supports (SHA-1, 6 digits, 30 seconds). */
import { Secret, TOTP } from 'otpauth'

/** 160 bits, as RFC 4226 recommends; as base32. */
export const newAppKey = (): string => new Secret({ size: 20 }).base32

/** What the QR code says. */
export const appAddress = (key: string, email: string): string =>
  new TOTP({ issuer: 'Homeroom', label: email, secret: Secret.fromBase32(key) }).toString()

/** How many steps a phone's clock may be off, either way. */
const DRIFT = 1

/** The 30-second step whose code this is; undefined if it is none around now. */
export function stepOfCode(code: string, key: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(key), timestamp, window: DRIFT })
  return delta === null ? undefined : TOTP.counter({ timestamp }) + delta
}
