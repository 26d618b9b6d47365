/** The log of sign-ins: what happened and why, and how to say it. */
import { z } from 'zod'

const REFUSALS = {
  password: 'Refused: wrong password',
  'unknown account': 'Refused: unknown account',
  deactivated: 'Refused: account deactivated',
  'too many attempts': 'Refused: too many attempts',
  /** After a right password. */
  code: 'Refused: wrong code',
  passkey: 'Refused: passkey not accepted',
  /** An answer of the identity provider that is forged, expired, or meant for another application. */
  'identity token': 'Refused: identity not proven',
  'unverified email': 'Refused: email not verified by the identity provider',
  /** The user is linked to another identity at the same provider. */
  'other identity': 'Refused: other identity with the same email',
  'provider canceled': 'Canceled at the identity provider',
  /** It took too long, or its result was already used. */
  'provider expired': 'Refused: sign-in with the identity provider expired',
  'provider unreachable': 'Failed: identity provider not reachable',
  /** A setting is wrong, here or there. */
  'provider misconfigured': 'Failed: identity provider did not accept this portal',
} as const
export type RefusalReason = keyof typeof REFUSALS

const ENDS = {
  logout: 'Signed out',
  /** A refresh credential that had been replaced was used again. */
  reuse: 'Ended: used in two places',
  limit: 'Ended: signed in on too many devices',
  /** The user ended it on another device. */
  remote: 'Signed out from another device',
  password: 'Ended: password changed',
  /** From before the user's first passkey or app: a thief with the password alone may have begun it. */
  factor: 'Ended: second factor added',
  role: 'Ended: role changed',
  deactivated: 'Ended: account deactivated',
  administrator: 'Ended by an administrator',
} as const
/** Why a session ended before its time. */
export type EndReason = keyof typeof ENDS

const CHANGES = {
  'passkey added': 'Passkey added',
  'passkey removed': 'Passkey removed',
  'app added': 'Authenticator app added',
  'app removed': 'Authenticator app removed',
  'codes renewed': 'New recovery codes',
  'code used': 'Recovery code used',
  reset: 'Sign-in methods reset by an administrator',
  'identity linked': 'Linked to an identity provider',
  'identity unlinked': 'Unlinked from the identity provider by an administrator',
} as const
/** What changed about the ways in which a user signs in. */
export type FactorChange = keyof typeof CHANGES

const PASSWORDS = {
  changed: 'Password changed',
  /** With a recovery link. */
  recovered: 'New password chosen with a link by email',
  requested: 'Link for a new password requested',
  accepted: 'First password chosen with the invitation',
  set: 'Password set by an administrator',
} as const
/** What happened to a password. */
export type PasswordEvent = keyof typeof PASSWORDS

const WAYS = { provider: 'Signed in with an identity provider', passkey: 'Signed in with a passkey' } as const
/** How a user signed in, if not with the password alone. */
export type SignInWay = keyof typeof WAYS

const keysOf = <Key extends string>(texts: Readonly<Record<Key, string>>) =>
  z.custom<Key>((value) => typeof value === 'string' && Object.hasOwn(texts, value))

export const securityEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sign-in'), reason: keysOf(WAYS).nullable() }),
  z.object({ kind: z.literal('refused'), reason: keysOf(REFUSALS) }),
  z.object({ kind: z.literal('ended'), reason: keysOf(ENDS) }),
  z.object({ kind: z.literal('factor'), reason: keysOf(CHANGES) }),
  z.object({ kind: z.literal('password'), reason: keysOf(PASSWORDS) }),
])
export type SecurityEventKind = z.infer<typeof securityEventSchema>['kind']

const SIGNED_IN = 'Signed in'

const inWords = (event: z.infer<typeof securityEventSchema>): string => {
  switch (event.kind) {
    case 'sign-in':
      return event.reason === null ? SIGNED_IN : WAYS[event.reason]
    case 'refused':
      return REFUSALS[event.reason]
    case 'ended':
      return ENDS[event.reason]
    case 'factor':
      return CHANGES[event.reason]
    case 'password':
      return PASSWORDS[event.reason]
  }
}

/** An event, and the administrator who caused it, if one did. */
export type SecurityEventBy = z.infer<typeof securityEventSchema> & { readonly by: string | null }

export const securityEventInWords = ({ by, ...event }: SecurityEventBy): string =>
  by === null ? inWords(event) : `${inWords(event)} (${by})`

/** To filter by. */
export const SECURITY_EVENT_KINDS = [
  { id: 1, name: SIGNED_IN, kind: 'sign-in' },
  { id: 2, name: 'Refused', kind: 'refused' },
  { id: 3, name: 'Signed out or ended', kind: 'ended' },
  { id: 4, name: 'Sign-in methods changed', kind: 'factor' },
  { id: 5, name: 'Password changed', kind: 'password' },
] as const satisfies readonly { id: number; name: string; kind: SecurityEventKind }[]
