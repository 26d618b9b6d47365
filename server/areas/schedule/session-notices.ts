/** What providers and administrators are told about sessions (docs/decisions/notifications.md). */
import { calendarAddressOf } from '#domain/calendar-addresses.ts'
import type { SessionForm } from '#domain/session-form.ts'
import { formatDate, formatTimeRange, type LocalDate } from '#domain/time.ts'
import { quoted } from '#domain/words.ts'
import { occurrenceMachine } from '#machines/schedule/occurrence.machine.ts'
import {
  defineNotification,
  type Notice,
  type NotificationDefinition,
  notice,
} from '#server/areas/notifications/notify.ts'
import type { Db } from '#server/db/database.ts'
import { readProviderName } from '#server/db/providers.ts'
import type { Caller } from '#server/http/handler.ts'
import { namesTime, requested, SERIES } from './change-record.ts'
import type { StoredOccurrence } from './stored-sessions.ts'

export interface Sessions extends Pick<SessionForm, 'startTime' | 'endTime'> {
  readonly title: string
  readonly providerId: number
  readonly dates: readonly LocalDate[]
}

const datesInWords = (dates: readonly LocalDate[]): string => {
  const [first = '', ...later] = dates.toSorted()
  const last = later.at(-1)
  return last === undefined
    ? `on ${formatDate(first)}`
    : `on ${dates.length} dates from ${formatDate(first)} to ${formatDate(last)}`
}

export const sessionsOf = (
  { eventName: title, startTime, endTime }: SessionForm,
  providerId: number,
  dates: readonly LocalDate[],
): Sessions => ({ title, startTime, endTime, providerId, dates })

export const sessionOf = ({ form, providerId, date }: Pick<StoredOccurrence, 'form' | 'providerId' | 'date'>) =>
  sessionsOf(form, providerId, [date])

/** A series goes without its time. */
const whenOf = ({ dates, startTime, endTime }: Sessions): string =>
  `${datesInWords(dates)}${dates.length === 1 ? `, ${formatTimeRange(startTime, endTime)}` : ''}`

/**
 * '“Reading” on 11/24/2026, 9:00 AM-9:45 AM', or '“Reading” on 12 dates from 11/24/2026 to 02/09/2027'.
 *
 * @param changes what the message says of them; the time is not said twice
 */
export const sessionsInWords = (sessions: Sessions, changes: readonly string[] = []): string =>
  `${quoted(sessions.title)} ${namesTime(changes) ? datesInWords(sessions.dates) : whenOf(sessions)}`

/** As above, but 'a session': titles may name students. */
export const untitled = (sessions: Sessions): string => `a session ${whenOf(sessions)}`

const addressOf = ({ providerId, dates }: Sessions) =>
  calendarAddressOf({ providerId, date: dates.toSorted()[0] ?? '' }, false)

const ofSchedule = { audience: 'PRV', category: 'Schedule', subject: SERIES } as const

const sessionAdded = defineNotification({
  ...ofSchedule,
  kind: 'session-added',
  lastsIn: 'always',
  words: (added: Sessions) => `An administrator added ${sessionsInWords(added)} to your schedule.`,
  inMail: (added) => `An administrator added ${untitled(added)} to your schedule.`,
  href: addressOf,
})

const sessionChanged = defineNotification({
  ...ofSchedule,
  kind: 'session-changed',
  lastsIn: 'always',
  words: ({ changes, ...changed }: Sessions & { readonly changes: readonly string[] }) =>
    `An administrator changed ${sessionsInWords(changed, changes)}${changes.length === 0 ? '' : `: ${changes.join(', ')}`}.`,
  inMail: (changed) => `An administrator changed ${untitled(changed)}.`,
  href: addressOf,
})

const sessionDeleted = defineNotification({
  ...ofSchedule,
  kind: 'session-deleted',
  lastsIn: 'always',
  words: (deleted: Sessions) => `An administrator deleted ${sessionsInWords(deleted)} from your schedule.`,
  inMail: (deleted) => `An administrator deleted ${untitled(deleted)} from your schedule.`,
  href: addressOf,
})

const sessionMoved = defineNotification({
  ...ofSchedule,
  kind: 'session-moved-to-colleague',
  lastsIn: 'always',
  words: ({ toName, ...moved }: Sessions & { readonly toName: string }) =>
    `An administrator moved ${sessionsInWords(moved)} from your schedule to ${toName}.`,
  inMail: ({ toName, ...moved }) => `An administrator moved ${untitled(moved)} from your schedule to ${toName}.`,
  href: addressOf,
})

