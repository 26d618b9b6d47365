/** What users get by email about their account at an identity provider, such as Google. */
import type { From, Letter } from './letter.ts'

interface AtIdentityProvider {
  readonly providerName: string
  readonly email: string
}

export const linkedLetter = ({ providerName, email }: AtIdentityProvider, { name, device, address }: From): Letter => ({
  subject: `Your Homeroom account was linked to ${providerName}`,
  lines: [
    `Hello ${name},`,
    `Someone signed in to your Homeroom account with ${email} at ${providerName} for the first time: from ${device}, address ${address}. From now on, that account at ${providerName} signs in to Homeroom as you.`,
    `If this wasn't you, someone else uses your account at ${providerName}: change its password there, tell your administrator, who can unlink it, and sign out all other devices under Security.`,
  ],
})

export const unlinkedLetter = (name: string, { providerName, email }: AtIdentityProvider): Letter => ({
  subject: `Your Homeroom account was unlinked from ${providerName}`,
  lines: [
    `Hello ${name},`,
    `An administrator unlinked your Homeroom account from ${email} at ${providerName}. Devices on which you are signed in stay signed in. The next time you sign in with ${providerName}, your accounts are linked again by your email address.`,
    'If you did not ask for this, tell your administrator.',
  ],
})
