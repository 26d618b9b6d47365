/** What providers and administrators are told about sessions (docs/decisions/notifications.md). */
import { calendarAddressOf } from '#domain/calendar-addresses.ts'
import { formatDate, type LocalDate } from '#domain/time.ts'
import { occurrenceMachine } from '#machines/schedule/occurrence.machine.ts'
import {
  defineNotification,
  type Notice,
  type NotificationDefinition,
  notice,
} from '#server/areas/notifications/notify.ts'
import type { Caller } from '#server/http/handler.ts'
import { SERIES } from './change-record.ts'

interface Session {
  readonly title: string
  readonly date: LocalDate
  readonly providerId: number
}

interface Sessions {
  readonly title: string
  readonly providerId: number
  readonly dates: readonly LocalDate[]
}

const whenOf = (dates: readonly LocalDate[]): string => {
  const [first = '', ...later] = dates.toSorted()
  const last = later.at(-1)
  if (last === undefined) return `on ${formatDate(first)}`
  return `on ${dates.length} dates from ${formatDate(first)} to ${formatDate(last)}`
}

/** '"Reading" on 11/24/2026', or '"Reading" on 12 dates from 11/24/2026 to 02/09/2027'. */
const sessionsInWords = ({ title, dates }: Omit<Sessions, 'providerId'>): string => `"${title}" ${whenOf(dates)}`

/** 'a session on 11/24/2026', or 'a session on 12 dates from 11/24/2026 to 02/09/2027': titles may name students. */
const untitled = ({ dates }: Pick<Sessions, 'dates'>): string => `a session ${whenOf(dates)}`

const addressOf = ({ providerId, dates }: Sessions) =>
  calendarAddressOf({ providerId, date: dates.toSorted()[0] ?? '' }, false)

const ofSchedule = { audience: 'PRV', category: 'Schedule', subject: SERIES } as const

const sessionAdded = defineNotification({
  ...ofSchedule,
  kind: 'session-added',
  words: (added: Sessions) => `The office added ${sessionsInWords(added)} to your schedule.`,
  inMail: (added) => `The office added ${untitled(added)} to your schedule.`,
  href: addressOf,
})

const sessionChanged = defineNotification({
  ...ofSchedule,
  kind: 'session-changed',
  words: ({ changes, ...changed }: Sessions & { readonly changes: readonly string[] }) =>
    `The office changed ${sessionsInWords(changed)}${changes.length === 0 ? '' : `: ${changes.join(', ')}`}.`,
  inMail: (changed) => `The office changed ${untitled(changed)}.`,
  href: addressOf,
})

const sessionDeleted = defineNotification({
  ...ofSchedule,
  kind: 'session-deleted',
  words: (deleted: Sessions) => `The office deleted ${sessionsInWords(deleted)} from your schedule.`,
  inMail: (deleted) => `The office deleted ${untitled(deleted)} from your schedule.`,
  href: addressOf,
})

/** The answer to a provider's request to change a session. */
export const changeAnswered = defineNotification({
  ...ofSchedule,
  subject: occurrenceMachine.id,
  kind: 'session-change-answered',
  words: ({ title, date, what, answer }: Session & { readonly what: string; readonly answer: string }) =>
    `Your request to change ${what} of ${sessionsInWords({ title, dates: [date] })} ${answer}`,
  inMail: ({ date, answer }) => `Your request to change ${untitled({ dates: [date] })} ${answer}`,
  href: (session) => calendarAddressOf(session, false),
})

/** A provider asks to change a session. */
export const changeAsked = defineNotification({
  kind: 'session-change-asked',
  audience: 'ADM',
  category: 'Scheduling',
  subject: occurrenceMachine.id,
  words: ({ title, date, providerName, what }: Session & { readonly providerName: string; readonly what: string }) =>
    `${providerName} asked to change ${what} of ${sessionsInWords({ title, dates: [date] })}.`,
  inMail: ({ date, providerName }) => `${providerName} asked to change ${untitled({ dates: [date] })}.`,
  href: (session) => calendarAddressOf(session, true),
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
export const changeNotices = (
  user: Reader,
  id: number,
  { before, after, changed }: { before: Sessions; after: Sessions; changed: readonly LocalDate[] },
  changes: readonly string[],
): Notice[] =>
  before.providerId === after.providerId
    ? toProvider(sessionChanged, user, id, { ...before, dates: changed, changes })
    : [...deletionNotices(user, id, before), ...additionNotices(user, id, after)]
