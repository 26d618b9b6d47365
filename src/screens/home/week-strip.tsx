import { Anchor, Button, Group, Popover, Stack, Text, UnstyledButton } from '@mantine/core'
import { useSelector } from '@xstate/react'
import dayjs from 'dayjs'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { ApprovedDate, CalendarEvent } from '#contract/schedule.ts'
import { correctionsAddress } from '#domain/billing/corrections.ts'
import { formatDate, type LocalDate, weekOf } from '#domain/time.ts'
import type { CalendarSnapshot } from '#machines/schedule/calendar.machine.ts'
import { daysShown } from '#machines/schedule/calendar-place.ts'
import {
  countStatuses,
  DAY_STATUSES,
  dayStatusesOf,
  type ProviderStatus,
  type StatusCounts,
  statusesInWords,
  statusOf,
} from '#machines/schedule/day-status.ts'
import { HistoryLink } from '#screens/history-link.tsx'
import { DayStatusBar, DayStatusDot } from '#screens/schedule/day-status-bar.tsx'
import type { CalendarActor } from '#screens/schedule/use-calendar.ts'
import { useNow } from '#screens/use-now.ts'
import { dayToBeginOn } from '#ui/week-grid/day-to-begin-on.ts'
import styles from './week-strip.module.css'

const selectEvents = ({ context }: CalendarSnapshot) => context.data?.events
const selectIsRead = ({ context }: CalendarSnapshot) => context.data !== undefined
const selectApprovedDates = ({ context }: CalendarSnapshot) => context.data?.approvedDates
const selectPlace = ({ context }: CalendarSnapshot) => context

const NO_EVENTS: readonly CalendarEvent[] = []
const NO_DATES: readonly ApprovedDate[] = []
const NOBODY: readonly ProviderStatus[] = []

const groupsOf = (providers: readonly ProviderStatus[]) =>
  DAY_STATUSES.map((status) => ({
    status,
    providers: providers.filter((provider) => provider.status === status),
  })).filter((group) => group.providers.length > 0)

interface FaceProps {
  readonly date: LocalDate
  /** Whether its sessions have loaded. */
  readonly isRead: boolean
  readonly counts: StatusCounts
  /** Empty without sessions. */
  readonly words: string
}

const Face = ({ date, isRead, counts, words }: FaceProps) => (
  <>
    <span className={styles.date}>{dayjs(date).format('ddd D')}</span>
    <DayStatusBar counts={counts} />
    <span className={styles.words}>{words || (isRead && 'No sessions')}</span>
  </>
)

interface DayProps {
  readonly date: LocalDate
  /** Whether its sessions have loaded. */
  readonly isRead: boolean
  readonly providers: readonly ProviderStatus[]
  readonly onOpen: (day: ProviderStatus) => void
  readonly onReopen: (day: ProviderStatus) => void
  /** Opens a locked day for correction. */
  readonly onCorrect: (day: ProviderStatus) => void
}

