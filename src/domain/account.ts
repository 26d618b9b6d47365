/** The state of an account, derived from what is stored of it (docs/decisions/provider-statuses.md). */
import { PROVIDER_STATUS_IDS } from './provider-form.ts'
import type { LocalDate } from './time.ts'
import { counted } from './words.ts'

export const ACCOUNT_STATES = ['notInvited', 'invited', 'active', 'onLeave', 'deactivated', 'terminated'] as const
export type AccountState = (typeof ACCOUNT_STATES)[number]

export const ACCOUNT_STATE_NAMES: Readonly<Record<AccountState, string>> = {
  notInvited: 'Not invited',
  invited: 'Invited',
  active: 'Active',
  onLeave: 'On leave',
  deactivated: 'Deactivated',
  terminated: 'Terminated',
}

/** How the provider of an account is employed. */
export interface Employment {
  readonly statusId: number
  /** The last day at work. */
  readonly termDate: LocalDate | null
}

export interface StoredAccount {
  /** Null for a user who is not a provider. */
  readonly employment: Employment | null
  /** Whether an administrator lets them sign in, on the Permissions page. */
  readonly isActive: boolean
  /** Whether they have a password, a passkey or an identity. */
  readonly canSignIn: boolean
  /** Whether they were sent an invitation that they have not accepted. */
  readonly isInvited: boolean
}

/** @param today the organization's */
export const hasLeft = ({ statusId, termDate }: Employment, today: LocalDate): boolean =>
  statusId === PROVIDER_STATUS_IDS.terminated || (termDate !== null && termDate < today)

/** @param today the organization's */
export const accountStateOf = (
  { employment, isActive, canSignIn, isInvited }: StoredAccount,
  today: LocalDate,
): AccountState => {
  if (employment !== null && hasLeft(employment, today)) return 'terminated'
  if (!isActive) return 'deactivated'
  if (!canSignIn) return isInvited ? 'invited' : 'notInvited'
  return employment?.statusId === PROVIDER_STATUS_IDS.onLeave ? 'onLeave' : 'active'
}

/** Whether someone in the state may sign in, once they have a way to. */
export const isOpen = (state: AccountState): boolean => state !== 'deactivated' && state !== 'terminated'

/** Why someone is left out when providers are invited; undefined for those who are not. */
export const whyNotInvited = (state: AccountState): string | undefined => {
  switch (state) {
    case 'notInvited':
      return undefined
    case 'invited':
      return 'Already invited. Use Resend invitation to send a new link.'
    case 'active':
    case 'onLeave':
      return 'Can sign in already'
    case 'deactivated':
      return 'The account is deactivated'
    case 'terminated':
      return 'Has left'
  }
}

/** 'Send 171 invitations?' */
export const inviteQuestion = (count: number): string => `Send ${counted(count, 'invitation')}?`

/** What follows the question; `more` can be invited, too, but not at once. */
export const inviteDetails = (more: number): string => {
  const email = 'Each is an email with a link to choose a password.'
  return more === 0 ? email : `${email} That is as many as go at once: ${more} more can be invited afterward.`
}

export const accountMessages = {
  invited: (email: string) => `Invitation sent to ${email}`,
  invitedAll: (count: number) => (count === 0 ? 'No invitations sent' : `${counted(count, 'invitation')} sent`),
  nobodyToInvite: 'Nobody to invite',
  stillWorks: 'Your invitation still works. Open its link to choose your password.',
  renewed: 'We have sent a new invitation to the same email address.',
  noMail: 'This portal does not send email, so it cannot invite anyone. Set their first password with Reset Password.',
  cannotInvite: (name: string) => `${name} has accepted the invitation already, or can no longer sign in.`,
  notYourself: 'You cannot terminate yourself or put yourself on leave. Ask another administrator.',
  notOwnLastDay: 'You cannot change your own termination date. Ask another administrator.',
  terminated: (name: string) =>
    `${name} is terminated. To let them sign in again, change the status on the Manage Providers page.`,
  cannotSignIn: (name: string) => `${name} cannot sign in: the account is deactivated or terminated.`,
  hasNoPassword: (name: string) => `${name} signs in with an identity provider and has no password.`,
  ownPassword: 'Use Change Password for your own password.',
} as const
