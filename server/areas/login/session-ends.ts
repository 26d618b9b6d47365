/** What a user is told when a session ends before its time. */
import type { EndReason } from '#domain/security-events.ts'

/** The spec's sentence for every session that is over (spec 1, section 8). */
export const SESSION_EXPIRED = 'Your session has been expired. Please login again!'

const REASONS: Partial<Record<EndReason, string>> = {
  reuse: "This sign-in was used in two places, so we ended it. If you don't know why, change your password.",
  limit: 'You signed in on too many devices, so the one that you used least recently was signed out.',
  remote: 'You signed out this device from another one.',
  password: 'Your password was changed.',
  factor: 'A passkey or an authenticator app was added to your account, so all other devices were signed out.',
  role: 'Your role was changed.',
  administrator: 'An administrator signed you out.',
}

const isKnown = (reason: string): reason is EndReason => reason in REASONS

/** The sentence for a stored reason; undefined where there is nothing to add. */
export const endInWords = (reason: string | null): string | undefined =>
  reason !== null && isKnown(reason) ? REASONS[reason] : undefined
