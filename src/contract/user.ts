import { z } from 'zod'
import { moneyFormatSchema } from '#domain/money-format.ts'
import { plainText } from '#domain/text-rules.ts'
import { access, defineEndpoint, id, languageId } from './endpoint.ts'

export const refreshToken = defineEndpoint({
  method: 'POST',
  path: '/api/user/refresh-token',
  summary:
    'A new access token for the one in the `token` header, fresh or expired; needs the cookie of the sign-in or the last refresh',
  access: access.public(
    'Checks the cookie, the signed token in its header, which may be expired, and their live session.',
  ),
  body: z.object({ languageId, userid: id, email: plainText() }),
  data: z.object({
    accessToken: z.string().min(1),
    /** Since a change, amounts are written differently. Hosts that follow only the spec leave it out. */
    money: moneyFormatSchema.optional(),
  }),
  replies: {
    203: 'The account was deactivated (forced logout)',
    401: 'The session has ended (`errors` says why if there is more to say), or the token or cookie is not ours',
  },
})

export const endpoints = { refreshToken }
