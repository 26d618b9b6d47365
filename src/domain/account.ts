/** The state of an account, derived from what is stored of it (docs/decisions/provider-statuses.md). */
import { PROVIDER_STATUS_IDS } from './provider-form.ts'
import type { LocalDate } from './time.ts'

export const ACCOUNT_STATES = ['invited', 'active', 'onLeave', 'deactivated', 'terminated'] as const
export type AccountState = (typeof ACCOUNT_STATES)[number]

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
  readonly hasWayIn: boolean
}

/** @param today the organization's */
export const hasLeft = ({ statusId, termDate }: Employment, today: LocalDate): boolean =>
  statusId === PROVIDER_STATUS_IDS.terminated || (termDate !== null && termDate < today)

/** @param today the organization's */
export const accountStateOf = ({ employment, isActive, hasWayIn }: StoredAccount, today: LocalDate): AccountState => {
  if (employment !== null && hasLeft(employment, today)) return 'terminated'
  if (!isActive) return 'deactivated'
  if (!hasWayIn) return 'invited'
  return employment?.statusId === PROVIDER_STATUS_IDS.onLeave ? 'onLeave' : 'active'
}

/** Whether someone in the state may sign in, once they have a way to. */
export const isOpen = (state: AccountState): boolean => state !== 'deactivated' && state !== 'terminated'

export const accountMessages = {
  invited: (email: string) => `Invitation sent to ${email}`,
  stillWorks: 'Your invitation still works. Open its link to choose your password.',
  renewed: 'We have sent a new invitation to the same email address.',
  noMail: 'This portal does not send email, so it cannot invite anyone. Set their first password with Reset Password.',
  notInvited: (name: string) => `${name} has accepted the invitation already, or can no longer sign in.`,
  notYourself: 'You cannot terminate yourself or put yourself on leave. Ask another administrator.',
  notOwnLastDay: 'You cannot change your own termination date. Ask another administrator.',
  terminated: (name: string) =>
    `${name} is terminated. To let them sign in again, change the status on the Manage Providers page.`,
  cannotSignIn: (name: string) => `${name} cannot sign in: the account is deactivated or terminated.`,
  hasNoPassword: (name: string) => `${name} signs in with an identity provider and has no password.`,
  ownPassword: 'Use Change Password for your own password.',
} as const
