import { z } from 'zod'
import { changePasswordFormSchema, forgotPasswordFormSchema, recoveryFormSchema } from '#domain/passwords.ts'
import { roleNameSchema } from '#domain/roles.ts'
import { factorMethodSchema } from '#domain/second-factor.ts'
import { signInFormSchema } from '#domain/sign-in-form.ts'
import { plainText } from '#domain/text-rules.ts'
import { access, defineEndpoint, defineFile, id, languageId } from './endpoint.ts'

/** The user's session as stored by the browser (spec 1, section 3). Times are shown in `timeZone`, an IANA name. */
export const sessionSchema = z.object({
  userId: id,
  accessToken: z.string().min(1),
  userEmail: z.string(),
  userName: z.string(),
  /** The first one decides the user's role. */
  role: z.array(z.object({ id, name: roleNameSchema, active: z.boolean() })).min(1),
  providerId: id.nullable(),
  isRememberMe: z.boolean(),
  timeZone: z.string(),
  /** The session ends after so many seconds without a call. Missing from sessions that began before it was sent. */
  idleSeconds: z.int().positive().optional(),
  /** The user's role needs a second factor and they have none: they can only add one. */
  mustAddFactor: z.literal(true).optional(),
})
export type Session = z.infer<typeof sessionSchema>

/** Whom a user is linked to at an identity provider. */
export const linkedIdentitySchema = z.object({
  /** Its name as users know it. */
  provider: z.string(),
  /** The verified address by which they were linked. */
  email: z.string(),
  linkedAtUtc: z.iso.datetime(),
})
export type LinkedIdentity = z.infer<typeof linkedIdentitySchema>

/** Stands for a right password, or an identity provider's answer, until the second factor comes. */
export const ticketSchema = z.string().regex(/^[\w-]{1,200}$/)

/** The reply to these of a user with a second factor. */
export const secondFactorSchema = z.object({
  ticket: ticketSchema,
  /** What the user has, the best first. */
  methods: z.array(factorMethodSchema).min(1),
  /** The ticket works for so long. */
  seconds: z.int().positive(),
})
export type SecondFactor = z.infer<typeof secondFactorSchema>

export const signIn = defineEndpoint({
  method: 'POST',
  path: '/api/login/sign-in',
  summary: 'Sign in with email and password',
  access: access.public('Issues tokens; rate-limited per IP address and username.'),
  body: z.object({ languageId, ...signInFormSchema.shape }),
  data: z.union([sessionSchema, secondFactorSchema]),
  replies: {
    400: 'A field is missing, or the credentials are wrong; show a message with "password" under the password field.',
    403: 'Your account has been deactivated',
    429: 'Too many attempts',
  },
})

/** Where users return from an identity provider, which has to know the address, and where the page gets the session. */
export const providerReturn = {
  path: '/api/login/provider-return',
  pickup: '/api/login/finish-provider-sign-in',
} as const

/** True in the query of the sign-in page when the user has returned; nothing else about it is in any address. */
export const PROVIDER_RETURN = 'providerReturn'

export const beginProviderSignIn = defineEndpoint({
  method: 'POST',
  path: '/api/login/begin-provider-sign-in',
  summary: 'Get the address at which the user signs in with the identity provider, such as Google',
  access: access.public('Tells nothing but the address, which is public; rate-limited per IP address.'),
  body: z.object({ languageId, rememberme: z.boolean().default(false) }),
  data: z.object({ address: z.url() }),
  replies: { 429: 'Too many attempts', 503: 'There is no identity provider, or it cannot be reached' },
})

/** What providers add to it (RFC 6749 and 9207); anything else is ignored. */
const returned = plainText().max(8_000).optional()

export const readProviderReturn = defineFile({
  path: providerReturn.path,
  summary: 'The identity provider sends users back to this address, which redirects to the sign-in page',
  access: access.public('Needs the cookie of the sign-in that began in the same browser, and works once.'),
  query: z.object({ code: returned, state: returned, iss: returned, error: returned }),
  contentType: 'text/html; charset=utf-8',
  replies: { 303: 'To the sign-in page, whether or not the sign-in worked' },
})

