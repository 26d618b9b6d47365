/** Reminders of hours that providers have not confirmed (docs/decisions/reminders.md). */
import { and, count, inArray } from 'drizzle-orm'
import type { UnconfirmedProvider } from '#contract/open-work.ts'
import { ownDayAddress } from '#domain/calendar-addresses.ts'
import { requireValue } from '#domain/require-value.ts'
import { addDays, formatDate, isWeekend, type LocalDate, withoutSeconds } from '#domain/time.ts'
import { firstInWords } from '#domain/words.ts'
import { providerDayMachine } from '#machines/schedule/provider-day.machine.ts'
import { ADMINISTRATORS, defineNotification, notice, notify } from '#server/areas/notifications/notify.ts'
import { readUnconfirmedProviders } from '#server/areas/provider-days/open-days.ts'
import { dayEntity } from '#server/areas/provider-days/provider-days.ts'
import type { Tx } from '#server/db/database.ts'
import { readProviderNames } from '#server/db/providers.ts'
import { hourReminders } from '#server/db/schema/days-and-hours.ts'
import { users } from '#server/db/schema/users.ts'
import { settleNotices } from '#server/db/settle-notices.ts'
import { maySignIn } from '#server/db/users.ts'
import { defineDailyWork } from '#server/jobs/daily-work.ts'

/** After so many reminders of the same day, administrators are told, too. */
const REMINDERS_BEFORE_ESCALATION = 3

/** More providers than any organization has. */
const ALL = { limit: 100_000, offset: 0 }

interface Unconfirmed {
  readonly providerId: number
  readonly days: number
  readonly since: LocalDate
}

const remindedInWords = ({ days, since }: Unconfirmed) =>
  days === 1
    ? `Your hours on ${formatDate(since)} are not confirmed.`
    : `Your hours on ${days} days are not confirmed, the earliest ${formatDate(since)}.`

/** One notice tells administrators about all of them. */
const EVERY_PROVIDER = 'all'

const hoursToConfirm = defineNotification({
  kind: 'hours-to-confirm',
  // About the earliest day; the others are reminded of on the next one.
  entityOf: ({ providerId, since }) => dayEntity({ providerId, date: since }),
  lastsIn: ['open', 'rejected', 'reopened', 'correcting'],
  replacesEarlier: true,
  audience: 'PRV',
  category: 'Schedule',
  subject: providerDayMachine.id,
  words: remindedInWords,
  inMail: remindedInWords,
  href: ({ since }) => ownDayAddress(since),
})

const stillNotConfirmed = (names: readonly string[]) =>
  `Hours of ${firstInWords(names)} are still not confirmed after ${REMINDERS_BEFORE_ESCALATION} reminders.`

const hoursLeftOpen = defineNotification({
  kind: 'hours-left-open',
  lastsIn: 'always',
  entityOf: () => EVERY_PROVIDER,
  audience: 'ADM',
  category: 'Scheduling',
  subject: providerDayMachine.id,
  words: stillNotConfirmed,
  inMail: stillNotConfirmed,
  href: () => '/unconfirmed-providers',
})

/** Only those whom someone would read. */
const reachable = async (tx: Tx, waiting: readonly UnconfirmedProvider[], now: Date) => {
  const ids = waiting.map(({ providerId }) => providerId)
  const found = await tx
    .select({ providerId: users.providerId })
    .from(users)
    .where(and(inArray(users.providerId, ids), maySignIn(now)))
  return waiting.filter(({ providerId }) => found.some((user) => user.providerId === providerId))
}

/** Notes today's reminders. @returns those that nobody has sent today */
const noteReminders = async (tx: Tx, waiting: readonly UnconfirmedProvider[], sentOn: LocalDate) => {
  if (waiting.length === 0) return []
  const noted = await tx
    .insert(hourReminders)
    .values(waiting.map(({ providerId, since }) => ({ providerId, since, sentOn })))
    .onConflictDoNothing()
    .returning({ providerId: hourReminders.providerId })
  return waiting.filter(({ providerId }) => noted.some((row) => row.providerId === providerId))
}

/** Who has had more reminders of the same earliest day than that, today's included. */
const overdue = async (tx: Tx, reminded: readonly UnconfirmedProvider[]) => {
  const ids = reminded.map(({ providerId }) => providerId)
  const counts = await tx
    .select({ providerId: hourReminders.providerId, since: hourReminders.since, times: count() })
    .from(hourReminders)
    .where(inArray(hourReminders.providerId, ids))
    .groupBy(hourReminders.providerId, hourReminders.since)
  const timesOf = ({ providerId, since }: UnconfirmedProvider) => {
    const found = counts.find((row) => row.providerId === providerId && row.since === since)
    return requireValue(found, "Today's reminder").times
  }
  return reminded.filter((provider) => timesOf(provider) > REMINDERS_BEFORE_ESCALATION)
}

export const hourReminderWork = defineDailyWork({
  name: 'hour-reminders',
  timeOf: ({ reminderTime }) => withoutSeconds(reminderTime),
  run: async (tx, { organization, today, now }) => {
    const { remindsOfHours, reminderDays, timeZone } = organization
    if (!remindsOfHours || isWeekend(today)) return
    const until = { now, timeZone, to: addDays(today, -reminderDays) }
    const { providers: waiting } = await readUnconfirmedProviders(tx, until, ALL)
    const reminded = await noteReminders(tx, await reachable(tx, waiting, now), today)
    const late = await overdue(tx, reminded)
    const [first] = late
    // What was said before is over, or said again.
    await settleNotices(tx, now, [{ kind: hoursLeftOpen.kind, subject: hoursLeftOpen.subject, entity: EVERY_PROVIDER }])
    const names = await readProviderNames(
      tx,
      late.map(({ providerId }) => providerId),
    )
    await notify(tx, { userId: null, now }, [
      ...reminded.map(({ providerId, unconfirmed, rejected, since }) =>
        notice(hoursToConfirm, { providerId }, providerId, { providerId, days: unconfirmed + rejected, since }),
      ),
      ...(first ? [notice(hoursLeftOpen, ADMINISTRATORS, first.providerId, names)] : []),
    ])
  },
})
