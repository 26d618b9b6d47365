/** Calls of a sign-in with an identity provider that the portal's pages don't make (docs/decisions/sign-in-with-openid.md). */
import { z } from 'zod'
import { plainText } from '#domain/text-rules.ts'
import { access, defineEndpoint, defineFile, languageId } from './endpoint.ts'
import { identityProviderReturn } from './identity-provider-return.ts'
import { secondFactorSchema, sessionSchema } from './login.ts'

/** What providers add to it (RFC 6749 and 9207); anything else is ignored. */
const returned = plainText().max(8_000).optional()

export const readIdentityProviderReturn = defineFile({
  path: identityProviderReturn.path,
  summary: 'The identity provider sends users back to this address, which redirects to the sign-in page',
  access: access.public('Needs the cookie of the sign-in that began in the same browser, and works once.'),
  query: z.object({ code: returned, state: returned, iss: returned, error: returned }),
  contentType: 'text/html; charset=utf-8',
  replies: { 303: 'To the sign-in page, whether or not the sign-in worked' },
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

export const endpoints = { readIdentityProviderReturn, signInAuthenticatedGmailUser }