export const finishProviderSignIn = defineEndpoint({
  method: 'POST',
  path: providerReturn.pickup,
  summary: 'Start the session of a user who has returned from the identity provider',
  access: access.public('Needs the cookie of the return, which works once and for two minutes.'),
  body: z.object({ languageId }),
  data: z.union([sessionSchema, secondFactorSchema]),
  replies: {
    400: 'The sign-in was canceled, has expired, or proves nothing',
    403: 'The email address is not verified, unknown or linked to another identity, or the account is deactivated',
    503: 'There is no identity provider, or it cannot be reached',
  },
})

export const signInAuthenticatedGmailUser = defineEndpoint({
  method: 'POST',
  path: '/api/login/sign-in-authenticated-gmail-user',
  summary: "Sign in with the identity provider's signed ID token for this portal",
  access: access.public('Needs an ID token that the provider signed; each works once. Rate-limited per IP address.'),
  body: z.object({
    languageId,
    email: plainText().max(320),
    /** The call without it is refused. */
    idToken: plainText().max(16_000).optional(),
    /** The one that was sent to the provider, if any. */
    nonce: plainText().max(200).optional(),
    rememberme: z.boolean().default(false),
  }),
  data: z.union([sessionSchema, secondFactorSchema]),
  replies: {
    400: 'The ID token is missing, proves nothing, or was already used',
    403: 'The email address is not verified, unknown or linked to another identity, or the account is deactivated',
    429: 'Too many attempts',
    503: 'There is no identity provider, or it cannot be reached',
  },
})

/** Words of the server's replies about passwords that screens repeat. */
export const passwordReplies = {
  /** The same whether or not the address has an account. */
  sent: 'If this address has an account, we have sent it a link to choose a new password. The link works for 30 minutes.',
  /** Spec 3, section 8. */
  changed: 'Password Changed Successfully',
  /** Spec 3, section 5. */
  wrongOld: 'Enter correct Password',
} as const

export const passwordRecoverySend = defineEndpoint({
  method: 'POST',
  path: '/api/login/password-recovery-send',
  summary: 'Email a link with which a user who forgot their password can choose a new one',
  access: access.public('Gives every address the same answer; rate-limited per email address and IP address.'),
  body: forgotPasswordFormSchema.extend({ languageId }),
  data: z.null(),
  replies: { 429: 'Too many attempts', 503: 'This server sends no email' },
})

export const passwordRecoveryConfirm = defineEndpoint({
  method: 'POST',
  path: '/api/login/password-recovery-confirm',
  summary: 'Set a new password with the token of a recovery link, and end all sessions of the user',
  access: access.public('Needs the secret token of a recovery link, which works once; rate-limited per IP address.'),
  body: recoveryFormSchema.safeExtend({ languageId, token: z.string().min(1).max(200) }),
  data: z.null(),
  replies: {
    400: 'The new password is not allowed, or the link was used, replaced or has expired',
    403: 'Your account has been deactivated',
    429: 'Too many attempts',
  },
})

export const changePassword = defineEndpoint({
  method: 'POST',
  path: '/api/login/change-password',
  summary: "Change the caller's password, and end their other sessions",
  access: access.signedIn,
  body: changePasswordFormSchema.safeExtend({
    languageId,
    /** Sent for hosts that read them. This server uses the token's user. */
    id: id.optional(),
    email: plainText().max(320).optional(),
  }),
  data: z.null(),
  replies: { 202: passwordReplies.wrongOld, 400: 'The new password is not allowed', 429: 'Too many attempts' },
})

export const logout = defineEndpoint({
  method: 'POST',
  path: '/api/login/logout',
  summary: "End the token's session",
  access: access.settingUp,
  body: z.object({ languageId }),
  data: z.null(),
})
