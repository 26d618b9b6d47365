/** What users get by email about their password. */
import { CHANGE_IT, type Letter } from './letter.ts'

const GREETING = (name: string) => `Hello ${name},`
const NOT_YOU = 'If you did not ask for this, you can ignore this message: nothing has changed.'

/** @param href the page with the token */
export const recoveryLetter = (name: string, href: string): Letter => ({
  subject: 'Choose a new Homeroom password',
  lines: [
    GREETING(name),
    'Someone, probably you, asked to reset the password of your Homeroom account.',
    { label: 'Choose a new password', href },
    'The link works once, for 30 minutes.',
    NOT_YOU,
  ],
})

/** For someone who was invited and has no password yet. @param href the page with the token */
export const firstPasswordLetter = (name: string, href: string): Letter => ({
  subject: 'Choose your Homeroom password',
  lines: [
    GREETING(name),
    'Someone, probably you, asked to reset the password of your Homeroom account. You have not chosen one yet.',
    { label: 'Choose your password', href },
    'The link works once, for 30 minutes.',
    NOT_YOU,
  ],
})

/** @param href the page with the token */
export const invitationLetter = (name: string, href: string): Letter => ({
  subject: 'Welcome to Homeroom',
  lines: [
    GREETING(name),
    'You have been given an account on Homeroom, where you plan your sessions, confirm your hours and request time off.',
    { label: 'Choose your password', href },
    'The link works once, for 7 days. If it has expired, open it to request a new one.',
    'If you did not expect this message, you can ignore it.',
  ],
})

/** For a user who signs in with Google. */
export const noPasswordLetter = (name: string): Letter => ({
  subject: 'Your Homeroom account has no password',
  lines: [
    GREETING(name),
    'Someone, probably you, asked to reset the password of your Homeroom account. You sign in with another account, such as Google, so there is no password to reset.',
    NOT_YOU,
  ],
})

export const deactivatedLetter = (name: string): Letter => ({
  subject: 'Your Homeroom account has been deactivated',
  lines: [
    GREETING(name),
    'Someone, probably you, asked to reset the password of your Homeroom account. Your account has been deactivated. Please contact your administrator.',
  ],
})

export const changedLetter = (name: string): Letter => ({
  subject: 'Your Homeroom password was changed',
  lines: [
    GREETING(name),
    'The password of your Homeroom account was changed, and all other devices were signed out.',
    CHANGE_IT,
  ],
})
