/** Passkeys, codes and recovery codes: signing in with them, and managing them. */
import { z } from 'zod'
import { appCodeSchema, passkeyNameSchema, recoveryCodeSchema } from '#domain/factor-codes.ts'
import { access, defineEndpoint, id, languageId } from './endpoint.ts'
import { linkedIdentitySchema, sessionSchema, ticketSchema } from './login.ts'

/** Bytes as base64url, as WebAuthn's JSON has them. */
const bytes = z
  .string()
  .max(20_000)
  .regex(/^[\w-]*$/)

const publicKey = z.literal('public-key')
const transports = z.array(z.string().regex(/^[\w-]{1,40}$/)).max(10)
const credential = z.object({ id: bytes, type: publicKey, transports: transports.optional() })

/** What a browser answers when it has made a passkey: WebAuthn's RegistrationResponseJSON. */
export const newPasskeySchema = z.object({
  id: bytes,
  rawId: bytes,
  type: publicKey,
  response: z.object({ clientDataJSON: bytes, attestationObject: bytes, transports: transports.optional() }),
})
export type NewPasskey = z.output<typeof newPasskeySchema>

/** What a browser answers when it has used a passkey: WebAuthn's AuthenticationResponseJSON. */
export const assertionSchema = z.object({
  id: bytes,
  rawId: bytes,
  type: publicKey,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.optional(),
  }),
})
export type PasskeyAssertion = z.output<typeof assertionSchema>

/** What a browser is asked for when it is to make a passkey. Times in milliseconds. */
export const creationOptionsSchema = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: bytes, name: z.string(), displayName: z.string() }),
  challenge: bytes,
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: publicKey })),
  timeout: z.int(),
  excludeCredentials: z.array(credential),
  authenticatorSelection: z.object({ residentKey: z.literal('required'), userVerification: z.literal('required') }),
  attestation: z.literal('none'),
})
export type CreationOptions = z.output<typeof creationOptionsSchema>

/** What a browser is asked for when it is to use one. Times in milliseconds. */
export const requestOptionsSchema = z.object({
  rpId: z.string(),
  challenge: bytes,
  timeout: z.int(),
  userVerification: z.literal('required'),
  /** Empty if any of the authenticator's passkeys for this site will do. */
  allowCredentials: z.array(credential),
})

export type RequestOptions = z.output<typeof requestOptionsSchema>

const factorProofs = [
  z.object({ kind: z.literal('code'), code: appCodeSchema }),
  z.object({ kind: z.literal('recovery'), code: recoveryCodeSchema }),
  z.object({ kind: z.literal('passkey'), response: assertionSchema }),
] as const
const factorProofSchema = z.discriminatedUnion('kind', factorProofs)
export type FactorProof = z.output<typeof factorProofSchema>

const proofSchema = z.discriminatedUnion('kind', [
  ...factorProofs,
  z.object({ kind: z.literal('password'), password: z.string().min(1, 'Password is required').max(1024) }),
])
export type Proof = z.output<typeof proofSchema>

const noPasskeys = { 503: 'Passkeys need a host name, and this server is reached by a bare address' } as const
const ended = 'The proof was not accepted; `errors` names `code`, or `ticket` if the user has to start over'

export const confirmSecondFactor = defineEndpoint({
  method: 'POST',
  path: '/api/login/confirm-second-factor',
  summary: 'Complete a sign-in with a second factor',
  access: access.public('Needs the ticket of a right password; ten wrong codes end it, and codes are rate-limited.'),
  body: z.object({ languageId, ticket: ticketSchema, proof: factorProofSchema }),
  data: sessionSchema,
  replies: { 400: ended, 403: 'Your account has been deactivated', 429: 'Too many attempts' },
})

export const askTicketPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/login/second-factor-passkey-options',
  summary: 'What to ask the authenticator for as the second factor of a sign-in',
  access: access.public('Needs the ticket of a right password; rate-limited per IP address.'),
  body: z.object({ languageId, ticket: ticketSchema }),
  data: requestOptionsSchema,
  replies: { 400: ended, 429: 'Too many attempts', ...noPasskeys },
})

export const askSignInPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/login/passkey-options',
  summary: 'What to ask the authenticator for to sign in without a password',
  access: access.public('Tells nothing about accounts; rate-limited per IP address.'),
  body: z.object({ languageId }),
  data: requestOptionsSchema,
  replies: { 429: 'Too many attempts', ...noPasskeys },
})

export const signInWithPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/login/sign-in-with-passkey',
  summary: 'Sign in with a passkey alone',
  access: access.public('Checks the signature of a passkey over a challenge that can be answered once.'),
  body: z.object({ languageId, response: assertionSchema, rememberme: z.boolean().default(false) }),
  data: sessionSchema,
  replies: {
    400: 'The passkey is unknown, or was not accepted',
    403: 'Your account has been deactivated',
    429: 'Too many attempts',
    ...noPasskeys,
  },
})

const passkeySchema = z.object({
  id,
  name: z.string(),
  addedAtUtc: z.iso.datetime(),
  lastUsedAtUtc: z.iso.datetime().nullable(),
})

