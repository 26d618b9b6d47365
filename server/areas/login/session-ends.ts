/** Why sessions end before their time, and what the user is told then. */

/** The spec's sentence for every session that is over (spec 1, section 8). */
export const SESSION_EXPIRED = 'Your session has been expired. Please login again!'

/** Stored in `user_sessions.ended_by`. */
export const END_REASONS = {
  logout: undefined,
  /** A credential that had been replaced was used again. */
  reuse: "This sign-in was used in two places, so we ended it. If you don't know why, change your password.",
  limit: 'You signed in on too many devices, so the one that you used least recently was signed out.',
  /** The user ended it on another device. */
  remote: 'You signed out this device from another one.',
  password: 'Your password was changed.',
  role: 'Your role was changed.',
  /** A refresh says so by itself. */
  deactivated: undefined,
  administrator: 'An administrator signed you out.',
} as const satisfies Record<string, string | undefined>

export type EndReason = keyof typeof END_REASONS

const isKnown = (reason: string): reason is EndReason => reason in END_REASONS

/** The sentence for a stored reason; undefined where there is nothing to add. */
export const endInWords = (reason: string | null): string | undefined =>
  reason !== null && isKnown(reason) ? END_REASONS[reason] : undefined
