/**
 * What needs the signed-in user, on the Home Page: counts that lead to exactly the records counted. An area adds its own
 * by one entry here and a query in server/areas/home/needs-you.ts.
 */
import { z } from 'zod'
import { NEWS_KEYS, type NewsKey } from '#domain/open-work.ts'
import { localDateSchema } from '#domain/time.ts'
import { counted } from '#domain/words.ts'
import { access, defineEndpoint, type GuardedAccess, languageId } from './endpoint.ts'
import { openDayStatusSchema } from './open-work.ts'

interface NeedsYouEntry {
  /** Who may open the list, and so gets the count. */
  readonly access: GuardedAccess
  /** The address of the list, narrowed to the records counted. */
  readonly href: string
  /** '3 past days not confirmed' */
  readonly words: (count: number) => string
}

const providers: GuardedAccess = access.roles('Providers', 'SpecialProvider')

/** In the order shown. */
export const needsYouEntries = {
  unconfirmedDays: {
    access: providers,
    href: '/open-days?status=1',
    words: (count) => `${counted(count, 'past day')} not confirmed`,
  },
  rejectedDays: {
    access: providers,
    href: '/open-days?status=2',
    words: (count) => `${counted(count, 'day')} rejected`,
  },
  answeredRequests: {
    access: { kind: 'roles', roles: ['Providers', 'SpecialProvider'], screen: 'ProfileInformationRequestPTO' },
    href: '/pto-requests?answered=2',
    words: (count) => `${counted(count, 'time-off request')} answered`,
  },
  decidedChanges: {
    access: providers,
    href: '/session-changes?stage=3',
    words: (count) => `${counted(count, 'session change')} decided`,
  },
  workReceived: {
    access: providers,
    href: '/work-received?shown=2',
    words: (count) => `${counted(count, 'hand-over')} to you`,
  },
  missingOwnDocuments: {
    access: { kind: 'roles', roles: ['Providers', 'SpecialProvider'], screen: 'MyDocuments' },
    href: '/my-documents',
    words: (count) => `${counted(count, 'required document')} missing or expired`,
  },
  unacceptedDocuments: {
    access: { kind: 'roles', roles: ['Providers', 'SpecialProvider'], screen: 'MyDocuments' },
    href: '/my-documents?show=1',
    words: (count) => `${counted(count, 'document')} to read and accept`,
  },
  waitingChanges: {
    access: access.roles('Administrators'),
    href: '/session-changes?stage=1',
    words: (count) => `${counted(count, 'session change')} waiting`,
  },
  waitingRequests: {
    access: access.administrators('PTORequest'),
    href: '/pto-record?statusId=1',
    words: (count) => `${counted(count, 'time-off request')} waiting`,
  },
  waitingReturns: {
    access: access.administrators('PTORequest'),
    href: '/pto-record?statusId=5',
    words: (count) => `${counted(count, 'request')} to return time off`,
  },
  unapprovedDays: {
    access: access.roles('Administrators'),
    href: '/open-days',
    words: (count) => `${counted(count, 'past day')} not approved`,
  },
  unconfirmedProviders: {
    access: access.roles('Administrators'),
    href: '/unconfirmed-providers',
    words: (count) => `${counted(count, 'provider')} with days to confirm`,
  },
  studentsBehind: {
    access: access.administrators('Caseloads'),
    href: '/students-behind',
    words: (count) => `${counted(count, 'student')} more than a week behind`,
  },
  workLeft: {
    access: access.administrators('ProviderProfileInformation'),
    href: '/work-left',
    words: (count) => `${counted(count, 'provider')} with work to hand over`,
  },
  missingDocuments: {
    access: access.administrators('ManageDocuments'),
    href: '/missing-documents',
    words: (count) => `${counted(count, 'provider')} with missing or expired documents`,
  },
  forgottenDocuments: {
    access: access.administrators('ManageDocuments'),
    href: '/manage-documents?show=2',
    words: (count) => `${counted(count, 'provider')} with documents not accepted for a week`,
  },
  undeliveredMail: {
    access: access.roles('Administrators'),
    href: '/outgoing-mail?state=4',
    words: (count) => `${counted(count, 'email')} not delivered`,
  },
  undeliveredInvoices: {
    access: access.administrators('BillingHistory'),
    href: '/billing-history?state=5',
    words: (count) => `${counted(count, 'invoice')} not delivered`,
  },
  overdueInvoices: {
    access: access.administrators('BillingHistory'),
    href: '/billing-history?state=2',
    words: (count) => `${counted(count, 'invoice')} overdue`,
  },
} as const satisfies Record<string, NeedsYouEntry>

export type NeedsYouKey = keyof typeof needsYouEntries
export const NEEDS_YOU_KEYS = Object.keys(needsYouEntries) as [NeedsYouKey, ...NeedsYouKey[]]

/** A provider's day that waits for them. */
export const waitingDaySchema = z.object({
  date: localDateSchema,
  status: openDayStatusSchema,
  /** Why it was rejected, if that is known. */
  reason: z.string().nullable(),
})
export type WaitingDay = z.infer<typeof waitingDaySchema>

export const needsYouSchema = z.object({
  /** When they were counted: what the caller dismisses is what was known then. */
  asOf: z.iso.datetime(),
  /** Only those with a count. */
  entries: z.array(z.object({ key: z.enum(NEEDS_YOU_KEYS), count: z.int().positive() })),
  /** A provider's own days of the last two weeks that are not confirmed or rejected, latest first. */
  days: z.array(waitingDaySchema),
})

export const getNeedsYou = defineEndpoint({
  method: 'GET',
  path: '/api/home/get-needs-you',
  summary: "Count what waits for the caller, in the lists that they may open, with a provider's days to confirm",
  access: access.signedIn,
  data: needsYouSchema,
})

export const isNews = (key: NeedsYouKey): key is NewsKey => NEWS_KEYS.some((news) => news === key)

export const dismissNews = defineEndpoint({
  method: 'POST',
  path: '/api/home/dismiss-news',
  summary: 'Leave answers and decisions up to now out of the counts that wait for the caller; the records stay',
  access: providers,
  body: z.object({
    languageId,
    key: z.enum(NEWS_KEYS),
    /** `asOf` of the counts that the caller saw. */
    until: z.iso.datetime(),
  }),
  data: z.null(),
})

export const getNextDay = defineEndpoint({
  method: 'GET',
  path: '/api/home/get-next-day',
  summary: "Get the next day after a date with sessions, providers' own; null if there is none",
  access: access.signedIn,
  query: z.object({ date: localDateSchema }),
  data: z.object({ date: localDateSchema.nullable() }),
})

export const endpoints = { getNeedsYou, dismissNews, getNextDay }
