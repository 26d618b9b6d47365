/** What administrators are told about the accounts of providers (docs/decisions/notifications.md). */
import { firstInWords } from '#domain/words.ts'
import { accountMachine } from '#machines/people/account.machine.ts'
import { defineNotification } from '#server/areas/notifications/notify.ts'

const ofAccounts = { audience: 'ADM', category: 'Accounts', subject: accountMachine.id } as const

const invitedInWords = (names: readonly string[]) =>
  `${firstInWords(names)} ${names.length === 1 ? 'was' : 'were'} invited to Homeroom.`

/** Tells about one provider, or all that one import added. Sending an invitation again is not reported. */
export const accountsInvited = defineNotification({
  ...ofAccounts,
  kind: 'accounts-invited',
  lastsIn: 'always',
  words: invitedInWords,
  inMail: invitedInWords,
  href: () => '/manage-providers',
})

interface Active {
  readonly providerId: number
  readonly name: string
}

const activeInWords = ({ name }: Active) => `The account of ${name} is now active.`

export const accountActive = defineNotification({
  ...ofAccounts,
  kind: 'account-active',
  lastsIn: 'always',
  words: activeInWords,
  inMail: activeInWords,
  href: ({ providerId }) => `/edit-provider/${providerId}`,
})
