import { z } from 'zod'
import { moneyFormatSchema, US_DOLLARS } from '#domain/money-format.ts'
import { roleNameSchema } from '#domain/role-schema.ts'
import { FACTOR_METHODS } from '#domain/second-factor.ts'
import { signInFormSchema } from '#domain/sign-in-form.ts'
import { access, defineEndpoint, id, languageId } from './endpoint.ts'
import { identityProviderReturn } from './identity-provider-return.ts'

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
  /** How amounts are written. */
  money: moneyFormatSchema.default(US_DOLLARS),
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
  methods: z.array(z.enum(FACTOR_METHODS)).min(1),
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

export const beginIdentityProviderSignIn = defineEndpoint({
  method: 'POST',
  path: '/api/login/begin-identity-provider-sign-in',
  summary: 'Get the address at which the user signs in with the identity provider, such as Google',
  access: access.public('Tells nothing but the address, which is public; rate-limited per IP address.'),
  body: z.object({ languageId, rememberme: z.boolean().default(false) }),
  data: z.object({ address: z.url() }),
  replies: { 429: 'Too many attempts', 503: 'There is no identity provider, or it cannot be reached' },
})

export const finishIdentityProviderSignIn = defineEndpoint({
  method: 'POST',
  path: identityProviderReturn.pickup,
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

export const logout = defineEndpoint({
  method: 'POST',
  path: '/api/login/logout',
  summary: "End the token's session",
  access: access.settingUp,
  body: z.object({ languageId }),
  data: z.null(),
})

export const endpoints = { signIn, beginIdentityProviderSignIn, finishIdentityProviderSignIn, logout }