export const getSignInMethods = defineEndpoint({
  method: 'GET',
  path: '/api/user/get-sign-in-methods',
  summary: "List the caller's passkeys, authenticator app, recovery codes and linked identity",
  access: access.settingUp,
  data: z.object({
    hasPassword: z.boolean(),
    passkeys: z.array(passkeySchema),
    authenticatorApp: z.object({ addedAtUtc: z.iso.datetime(), lastUsedAtUtc: z.iso.datetime().nullable() }).nullable(),
    recoveryCodesLeft: z.int().nonnegative(),
    /** Null if the user is linked to no identity provider. */
    identity: linkedIdentitySchema.nullable(),
    /** Whether the user's role needs a second factor. */
    isRequired: z.boolean(),
  }),
})

/** The reply to a change that needs a new proof of who the user is. */
export const confirming = { 403: 'The sign-in is too long ago: confirm first (`data.mustConfirm`)' } as const

export const askProofPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/user/confirm-passkey-options',
  summary: 'What to ask the authenticator for to prove again who the caller is',
  access: access.settingUp,
  body: z.object({ languageId }),
  data: requestOptionsSchema,
  replies: { 429: 'Too many attempts', ...noPasskeys },
})

export const confirmIdentity = defineEndpoint({
  method: 'POST',
  path: '/api/user/confirm-identity',
  summary: 'Prove again who the caller is, before a change of their sign-in methods',
  access: access.settingUp,
  body: z.object({ languageId, proof: proofSchema }),
  data: z.null(),
  replies: { 400: 'The proof was not accepted; `errors` names `code` or `password`', 429: 'Too many attempts' },
})

/** The codes in a reply are shown once: the server keeps hashes. Null if the user has codes from before. */
const newCodes = z.object({ recoveryCodes: z.array(z.string()).nullable() })

export const beginPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/user/begin-passkey',
  summary: 'What to ask the authenticator for to make a passkey',
  access: access.settingUp,
  body: z.object({ languageId }),
  data: creationOptionsSchema,
  replies: { ...confirming, 429: 'Too many attempts', ...noPasskeys },
})

export const addPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/user/add-passkey',
  summary: 'Add the passkey that the authenticator made; with the first factor, recovery codes',
  access: access.settingUp,
  body: z.object({ languageId, name: passkeyNameSchema, response: newPasskeySchema }),
  data: newCodes,
  replies: { 400: 'It was not accepted', ...confirming, ...noPasskeys },
})

export const renamePasskey = defineEndpoint({
  method: 'POST',
  path: '/api/user/rename-passkey',
  summary: "Change the name of one of the caller's passkeys",
  access: access.signedIn,
  body: z.object({ languageId, id, name: passkeyNameSchema }),
  data: z.null(),
  replies: { 404: 'Not found' },
})

const lastRequired = { 400: "The last factor of a user whose role needs one can't be removed" } as const

export const removePasskey = defineEndpoint({
  method: 'POST',
  path: '/api/user/remove-passkey',
  summary: "Remove one of the caller's passkeys",
  access: access.signedIn,
  body: z.object({ languageId, id }),
  data: z.null(),
  replies: { 404: 'Not found', ...lastRequired, ...confirming },
})

export const beginAuthenticatorApp = defineEndpoint({
  method: 'POST',
  path: '/api/user/begin-authenticator-app',
  summary: 'A new key for an authenticator app; it counts once a code of the app confirms it',
  access: access.settingUp,
  body: z.object({ languageId }),
  data: z.object({
    /** To be sent back with the code. */
    setup: z.string(),
    /** Base32, for typing. */
    key: z.string(),
    /** `otpauth://totp/…`, for the QR code. */
    uri: z.string(),
  }),
  replies: confirming,
})

export const addAuthenticatorApp = defineEndpoint({
  method: 'POST',
  path: '/api/user/add-authenticator-app',
  summary: 'Add the authenticator app, with a code that it shows; with the first factor, recovery codes',
  access: access.settingUp,
  body: z.object({ languageId, setup: z.string().regex(/^[\w+/=]{1,2000}$/), code: appCodeSchema }),
  data: newCodes,
  replies: { 400: 'The code is wrong, or the setup is too old', 409: 'There is an app already', ...confirming },
})

export const removeAuthenticatorApp = defineEndpoint({
  method: 'POST',
  path: '/api/user/remove-authenticator-app',
  summary: "Remove the caller's authenticator app",
  access: access.signedIn,
  body: z.object({ languageId }),
  data: z.null(),
  replies: { 404: 'Not found', ...lastRequired, ...confirming },
})

export const renewRecoveryCodes = defineEndpoint({
  method: 'POST',
  path: '/api/user/renew-recovery-codes',
  summary: 'Ten new recovery codes; the old ones stop working',
  access: access.signedIn,
  body: z.object({ languageId }),
  data: z.object({ recoveryCodes: z.array(z.string()) }),
  replies: { 400: 'There is no passkey or app that they could replace', ...confirming },
})

export const resetSignInMethods = defineEndpoint({
  method: 'POST',
  path: '/api/acl/reset-sign-in-methods',
  summary: "Remove a user's passkeys, authenticator app and recovery codes; the password stays",
  access: access.screens('Permissions'),
  body: z.object({ languageId, id }),
  data: z.null(),
  replies: { 400: 'Your own', 404: 'Not found', ...confirming },
})

export const endpoints = {
  confirmSecondFactor,
  askTicketPasskey,
  askSignInPasskey,
  signInWithPasskey,
  getSignInMethods,
  askProofPasskey,
  confirmIdentity,
  beginPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  beginAuthenticatorApp,
  addAuthenticatorApp,
  removeAuthenticatorApp,
  renewRecoveryCodes,
  resetSignInMethods,
}
