/** What users get by email about attempts to use their account. */
import { CHANGE_IT, type From, type Letter } from './letter.ts'

export const failuresLetter = (count: number, { name, device, address }: From): Letter => ({
  subject: 'Failed sign-ins to your Homeroom account',
  lines: [
    `Hello ${name},`,
    `Someone entered a wrong password for your Homeroom account ${count} times. The last attempt came from ${device}, address ${address}.`,
    'If it was you and you forgot the password, choose “Forgot Password?” on the sign-in page.',
    "If this wasn't you, your account is still safe: further attempts have to wait longer and longer. A long password that you use nowhere else keeps it safe.",
  ],
})

export const reuseLetter = ({ name, device, address }: From): Letter => ({
  subject: 'We ended a session of your Homeroom account',
  lines: [
    `Hello ${name},`,
    `A sign-in to your Homeroom account was used in two places, so we ended it. The last use came from ${device}, address ${address}.`,
    CHANGE_IT,
  ],
})