const Day = ({ date, isRead, providers, onOpen, onReopen, onCorrect }: DayProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const groups = groupsOf(providers)
  const counts = countStatuses(providers.map(({ status }) => status))
  const close = () => setIsOpen(false)
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-start"
      shadow="md"
      trapFocus
      withinPortal
      width={300}
    >
      <Popover.Target>
        <UnstyledButton
          className={styles.day}
          data-date={date}
          disabled={providers.length === 0}
          onClick={() => setIsOpen((before) => !before)}
        >
          <Face date={date} isRead={isRead} counts={counts} words={statusesInWords(counts)} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm" className={styles.groups} tabIndex={-1}>
          {groups.map((group) => (
            <section key={group.status} aria-label={group.status}>
              <Text size="xs" fw={600} tt="capitalize" mb={2}>
                <DayStatusDot status={group.status} />
                {group.status} ({group.providers.length})
              </Text>
              {group.providers.map((day) => (
                <Group key={day.providerId} gap="xs" justify="space-between" wrap="nowrap">
                  <Anchor
                    component="button"
                    type="button"
                    size="sm"
                    ta="start"
                    onClick={() => {
                      close()
                      onOpen(day)
                    }}
                  >
                    {day.providerName}
                  </Anchor>
                  <HistoryLink
                    workflow="schedule/provider-day"
                    entity={`${day.providerId}/${date}`}
                    name={`${day.providerName}, ${formatDate(date)}`}
                    size="xs"
                    ms="auto"
                  />
                  {day.status === 'approved' && (
                    <Button
                      size="compact-xs"
                      variant="subtle"
                      aria-label={`Reopen ${day.providerName}`}
                      onClick={() => {
                        close()
                        onReopen(day)
                      }}
                    >
                      Reopen
                    </Button>
                  )}
                  {day.status === 'locked' && (
                    <Button
                      size="compact-xs"
                      variant="subtle"
                      aria-label={`Correct ${day.providerName}`}
                      onClick={() => {
                        close()
                        onCorrect(day)
                      }}
                    >
                      Correct
                    </Button>
                  )}
                  {day.status === 'correcting' && (
                    <Anchor
                      component={Link}
                      href={correctionsAddress(day.providerId)}
                      size="xs"
                      aria-label={`Corrections of ${day.providerName}`}
                    >
                      Correction
                    </Anchor>
                  )}
                </Group>
              ))}
            </section>
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

/** A phone shows only two or three days, so it scrolls to one of them. */
const useStripFrom = (date: LocalDate | undefined) => {
  const strip = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const box = strip.current
    const day = date === undefined ? null : box?.querySelector<HTMLElement>(`[data-date="${date}"]`)
    if (box && day) box.scrollLeft = day.offsetLeft - box.offsetLeft
  }, [date])
  return strip
}

interface Props {
  readonly calendar: CalendarActor
  readonly onReopen: (day: ProviderStatus) => void
  /** Opens a locked day for correction. */
  readonly onCorrect: (day: ProviderStatus) => void
}

/** How many providers are unconfirmed, confirmed, and approved on each day shown; opens the day. */
export const WeekStrip = ({ calendar, onReopen, onCorrect }: Props) => {
  const { date: today } = useNow()
  const events = useSelector(calendar, selectEvents) ?? NO_EVENTS
  const isRead = useSelector(calendar, selectIsRead)
  const approvedDates = useSelector(calendar, selectApprovedDates) ?? NO_DATES
  const place = useSelector(calendar, selectPlace)
  const statuses = useMemo(() => dayStatusesOf(events, approvedDates), [events, approvedDates])
  const open = ({ providerId, date }: ProviderStatus) =>
    calendar.send({ type: 'place.visit', place: { view: 'daily', date, filters: { ...place.filters, providerId } } })
  const days = daysShown(place)
  const strip = useStripFrom(dayToBeginOn(days, (date) => statuses.has(date), today))
  return (
    <section
      aria-label="Approval of these days"
      className={`${styles.strip} ${styles.aboveGrid}`}
      ref={strip}
      // A phone scrolls it; without days to open, nothing in it takes the focus.
      {...(statuses.size === 0 && { tabIndex: 0 })}
    >
      {days.map((date) => (
        <Day
          key={date}
          date={date}
          isRead={isRead}
          providers={statuses.get(date) ?? NOBODY}
          onOpen={open}
          onReopen={onReopen}
          onCorrect={onCorrect}
        />
      ))}
    </section>
  )
}

/** The status of each day of the provider's own week; opens the day. */
export const OwnWeekStrip = ({ calendar }: Pick<Props, 'calendar'>) => {
  const isRead = useSelector(calendar, selectIsRead)
  const approvedDates = useSelector(calendar, selectApprovedDates) ?? NO_DATES
  const { date: shown } = useSelector(calendar, selectPlace)
  const strip = useStripFrom(shown)
  return (
    <section aria-label="This week" className={styles.strip} ref={strip}>
      {weekOf(shown).map((date) => {
        const day = approvedDates.find(({ approvedDate }) => approvedDate === date)
        const status = day && statusOf(day)
        return (
          <UnstyledButton
            key={date}
            className={styles.day}
            data-date={date}
            aria-current={date === shown && 'date'}
            onClick={() => calendar.send({ type: 'date.choose', date })}
          >
            <Face date={date} isRead={isRead} counts={countStatuses([status])} words={status ?? ''} />
          </UnstyledButton>
        )
      })}
    </section>
  )
}
