import { Anchor, Badge, Group, Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useEffect, useId } from 'react'
import { Link } from 'wouter'
import { callOf } from '#contract/call.ts'
import { dismissNews, getNeedsYou, isNews, needsYouEntries, type WaitingDay } from '#contract/needs-you.ts'
import { ownDayAddress } from '#domain/calendar-addresses.ts'
import { type NewsKey, openDayStatusName } from '#domain/open-work.ts'
import { formatShortDay } from '#domain/time.ts'
import type { CalendarSnapshot } from '#machines/schedule/calendar.machine.ts'
import type { CalendarActor } from '#screens/schedule/use-calendar.ts'
import { useAction, useDetailsOf } from '#screens/use-calls.ts'
import { useValues } from '#screens/use-told.ts'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'
import { IconAction } from '#ui/icon-action/icon-action.tsx'
import { IconChevronRight } from '#ui/icons/chevron-right.ts'
import { IconX } from '#ui/icons/x.ts'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import styles from './needs-you.module.css'

const read = callOf(getNeedsYou, () => ({}))

const ALL = 'everything'

/** Those that the counts count; the calendar's own come with its days. */
const FOLLOWED = [
  'sessions',
  'days',
  'timeOff',
  'students',
  'providers',
  'documents',
  'documentTypes',
  'handOvers',
  'mail',
  'news',
] as const

interface Seen {
  readonly key: NewsKey
  /** When it was counted. */
  readonly until: string
}

const dismiss = callOf(dismissNews, (body: Seen) => ({ body }))

const selectDays = ({ context }: CalendarSnapshot) => context.data

/** Loads with the page, and again whenever what is known about the days shown has changed: after what the user does. */
const useNeedsYou = (calendar: CalendarActor) => {
  const details = useDetailsOf(read, ALL, FOLLOWED)
  useValues(calendar, selectDays, (shown, before) => {
    if (before !== undefined && shown !== undefined) details.send({ type: 'details.refresh' })
  })
  return details
}

const dayName = ({ date, status, reason }: WaitingDay) =>
  `${formatShortDay(date)}: ${openDayStatusName(status)}${reason === null ? '' : `, ${reason}`}`

const Days = ({ days }: { readonly days: readonly WaitingDay[] }) => {
  const id = useId()
  return (
    <Group gap={6} align="center">
      <Text size="xs" c="dimmed" id={id}>
        Days to confirm
      </Text>
      <ul className={styles.list} aria-labelledby={id}>
        {days.map((day) => (
          <li key={day.date}>
            <Badge
              component={Link}
              href={ownDayAddress(day.date)}
              variant="default"
              className={styles.day}
              data-rejected={day.status === 2 || undefined}
              aria-label={dayName(day)}
              title={dayName(day)}
            >
              {formatShortDay(day.date)}
              {day.status === 2 && ': Rejected'}
            </Badge>
          </li>
        ))}
      </ul>
    </Group>
  )
}

/** What needs the signed-in user, as counts that link to exactly those records; nothing while nothing is open. */
export const NeedsYou = ({ calendar }: { readonly calendar: CalendarActor }) => {
  const details = useNeedsYou(calendar)
  const { data, message } = useSelector(details, ({ context }) => context)
  const isFailed = useSelector(details, (snapshot) => snapshot.hasTag('failed'))
  const dismissal = useAction(dismiss)
  const failure = useSelector(dismissal, ({ context }) => context.message)
  const isRefused = useSelector(dismissal, (snapshot) => snapshot.hasTag('failed'))
  const isDismissing = useSelector(dismissal, (snapshot) => snapshot.hasTag('busy'))
  useEffect(() => {
    // The day's notices of these answers go with the count, which follows what the calendar shows.
    const { unsubscribe } = dismissal.on('action.done', () => calendar.send({ type: 'calendar.refresh' }))
    return unsubscribe
  }, [dismissal, calendar])
  const id = useId()
  if (data === undefined) {
    return isFailed ? (
      <FailedToRead
        message={message ?? 'Your to-do list could not be loaded.'}
        onRetry={() => details.send({ type: 'details.retry' })}
      />
    ) : null
  }
  const { entries, days, asOf } = data
  if (entries.length === 0 && days.length === 0) return null
  return (
    <section aria-labelledby={id} className={styles.strip}>
      <Text size="sm" fw={600} id={id} className={styles.heading}>
        Needs you
      </Text>
      <div className={styles.contents}>
        <ul className={styles.list}>
          {entries.map(({ key, count }) => {
            const { href, words } = needsYouEntries[key]
            return (
              <li key={key}>
                <Anchor component={Link} href={href} size="sm" className={styles.entry}>
                  {words(count)}
                  <IconChevronRight size={14} aria-hidden />
                </Anchor>
                {isNews(key) && (
                  <IconAction
                    label={`Dismiss: ${words(count)}`}
                    tooltip="Dismiss"
                    icon={IconX}
                    size={24}
                    disabled={isDismissing}
                    onClick={() => dismissal.send({ type: 'action.run', subject: { key, until: asOf } })}
                  />
                )}
              </li>
            )
          })}
        </ul>
        {days.length > 0 && <Days days={days} />}
      </div>
      {isRefused && (
        <MessageDialog
          title="Not dismissed"
          message={failure ?? 'Please try again.'}
          onClose={() => dismissal.send({ type: 'failure.dismiss' })}
        />
      )}
    </section>
  )
}