/** A provider's request to change one session. */
interface Request extends Sessions {
  readonly changes: readonly string[]
}

/** 'the name of “Reading” on 11/24/2026, 9:00 AM-9:45 AM' */
const changesInWords = ({ changes, ...session }: Request): string =>
  `${requested(changes)} of ${sessionsInWords(session, changes)}`

const VERBS = { asked: { change: 'change', delete: 'delete' }, done: { change: 'changed', delete: 'deleted' } } as const

/** A change, or a deletion if there are no changes. */
export interface SessionsChange extends Sessions {
  readonly changes: readonly string[] | null
}

/** 'delete “Reading” on 12 dates from 11/24/2026 to 02/09/2027' if it is asked for, 'deleted “Reading” …' if done */
export const sessionsChangeInWords = (tense: keyof typeof VERBS, { changes, ...sessions }: SessionsChange): string =>
  changes === null
    ? `${VERBS[tense].delete} ${sessionsInWords(sessions)}`
    : `${VERBS[tense].change} ${changesInWords({ ...sessions, changes })}`

/** The same without a title, which may name students. */
export const untitledChange = (tense: keyof typeof VERBS, { changes, ...sessions }: SessionsChange): string =>
  `${VERBS[tense][changes === null ? 'delete' : 'change']} ${untitled(sessions)}`

/** The answer to a provider's request. */
export const changeAnswered = defineNotification({
  ...ofSchedule,
  subject: occurrenceMachine.id,
  kind: 'session-change-answered',
  lastsIn: 'always',
  words: ({ answer, ...request }: Request & { readonly answer: string }) =>
    `Your request to change ${changesInWords(request)} ${answer}`,
  inMail: ({ answer, ...session }) => `Your request to change ${untitled(session)} ${answer}`,
  href: addressOf,
})

export const changeAsked = defineNotification({
  kind: 'session-change-asked',
  lastsIn: ['editPending', 'locked'],
  replacesEarlier: true,
  audience: 'ADM',
  category: 'Scheduling',
  subject: occurrenceMachine.id,
  words: ({ providerName, ...request }: Request & { readonly providerName: string; readonly occurrenceId: number }) =>
    `${providerName} asked to change ${changesInWords(request)}.`,
  inMail: ({ providerName, ...session }) => `${providerName} asked to change ${untitled(session)}.`,
  href: ({ occurrenceId, providerId, dates: [date = ''] }) =>
    calendarAddressOf({ providerId, date, occurrenceId }, true),
})

type Reader = Pick<Caller, 'providerId'>

/** One notice for the provider of the sessions; none if they are the user's own, or have no date. */
const toProvider = <Told extends Sessions>(
  definition: NotificationDefinition<Told>,
  { providerId: own }: Reader,
  id: number,
  told: Told,
): Notice[] =>
  own === told.providerId || told.dates.length === 0
    ? []
    : [notice(definition, { providerId: told.providerId }, id, told)]

/** @param id the series' or the single session's */
export const additionNotices = (user: Reader, id: number, added: Sessions): Notice[] =>
  toProvider(sessionAdded, user, id, added)

/** @param id the series' or the single session's */
export const deletionNotices = (user: Reader, id: number, deleted: Sessions): Notice[] =>
  toProvider(sessionDeleted, user, id, deleted)

/**
 * For a provider who keeps the sessions, a change; otherwise one loses them and the other gets them.
 *
 * @param id the series' or the single session's
 * @param changed the dates that the provider who keeps them is told of
 */
export const changeNotices = async (
  { tx, user }: { readonly tx: Pick<Db, 'select'>; readonly user: Reader },
  id: number,
  { before, after, changed }: { before: Sessions; after: Sessions; changed: readonly LocalDate[] },
  changes: readonly string[],
): Promise<Notice[]> => {
  if (before.providerId === after.providerId) {
    return toProvider(sessionChanged, user, id, { ...before, dates: changed, changes })
  }
  const toName = await readProviderName(tx, after.providerId)
  return [...toProvider(sessionMoved, user, id, { ...before, toName }), ...additionNotices(user, id, after)]
}
