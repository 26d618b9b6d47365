/** What providers are told about their days. */
import { ownDayAddress } from '#domain/calendar-addresses.ts'
import { grouped } from '#domain/grouped.ts'
import { formatDate, type LocalDate } from '#domain/time.ts'
import { providerDayMachine } from '#machines/schedule/provider-day.machine.ts'
import { defineNotification, type Notice, notice } from '#server/areas/notifications/notify.ts'
import { type DayKey, dayEntity } from '#server/areas/provider-days/provider-days.ts'

const ofDays = { audience: 'PRV', category: 'Schedule', subject: providerDayMachine.id } as const

interface WithReason extends DayKey {
  readonly reason: string
}

/** Where its reason shows, and its hours are confirmed. */
const href = ({ date }: Pick<DayKey, 'date'>) => ownDayAddress(date)

const dayRejected = defineNotification({
  ...ofDays,
  kind: 'day-rejected',
  entityOf: dayEntity,
  lastsIn: ['rejected', 'correcting'],
  words: ({ date, reason }: WithReason) => `Your hours on ${formatDate(date)} were rejected: ${reason}`,
  inMail: ({ date }) => `Your hours on ${formatDate(date)} were rejected.`,
  href,
})

const dayReopened = defineNotification({
  ...ofDays,
  kind: 'day-reopened',
  entityOf: dayEntity,
  lastsIn: ['reopened'],
  words: ({ date, reason }: WithReason) => `Your hours on ${formatDate(date)} were reopened: ${reason}`,
  inMail: ({ date }) => `Your hours on ${formatDate(date)} were reopened.`,
  href,
})

interface Approved {
  readonly dates: readonly LocalDate[]
}

const approvedInWords = ({ dates }: Approved) => `Your hours on ${dates.map(formatDate).join(', ')} were approved.`

const daysApproved = defineNotification({
  ...ofDays,
  kind: 'days-approved',
  lastsIn: 'always',
  words: approvedInWords,
  inMail: approvedInWords,
  href: ({ dates: [date = ''] }) => href({ date }),
})

export const rejectionNotices = (days: readonly DayKey[], reason: string): Notice[] =>
  days.map(({ providerId, date }) => notice(dayRejected, { providerId }, providerId, { providerId, date, reason }))

export const reopeningNotice = (day: WithReason): Notice =>
  notice(dayReopened, { providerId: day.providerId }, day.providerId, day)

/** One for each provider, about their days in order. */
export const noticesByProvider = (
  days: readonly DayKey[],
  noticeOf: (providerId: number, dates: readonly LocalDate[]) => Notice,
): Notice[] =>
  [...grouped(days, ({ providerId }) => providerId)].map(([providerId, group]) =>
    noticeOf(providerId, group.map(({ date }) => date).toSorted()),
  )

export const approvalNotices = (days: readonly DayKey[]): Notice[] =>
  noticesByProvider(days, (providerId, dates) => notice(daysApproved, { providerId }, providerId, { dates }))
