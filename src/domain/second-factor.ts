/** Rules for passkeys, codes of authenticator apps, and recovery codes; for every form and the server. */
import { z } from 'zod'
import { requiredText } from './text-rules.ts'

/** How a user proves again who they are, after the password. */
export const FACTOR_METHODS = ['passkey', 'code', 'recovery'] as const
export const factorMethodSchema = z.enum(FACTOR_METHODS)
export type FactorMethod = z.infer<typeof factorMethodSchema>

export const factorMessages = {
  codeRequired: 'Enter the code.',
  codeFormat: 'Enter the 6 digits that the app shows.',
  recoveryFormat: 'Enter one of your recovery codes, such as 7KQ2M-XW4TB.',
  wrongCode: 'This code is not right. Wait for the next one and try again.',
  usedCode: 'This code was already used. Wait for the next one.',
  wrongRecovery: 'This is none of your recovery codes, or it was already used.',
  wrongPasskey: 'This passkey was not accepted. Try again, or use another method.',
  /** The user declined, or the browser could not ask. */
  notUsed: 'The passkey was not used. Try again, or choose another method.',
  /** The user declined to make one, or the authenticator could not. */
  notMade: 'No passkey was made. Try again, or use another device.',
  alreadyMade: 'You have a passkey on this device or security key already.',
  /** To sign in without a password. */
  notUsedAlone: 'The passkey was not used. Try again, or sign in with your password.',
  unknownPasskey: 'This passkey was not accepted here. Sign in with your password.',
  /** The ticket is used, too old, or had too many wrong codes. */
  startOver: 'Your sign-in took too long or was stopped. Please sign in again.',
  tooManyWrong: 'Too many wrong codes. Please sign in again.',
  nameRequired: 'Enter a name.',
  confirmFirst: 'Confirm that it is you to continue.',
  setupTooOld: 'This took too long. Please begin again.',
  hasApp: 'You have an authenticator app already. Remove it before you add another one.',
  lastFactor: 'Your role needs a passkey or an authenticator app. Add another one before you remove this one.',
  needsFactor: 'Recovery codes stand in for a passkey or an authenticator app. Add one first.',
  ownReset: 'Change your own sign-in methods under Security.',
} as const

/** People type the code as the app shows it, in two groups. */
export const appCodeSchema = z
  .string()
  .transform((text) => text.replaceAll(/\s/g, ''))
  .pipe(
    z
      .string()
      .min(1, { error: factorMessages.codeRequired, abort: true })
      .regex(/^\d{6}$/, factorMessages.codeFormat),
  )

/** Without letters that look like digits. */
export const RECOVERY_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
export const RECOVERY_LENGTH = 10
/** How many a user gets at a time. */
export const RECOVERY_COUNT = 10

/** As it is hashed: without its hyphen, in capitals. */
export const recoveryCodeSchema = z
  .string()
  .transform((text) => text.replaceAll(/[\s-]/g, '').toUpperCase())
  .pipe(
    z
      .string()
      .min(1, { error: factorMessages.codeRequired, abort: true })
      .regex(new RegExp(`^[${RECOVERY_ALPHABET}]{${RECOVERY_LENGTH}}$`), factorMessages.recoveryFormat),
  )

/** As it is shown: '7KQ2MXW4TB' is '7KQ2M-XW4TB'. */
export const shownRecoveryCode = (code: string): string =>
  `${code.slice(0, RECOVERY_LENGTH / 2)}-${code.slice(RECOVERY_LENGTH / 2)}`

const MAX_PASSKEY_NAME = 60
export const passkeyNameSchema = requiredText(factorMessages.nameRequired, MAX_PASSKEY_NAME)
