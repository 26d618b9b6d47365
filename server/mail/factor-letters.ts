/** What users get by email about their passkeys, authenticator app and recovery codes. */
import type { FactorChange } from '#domain/security-events.ts'
import type { From, Letter } from './letter.ts'

/** A change that a user made to their own methods. */
export type OwnChange = Exclude<FactorChange, 'reset' | 'identity linked' | 'identity unlinked'>

const WHAT: Record<OwnChange, string> = {
  'passkey added': 'A passkey was added to your Homeroom account',
  'passkey removed': 'A passkey was removed from your Homeroom account',
  'app added': 'An authenticator app was added to your Homeroom account',
  'app removed': 'The authenticator app was removed from your Homeroom account',
  'codes renewed': 'Your Homeroom account has new recovery codes',
  'code used': 'A recovery code of your Homeroom account was used',
}

const NOT_YOU =
  "If this wasn't you, change your password right away, remove anything you don't recognize under Security, and tell your administrator."

export const factorLetter = (change: OwnChange, { name, device, address }: From): Letter => ({
  subject: WHAT[change],
  lines: [`Hello ${name},`, `${WHAT[change]}: from ${device}, address ${address}.`, NOT_YOU],
})

export const resetLetter = (name: string): Letter => ({
  subject: 'The sign-in methods of your Homeroom account were reset',
  lines: [
    `Hello ${name},`,
    'An administrator removed the passkeys, authenticator app and recovery codes of your Homeroom account. You sign in with your password alone until you add new ones under Security.',
    'If you did not ask for this, tell your administrator.',
  ],
})

export const wrongCodesLetter = (count: number, { name, device, address }: From): Letter => ({
  subject: 'Someone knows the password of your Homeroom account',
  lines: [
    `Hello ${name},`,
    `Someone entered the right password for your Homeroom account and then a wrong code ${count} times. The last attempt came from ${device}, address ${address}.`,
    "If this wasn't you, choose “Forgot Password?” on the sign-in page right away. Without your passkey or codes, nobody gets in.",
  ],
})
