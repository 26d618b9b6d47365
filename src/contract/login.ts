import { z } from 'zod'
import { roleNameSchema } from '#domain/roles.ts'
import { signInFormSchema } from '#domain/sign-in-form.ts'
import { access, defineEndpoint, id, languageId } from './endpoint.ts'

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
})
export type Session = z.infer<typeof sessionSchema>

export const signIn = defineEndpoint({
  method: 'POST',
  path: '/api/login/sign-in',
  summary: 'Sign in with email and password',
  access: access.public('Issues tokens; rate-limited per IP address and username.'),
  body: z.object({ languageId, ...signInFormSchema.shape }),
  data: sessionSchema,
  replies: {
    400: 'A field is missing, or the credentials are wrong; show a message with "password" under the password field.',
    403: 'Your account has been deactivated',
    429: 'Too many attempts',
  },
})

export const logout = defineEndpoint({
  method: 'POST',
  path: '/api/login/logout',
  summary: "End the token's session",
  access: access.signedIn,
  body: z.object({ languageId }),
  data: z.null(),
})
