/** What providers and administrators are told about sessions (docs/decisions/notifications.md). */
import { calendarAddressOf } from '#domain/calendar-addresses.ts'
import { formatDate, type LocalDate } from '#domain/time.ts'
import { occurrenceMachine } from '#machines/schedule/occurrence.machine.ts'
import { defineNotification, type Notice, notice, type Recipient } from '#server/areas/notifications/notify.ts'
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

/** '"Reading" on 11/24/2026', or '"Reading" on 12 dates from 11/24/2026 to 02/09/2027'. */
const sessionsInWords = ({ title, dates }: Omit<Sessions, 'providerId'>): string => {
  const sorted = dates.toSorted()
  const [first = '', last = first] = [sorted[0], sorted.at(-1)]
  const when = sorted.length === 1 ? '' : `${sorted.length} dates from `
  const until = sorted.length === 1 ? '' : ` to ${formatDate(last)}`
  return `"${title}" on ${when}${formatDate(first)}${until}`
}

const addressOf = ({ providerId, dates }: Sessions) =>
  calendarAddressOf({ providerId, date: dates.toSorted()[0] ?? '' }, false)

const ofSchedule = { audience: 'PRV', category: 'Schedule', subject: SERIES } as const

const sessionAdded = defineNotification({
  ...ofSchedule,
  kind: 'session-added',
  words: (added: Sessions) => `The office added ${sessionsInWords(added)} to your schedule.`,
  href: addressOf,
})

const sessionChanged = defineNotification({
  ...ofSchedule,
  kind: 'session-changed',
  words: ({ changes, ...changed }: Sessions & { readonly changes: readonly string[] }) =>
    `The office changed ${sessionsInWords(changed)}${changes.length === 0 ? '' : `: ${changes.join(', ')}`}.`,
  href: addressOf,
})

const sessionDeleted = defineNotification({
  ...ofSchedule,
  kind: 'session-deleted',
  words: (deleted: Sessions) => `The office deleted ${sessionsInWords(deleted)} from your schedule.`,
  href: addressOf,
})

/** The answer to a provider's request to change a session. */
export const changeAnswered = defineNotification({
  ...ofSchedule,
  subject: occurrenceMachine.id,
  kind: 'session-change-answered',
  words: ({ title, date, what, answer }: Session & { readonly what: string; readonly answer: string }) =>
    `Your request to change ${what} of ${sessionsInWords({ title, dates: [date] })} ${answer}`,
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
  href: (session) => calendarAddressOf(session, true),
})

const KINDS = { added: sessionAdded, deleted: sessionDeleted } as const

/**
 * What the office did to a provider's schedule; nothing if it is the provider's own doing, or concerns no date.
 *
 * @param id the series' or the single session's
 */
export const scheduleNotices = (
  { providerId: own }: Pick<Caller, 'providerId'>,
  id: number,
  sessions: Sessions,
  what: keyof typeof KINDS | { readonly changes: readonly string[] },
): Notice[] => {
  const { providerId, dates } = sessions
  if (own === providerId || dates.length === 0) return []
  const to: Recipient = { providerId }
  return [
    typeof what === 'string'
      ? notice(KINDS[what], to, id, sessions)
      : notice(sessionChanged, to, id, { ...sessions, ...what }),
  ]
}
