/** Who may hear of which changes. */
import { getChartLinks } from '#contract/chart-links.ts'
import { type Access, access } from '#contract/endpoint.ts'
import { generateInvoice, readInvoiceRun } from '#contract/invoices.ts'
import type { LiveTopic } from '#contract/live-topics.ts'
import { getOutgoingMail } from '#contract/outgoing-mail.ts'
import { exportPayroll } from '#contract/payroll-export.ts'
import { getUsers } from '#contract/permissions.ts'
import { getProviders } from '#contract/providers.ts'
import { isAdministrator } from '#domain/roles.ts'
import { admit } from '#server/http/access.ts'
import type { Caller } from '#server/http/handler.ts'
import type { ChangeRow } from './change-reader.ts'

interface Readers {
  /** The rules of endpoints that show such records; one is enough. */
  readonly rules: readonly Access[]
  /** Those without a limit hear of everyone's records, the others only of their own: their provider's, or their user's. */
  readonly own?: 'provider' | 'user'
  /** The rules for records that belong to no user, if those of the others are heard of by their user alone. */
  readonly shared?: readonly Access[]
}

const ofProviders: Readers = { rules: [access.signedIn], own: 'provider' }
const ofUsers: Readers = { rules: [access.signedIn], own: 'user' }
/** Names that everyone chooses from. */
const ofAll: Readers = { rules: [access.signedIn] }
const ofAdministrators: Readers = { rules: [access.roles('Administrators')] }

const readers: Readonly<Record<LiveTopic, Readers>> = {
  sessions: ofProviders,
  days: ofProviders,
  timeOff: ofProviders,
  students: ofProviders,
  providers: ofProviders,
  documents: ofProviders,
  calendarFeeds: ofProviders,
  handOvers: ofProviders,
  schools: ofAll,
  services: ofAll,
  labels: ofAll,
  documentTypes: ofAll,
  periods: ofAdministrators,
  invoices: { rules: [generateInvoice.access] },
  runs: { ...ofUsers, shared: [readInvoiceRun.access] },
  payroll: { rules: [exportPayroll.access] },
  organization: ofAdministrators,
  users: { rules: [getUsers.access, getProviders.access] },
  permissions: { rules: [getUsers.access] },
  chartLinks: { rules: [getChartLinks.access] },
  mail: { rules: [getOutgoingMail.access] },
  devices: ofUsers,
  signInMethods: ofUsers,
  notifications: ofUsers,
  news: ofUsers,
  reports: ofUsers,
}

/** Whether the caller may hear of a change. */
export function mayHear({ topic, providerId, userId }: ChangeRow, caller: Caller): boolean {
  const { rules, own, shared } = readers[topic]
  if (shared && userId === null) return admit(shared, caller) !== undefined
  const admitted = admit(rules, caller)
  if (!admitted) return false
  if (own === 'user') return userId === admitted.userId
  if (own !== 'provider' || (isAdministrator(admitted.role) && !admitted.hasOwnRecordsOnly)) return true
  return providerId !== null && providerId === admitted.providerId
}

/** Whether a change of records decides whether, and for what, the caller may still be signed in. */
export function concernsAccess({ topic, providerId, userId }: ChangeRow, caller: Caller): boolean {
  switch (topic) {
    case 'permissions':
      return true
    case 'users':
    case 'devices':
    case 'signInMethods':
      return userId === caller.userId
    case 'providers':
      return providerId === caller.providerId
    default:
      return false
  }
}
