/** Codes of authenticator apps, recovery codes and names of passkeys, as users enter them; for every form and the server. */
import { z } from 'zod'
import { factorMessages } from './second-factor.ts'
import { requiredText } from './text-rules.ts'

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
