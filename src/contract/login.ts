import { z } from 'zod'
import { roleNameSchema } from '#domain/roles.ts'
import { signInFormSchema } from '#domain/sign-in-form.ts'
import { access, defineEndpoint, id, languageId } from './endpoint.ts'

/** The user's session as the browser keeps it (spec 1, section 3). Times are shown in `timeZone`, an IANA name. */
export const sessionSchema = z.object({
  userId: id,
  accessToken: z.string().min(1),
  userEmail: z.string(),
  userName: z.string(),
  /** The first decides what the user is. */
  role: z.array(z.object({ id, name: roleNameSchema, active: z.boolean() })).min(1),
  providerId: id.nullable(),
  isRememberMe: z.boolean(),
  timeZone: z.string(),
})
export type Session = z.infer<typeof sessionSchema>

export const signIn = defineEndpoint({
  method: 'POST',
  path: '/api/login/sign-in',
  summary: 'Sign in with e-mail and password',
  access: access.public('It is what hands out tokens; rate-limited per address and user name.'),
  body: z.object({ languageId, ...signInFormSchema.shape }),
  data: sessionSchema,
  replies: {
    400: 'A field is missing, or no such user and password; a message with the word "password" belongs under the password.',
    403: 'Your account has been deactivated',
    429: 'Too many attempts',
  },
})

export const logout = defineEndpoint({
  method: 'POST',
  path: '/api/login/logout',
  summary: 'End the session that the token belongs to',
  access: access.signedIn,
  body: z.object({ languageId }),
  data: z.null(),
})
