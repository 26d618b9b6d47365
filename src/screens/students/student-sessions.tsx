import { Anchor, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { Link } from 'wouter'
import { listCallOf } from '#contract/call.ts'
import { type DateRange, dateRangeFilter } from '#contract/filters.ts'
import { getStudentSessions, type SessionPeriod, type StudentSession, sessionPeriodSchema } from '#contract/students.ts'
import { calendarAddressOf } from '#domain/calendar-addresses.ts'
import { dateRangeProblem } from '#domain/date-range.ts'
import { studentMessages } from '#domain/mandated-minutes.ts'
import { formatDate, formatTimeRange } from '#domain/time.ts'
import type { PagedListActor } from '#machines/common/paged-list.machine.ts'
import { listFiltersOf, type SpecialFilter } from '#screens/list/list-filter.ts'
import { PagedTable } from '#screens/list/paged-table.tsx'
import { useSession } from '#screens/provided.tsx'
import { ProviderLink } from '#screens/providers/provider-link.tsx'
import { type Column, numberColumn } from '#ui/data-table/data-table.tsx'

const periodFilter: SpecialFilter<{ period: SessionPeriod }> = {
  kind: 'special',
  key: 'period',
  none: { period: 'past' },
  read: (query) => ({ period: sessionPeriodSchema.safeParse(query.get('period')).data ?? 'past' }),
  write: ({ period }) => ({ period }),
  // Rendered above the table; the date range is above the minutes.
  Control: () => null,
}

/** The date range applies only to past sessions. */
export const studentSessions = (studentId: number) => ({
  filters: listFiltersOf(periodFilter, dateRangeFilter(dateRangeProblem)),
  rows: listCallOf(getStudentSessions, ({ period, from, to }: SessionFilters) => ({
    params: { id: studentId },
    query: { period, ...(period === 'past' && { fromDate: from, toDate: to }) },
  })),
})

type SessionFilters = { period: SessionPeriod } & DateRange
export type StudentSessionList = PagedListActor<StudentSession, SessionFilters>

const columnsOf = (isAdministrator: boolean, isPast: boolean): readonly Column<StudentSession>[] => [
  numberColumn(),
  {
    key: 'date',
    title: 'Date',
    render: (session) => (
      <Anchor
        component={Link}
        inherit
        href={calendarAddressOf(session, isAdministrator)}
        aria-label={`${formatDate(session.date)} ${formatTimeRange(session.startTime, session.endTime)}, ${session.title}`}
      >
        {formatDate(session.date)}
      </Anchor>
    ),
  },
  { key: 'time', title: 'Time', render: ({ startTime, endTime }) => formatTimeRange(startTime, endTime) },
  { key: 'name', title: 'Event Name', render: ({ title }) => title },
  { key: 'school', title: 'School Name', render: ({ schoolName }) => schoolName },
  {
    key: 'provider',
    title: 'Provider Name',
    render: ({ providerId, providerName }) => <ProviderLink id={providerId} name={providerName} />,
  },
  ...(isPast
    ? [
        { key: 'status', title: 'Status', render: ({ status }: StudentSession) => status },
        { key: 'labels', title: 'Tracking Labels', render: ({ trackingLabels }: StudentSession) => trackingLabels },
        {
          key: 'note',
          title: 'Note',
          render: ({ trackingFeedback }: StudentSession) => (
            <span style={{ whiteSpace: 'pre-line' }}>{trackingFeedback}</span>
          ),
        },
      ]
    : []),
]

/** The student's sessions, each linked to its day on the calendar. */
export const StudentSessions = ({ list }: { readonly list: StudentSessionList }) => {
  const { isAdministrator } = useSession()
  const period = useSelector(list, ({ context }) => context.filters.period)
  return (
    <Stack gap="xs" component="section" aria-labelledby="student-sessions">
      <Title order={2} id="student-sessions">
        Sessions
      </Title>
      <SegmentedControl
        aria-label="Sessions"
        style={{ alignSelf: 'start' }}
        value={period}
        onChange={(chosen) =>
          list.send({ type: 'filters.change', filters: { period: sessionPeriodSchema.parse(chosen) } })
        }
        data={[
          { value: 'past', label: 'Past' },
          { value: 'upcoming', label: 'Upcoming' },
        ]}
      />
      {!isAdministrator && (
        <Text size="sm" c="dimmed">
          Only your sessions are listed. The minutes above include every therapist's.
        </Text>
      )}
      <PagedTable
        list={list}
        ariaLabel={period === 'past' ? 'Past sessions' : 'Upcoming sessions'}
        columns={columnsOf(isAdministrator, period === 'past')}
        keyOf={({ id }) => id}
        emptyText={studentMessages.noSessions}
      />
    </Stack>
  )
}
