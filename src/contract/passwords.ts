/** Forgotten, recovered and changed passwords (spec 1, section 7; spec 3, section 7). */
import { z } from 'zod'
import { changePasswordFormSchema, forgotPasswordFormSchema, recoveryFormSchema } from '#domain/passwords.ts'
import { plainText } from '#domain/text-rules.ts'
import { access, defineEndpoint, id, languageId } from './endpoint.ts'

/** Words of the server's replies about passwords that screens repeat. */
export const passwordReplies = {
  /** The same whether or not the address has an account. */
  sent: 'If this address has an account, we have sent it a link to choose a new password. The link works for 30 minutes.',
  /** Spec 3, section 8. */
  changed: 'Password Changed Successfully',
  /** Spec 3, section 5. */
  wrongOld: 'Enter correct Password',
} as const

/** The token of a link. */
const token = z.string().min(1).max(200)

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
  body: recoveryFormSchema.safeExtend({ languageId, token }),
  data: z.null(),
  replies: {
    400: 'The new password is not allowed, or the link was used, replaced or has expired',
    403: 'Your account has been deactivated',
    429: 'Too many attempts',
  },
})

const invitationReplies = {
  400: 'The link was used or replaced',
  403: 'Your account has been deactivated',
  429: 'Too many attempts',
}

export const checkInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/login/check-invitation',
  summary: 'Tell whether the link of an invitation still works',
  access: access.public('Needs the secret token of an invitation; rate-limited per IP address.'),
  body: z.object({ languageId, token }),
  onlyReads: true,
  data: z.object({ isExpired: z.boolean() }),
  replies: invitationReplies,
})

export const renewInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/login/renew-invitation',
  summary: 'Send the invitation of an expired link again, to the same email address',
  access: access.public('Needs the secret token of an invitation; rate-limited per IP address.'),
  body: z.object({ languageId, token }),
  data: z.null(),
  replies: { ...invitationReplies, 409: 'The invitation has not expired', 503: 'This server sends no email' },
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

export const endpoints = {
  passwordRecoverySend,
  passwordRecoveryConfirm,
  checkInvitation,
  renewInvitation,
  changePassword,
}
