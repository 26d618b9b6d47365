/**
 * The rules for new passwords, for every form and the server: length counts, composition doesn't (ASVS 5.0, section 6.2;
 * docs/decisions/passwords.md). The server also rejects common ones.
 */
import { z } from 'zod'
import './schema-messages.ts'

export const MIN_PASSWORD = 12
/** Generous, but a limit: hashing takes longer the longer the password is. */
export const MAX_PASSWORD = 256

export const passwordMessages = {
  short: `Use at least ${MIN_PASSWORD} characters.`,
  long: `Use at most ${MAX_PASSWORD} characters.`,
  personal: 'Choose a password that does not consist of your name or email address.',
  common: 'This password is too easy to guess. Choose another one.',
  same: 'Choose a password that differs from the current one.',
} as const

/** As people count them: an emoji is one. */
export const passwordLength = (password: string): number => [...password].length

/** @param required the form's message if it is blank */
const newPassword = (required: string) => {
  const refusalOf = (password: string): string | undefined => {
    if (password === '') return required
    const length = passwordLength(password)
    if (length < MIN_PASSWORD) return passwordMessages.short
    return length > MAX_PASSWORD ? passwordMessages.long : undefined
  }
  return z.string().superRefine((password, { addIssue }) => {
    const message = refusalOf(password)
    if (message !== undefined) addIssue({ code: 'custom', message })
  })
}

/** Whose password it is. */
export interface Owner {
  readonly email: string
  readonly name: string
}

const WORD = /[\p{L}\p{N}]+/gu
const simplified = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** How much must be left of a password without its owner's names. */
const LEFT = 8

/** Whether little is left of the password without the words of its owner's name and email address. */
export const isPersonal = (password: string, { email, name }: Owner): boolean => {
  const words = (simplified(`${name} ${email}`).match(WORD) ?? []).filter((word) => word.length >= 3)
  const rest = words
    .toSorted((one, other) => other.length - one.length)
    .reduce((left, word) => left.replaceAll(word, ''), simplified(password))
  return rest !== simplified(password) && passwordLength(rest) < LEFT
}

/** Compares the two fields whatever else is wrong with them. */
const matchAlways = { when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null }

const areSame = (one: unknown, other: unknown) => typeof other !== 'string' || other === '' || one === other

/** The page behind a recovery link (spec 1, section 5). */
export const recoveryFormSchema = z
  .object({
    newPassword: newPassword('Please enter New Password.'),
    confirmPassword: z.string().min(1, 'Please enter Confirm Password.'),
  })
  .refine(({ newPassword: password, confirmPassword }) => areSame(password, confirmPassword), {
    path: ['confirmPassword'],
    error: 'Password & Confirm Password not matched.',
    ...matchAlways,
  })
export type RecoveryForm = z.output<typeof recoveryFormSchema>

const twice = {
  newPassword: newPassword('Please enter new password'),
  confirmNewPassword: z.string().min(1, 'Please confirm new password'),
}

const areTwice = ({
  newPassword: password,
  confirmNewPassword,
}: {
  newPassword: unknown
  confirmNewPassword: unknown
}) => areSame(password, confirmNewPassword)

const notTwice = {
  path: ['confirmNewPassword'],
  // With the spec's trailing space.
  error: 'Please enter same password ',
  ...matchAlways,
}

/** The page that changes the own password (spec 3, section 5). */
export const changePasswordFormSchema = z
  .object({
    oldPassword: z.string().min(1, 'Please enter current password').max(1024, 'Enter correct Password'),
    ...twice,
  })
  .refine(areTwice, notTwice)
export type ChangePasswordForm = z.output<typeof changePasswordFormSchema>

/** The dialog in which an administrator sets a provider's password (spec 3, section 5). */
export const resetPasswordFormSchema = z.object(twice).refine(areTwice, notTwice)
export type ResetPasswordForm = z.output<typeof resetPasswordFormSchema>

/** The Forgot Password dialog (spec 1, section 5). */
export const forgotPasswordFormSchema = z.object({
  email: z
    .string()
    .trim()
    .min(1, { error: 'Please enter Email Id', abort: true })
    .max(320, 'Invalid email id.')
    .refine((value) => z.email().safeParse(value).success, 'Invalid email id.'),
})
export type ForgotPasswordForm = z.output<typeof forgotPasswordFormSchema>
