import { Anchor, Text } from '@mantine/core'
import { useMemo } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { callOf } from '#contract/call.ts'
import { getPeopleDays, type PersonDay } from '#contract/people.ts'
import { calendarAddressOf } from '#domain/calendar-addresses.ts'
import { formatMinutes } from '#domain/hours.ts'
import { addDays, formatShortDay, type LocalDate, localDateSchema, weekOf } from '#domain/time.ts'
import { counted } from '#domain/words.ts'
import { personDayStatus, statusInWords } from '#screens/home/people/person-day.ts'
import { PagePanel } from '#screens/page-panel.tsx'
import { useNow } from '#screens/use-now.ts'
import { type Column, DataTable } from '#ui/data-table/data-table.tsx'
import { StepButtons } from '#ui/date-navigation/step-buttons.tsx'

interface Week {
  readonly providerId: number
  readonly from: LocalDate
}

const readWeek = callOf(
  getPeopleDays,
  ({ providerId, from }: Week) => ({ body: { fromDateTime: from, toDateTime: addDays(from, 6), providerId } }),
  ([person]) => person?.days ?? [],
)

interface Row {
  readonly date: LocalDate
  /** Undefined for a day without sessions. */
  readonly day: PersonDay | undefined
}

const FOLLOWED = ['sessions', 'days', 'timeOff'] as const

/** The sessions and hours of each day of a week, which the address names. */
export const ProviderWeek = ({ providerId }: { readonly providerId: number }) => {
  const now = useNow()
  const [path, navigate] = useLocation()
  const search = useSearch()
  const shown = localDateSchema.safeParse(new URLSearchParams(search).get('week')).data ?? now.date
  const week = weekOf(shown)
  const from = week[0] ?? shown
  const subject = useMemo(() => ({ providerId, from }), [providerId, from])
  const go = (date: LocalDate) =>
    navigate(weekOf(now.date).includes(date) ? path : `${path}?week=${date}`, { replace: true })
  const columns: readonly Column<Row>[] = [
    {
      key: 'day',
      title: 'Day',
      render: ({ date, day }) => {
        const words = date === now.date ? `${formatShortDay(date)} (today)` : formatShortDay(date)
        if (day === undefined) return words
        return (
          <Anchor
            component={Link}
            inherit
            href={calendarAddressOf({ date, providerId }, true)}
            {...(date === now.date && { 'aria-current': 'date', fw: 700 })}
          >
            {words}
          </Anchor>
        )
      },
    },
    { key: 'sessions', title: 'Sessions', align: 'end', render: ({ day }) => day?.sessionsCount ?? 0 },
    { key: 'hours', title: 'Hours', align: 'end', render: ({ day }) => formatMinutes(day?.hours ?? 0) },
    {
      key: 'status',
      title: 'Status',
      render: ({ day }) => (day ? statusInWords(day, personDayStatus(day, now)) : ''),
    },
  ]
  return (
    <PagePanel
      title="Week"
      follows={FOLLOWED.map((topic) => ({ topic, provider: subject.providerId }))}
      read={readWeek}
      subject={subject}
      failed="The week could not be loaded."
      height={300}
      actions={
        <StepButtons
          step="week"
          onToday={() => go(now.date)}
          onPrevious={() => go(addDays(from, -7))}
          onNext={() => go(addDays(from, 7))}
        />
      }
    >
      {(days) => (
        <>
          <Text size="sm" fw={600} mb={4}>
            {counted(
              days.reduce((sum, { sessionsCount }) => sum + sessionsCount, 0),
              'session',
            )}
            , {formatMinutes(days.reduce((sum, { hours }) => sum + hours, 0))} hours
          </Text>
          <DataTable
            ariaLabel="Week"
            columns={columns}
            rows={week.map((date) => ({ date, day: days.find((each) => each.date === date) }))}
            keyOf={({ date }) => date}
            emptyText=""
          />
        </>
      )}
    </PagePanel>
  )
}
