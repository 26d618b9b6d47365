/** Counts what needs the signed-in user, and finds the next day with sessions. */
import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import { NEEDS_YOU_KEYS, type NeedsYouKey, needsYouEntries } from '#contract/needs-you.ts'
import { NEWS_DAYS } from '#domain/open-work.ts'
import { isAdministrator } from '#domain/roles.ts'
import { addDays, localOf } from '#domain/time.ts'
import { PTO_STATES } from '#domain/time-off.ts'
import { countForgotten, countUnaccepted } from '#server/areas/documents/document-handlers.ts'
import { todayOf } from '#server/areas/documents/document-record.ts'
import { countLacking, countLackingProviders } from '#server/areas/documents/required-documents.ts'
import { countWorkLeft } from '#server/areas/handing-over/work-left.ts'
import { countReceived } from '#server/areas/handing-over/work-received.ts'
import { countUnits, conditionOf as ptoCondition } from '#server/areas/hours/pto-rows.ts'
import { countOverdue, countUndeliveredInvoices } from '#server/areas/invoices/invoice-history.ts'
import { countUndelivered } from '#server/areas/mail/outgoing-mail-handlers.ts'
import { undismissedSince } from '#server/areas/notifications/news.ts'
import { countOpenDays, type OpenDaysFilter, readOpenDays } from '#server/areas/provider-days/open-days.ts'
import type { Db } from '#server/db/database.ts'
import { occurrences } from '#server/db/schema/schedule.ts'
import { ptoRequests } from '#server/db/schema/time-off.ts'
import { mayCall, providerScope } from '#server/http/access.ts'
import type { Caller, HandlersOf } from '#server/http/handler.ts'
import { countChanges } from './session-changes.ts'
import { countStudentsBehind } from './students-behind.ts'

/** The question, once per call of the endpoint. */
interface Asked {
  readonly db: Db
  readonly now: Date
  readonly timeZone: string
  readonly user: { readonly userId: number }
  /** Only this provider's records; undefined for an administrator. */
  readonly providerId: number | undefined
}

/** Asks once for several counts of the same call. */
const sharedBy = <Answer>(ask: (asked: Asked) => Promise<Answer>) => {
  const answers = new WeakMap<Asked, Promise<Answer>>()
  return (asked: Asked): Promise<Answer> => {
    const answer = answers.get(asked) ?? ask(asked)
    answers.set(asked, answer)
    return answer
  }
}

export const ownIds = (providerId: number | undefined): readonly number[] =>
  providerId === undefined ? [] : [providerId]

const openDays = sharedBy(({ db, providerId, ...clock }) =>
  countOpenDays(db, { ...clock, providerIds: ownIds(providerId) }),
)

/** By entry of the contract. Each counts what the entry's list shows. */
const counters: Record<NeedsYouKey, (asked: Asked) => Promise<number>> = {
  unconfirmedDays: async (asked) => (await openDays(asked)).byStatus.get(1) ?? 0,
  rejectedDays: async (asked) => (await openDays(asked)).byStatus.get(2) ?? 0,
  answeredRequests: async (asked) => {
    const answeredSince = await undismissedSince(asked, 'answeredRequests')
    return asked.db.$count(ptoRequests, ptoCondition({ providerIds: ownIds(asked.providerId), answeredSince }))
  },
  decidedChanges: async (asked) => {
    const since = await undismissedSince(asked, 'decidedChanges')
    return countChanges(asked.db, { ...asked, since, stage: 3 })
  },
  workReceived: async (asked) => {
    const since = await undismissedSince(asked, 'workReceived')
    return countReceived(asked.db, { providerId: asked.providerId, since })
  },
  missingOwnDocuments: async ({ db, providerId, ...clock }) =>
    providerId === undefined ? 0 : countLacking(db, todayOf(clock), providerId),
  unacceptedDocuments: async ({ db, providerId }) => (providerId === undefined ? 0 : countUnaccepted(db, providerId)),
  waitingChanges: ({ db, now: since, ...filter }) => countChanges(db, { ...filter, since, stage: 1 }),
  waitingRequests: ({ db }) => countUnits(db, { statusId: PTO_STATES.pending.id }),
  waitingReturns: ({ db }) => countUnits(db, { statusId: PTO_STATES.givingBack.id }),
  unapprovedDays: async (asked) => (await openDays(asked)).days,
  unconfirmedProviders: async (asked) => (await openDays(asked)).unconfirmedProviders,
  studentsBehind: ({ db, ...clock }) => countStudentsBehind(db, clock),
  workLeft: ({ db, ...clock }) => countWorkLeft(db, clock),
  missingDocuments: ({ db, ...clock }) => countLackingProviders(db, todayOf(clock)),
  forgottenDocuments: ({ db, ...clock }) => countForgotten(db, clock),
  undeliveredMail: ({ db }) => countUndelivered(db),
  undeliveredInvoices: ({ db }) => countUndeliveredInvoices(db),
  overdueInvoices: ({ db, ...clock }) => countOverdue(db, todayOf(clock)),
}

const MOST_DAYS = NEWS_DAYS + 1

/** A provider's own days of the last two weeks that they still have to confirm. */
const waitingDays = async ({ db, providerId, now, timeZone }: Asked) => {
  if (providerId === undefined) return []
  const from = addDays(localOf(now, timeZone).date, -NEWS_DAYS)
  const filter: OpenDaysFilter = { now, timeZone, providerIds: [providerId], from }
  const { days } = await readOpenDays(db, filter, { limit: MOST_DAYS, offset: 0 })
  return days.filter(({ status }) => status !== 3).map(({ date, status, reason }) => ({ date, status, reason }))
}

/** A provider's user without a provider has no records. */
const isNobody = ({ role, providerId }: Caller) => !isAdministrator(role) && providerId === null

export const needsYouHandlers: HandlersOf<'getNeedsYou' | 'getNextDay'> = {
  getNeedsYou: async ({ db, user, now, timeZone }) => {
    const asOf = now.toISOString()
    if (isNobody(user)) return { asOf, entries: [], days: [] }
    const asked = { db, now, timeZone, user, providerId: providerScope(user) }
    const keys = NEEDS_YOU_KEYS.filter((key) => mayCall(needsYouEntries[key].access, user))
    const entries: { key: NeedsYouKey; count: number }[] = []
    // One after the other: together, they would keep the database from what else the Home Page asks for.
    for (const key of keys) {
      const count = await counters[key](asked)
      if (count > 0) entries.push({ key, count })
    }
    return { asOf, entries, days: await waitingDays(asked) }
  },

  getNextDay: async ({ query, db, user }) => {
    const providerId = providerScope(user)
    const [next] = await db
      .select({ date: occurrences.date })
      .from(occurrences)
      .where(
        and(
          gt(occurrences.date, query.date),
          isNull(occurrences.deletedAt),
          providerId === undefined ? undefined : eq(occurrences.providerId, providerId),
        ),
      )
      .orderBy(asc(occurrences.date))
      .limit(1)
    return { date: next?.date ?? null }
  },
}
