/** The lists behind what needs the signed-in user: open days, changes to sessions, and students behind. */

import { Anchor, Badge, Text } from '@mantine/core'
import { Link } from 'wouter'
import { choiceFilter, choicesFilter, combineFilters, filtersOf } from '#contract/filters.ts'
import { getWorkLeft, getWorkReceived } from '#contract/hand-over.ts'
import {
  getOpenDays,
  getSessionChanges,
  getStudentsBehind,
  getUnconfirmedProviders,
  type OpenDay,
  type SessionChange,
} from '#contract/open-work.ts'
import { providerOptions } from '#contract/options.ts'
import { ownDayAddress } from '#domain/calendar-addresses.ts'
import {
  ANSWERS,
  CHANGE_STAGES,
  type ChangeStage,
  isAnswerStage,
  isChangeStage,
  isOpenDayStatus,
  OPEN_DAY_STATUSES,
  openDayStatusName,
} from '#domain/open-work.ts'
import { formatDate, formatDayHeader, formatTimeRange, type LocalDate } from '#domain/time.ts'
import { capitalized, inWords } from '#domain/words.ts'
import { Instant } from '#screens/instant.tsx'
import { defineList, type ListColumn } from '#screens/list/list-definition.ts'
import type { ListFilter } from '#screens/list/list-filter.ts'
import { ListScreen } from '#screens/list/list-screen.tsx'
import { useSession } from '#screens/provided.tsx'
import { ProviderLink } from '#screens/providers/provider-link.tsx'
import { providerDayAddress } from '#screens/schedule/calendar-address.ts'
import { IconLink } from '#ui/icon-action/icon-action.tsx'
import { IconArrowsExchange } from '#ui/icons/arrows-exchange.ts'

/** A day on the Home Page. */
const DayLink = ({
  of: { providerId, date },
}: {
  readonly of: { readonly providerId: number; readonly date: LocalDate }
}) => (
  <Anchor
    component={Link}
    href={useSession().isAdministrator ? providerDayAddress(providerId, date) : ownDayAddress(date)}
    inherit
  >
    {formatDayHeader(date)}
  </Anchor>
)

const noFilters = combineFilters<object, ListFilter<object>>([])

const statusFilter = choiceFilter('status', 'Status', OPEN_DAY_STATUSES, isOpenDayStatus)

const statusColors = { 1: 'yellow', 2: 'red', 3: 'green' } as const

const Status = ({ day: { status, reason, decidedBy } }: { readonly day: OpenDay }) => (
  <>
    <Badge color={statusColors[status]} variant="dot" tt="none">
      {openDayStatusName(status)}
    </Badge>
    {reason !== null && (
      <Text size="xs" c="dimmed" mt={2} style={{ overflowWrap: 'anywhere' }}>
        {decidedBy === null ? reason : `${decidedBy}: ${reason}`}
      </Text>
    )}
  </>
)

const dayColumns = {
  date: { key: 'date', title: 'Date', render: (day) => <DayLink of={day} /> },
  provider: {
    key: 'provider',
    title: 'Provider Name',
    render: ({ providerId, providerName }) => <ProviderLink id={providerId} name={providerName} />,
  },
  schools: { key: 'schools', title: 'Schools', render: ({ schoolNames }) => schoolNames.join(', ') },
  status: { key: 'status', title: 'Status', render: (day) => <Status day={day} /> },
} satisfies Record<string, ListColumn<OpenDay>>

const openDayParts = {
  heading: 'Open Days',
  endpoint: getOpenDays,
  keyOf: ({ providerId, date }: OpenDay) => `${providerId} ${date}`,
  nameOf: ({ providerName, date }: OpenDay) => `${providerName}, ${formatDate(date)}`,
  emptyText: 'No Data Found',
}

export const openDayList = defineList({
  ...openDayParts,
  filters: filtersOf(choicesFilter('providerIds', 'Providers', providerOptions), statusFilter),
  request: ({ providerIds, status }) => ({ query: { providerIds: providerIds.join(','), status } }),
  columns: [dayColumns.date, dayColumns.provider, dayColumns.schools, dayColumns.status],
})

export const ownOpenDayList = defineList({
  ...openDayParts,
  filters: filtersOf(statusFilter),
  request: ({ status }) => ({ query: { status } }),
  columns: [dayColumns.date, dayColumns.schools, dayColumns.status],
})

const OwnOpenDays = () => <ListScreen definition={ownOpenDayList} />
const EveryonesOpenDays = () => <ListScreen definition={openDayList} />

/** Past days that are not approved: a provider's own, or everyone's for administrators. */
export const OpenDaysScreen = () => (useSession().isAdministrator ? <EveryonesOpenDays /> : <OwnOpenDays />)

const DaysLink = ({
  count,
  status,
  of,
}: {
  readonly count: number
  readonly status: number
  readonly of: { readonly providerId: number; readonly providerName: string }
}) =>
  count === 0 ? (
    '0'
  ) : (
    <Anchor
      component={Link}
      href={`/open-days?providerIds=${of.providerId}&status=${status}`}
      inherit
      aria-label={`${count}, ${of.providerName}`}
    >
      {count}
    </Anchor>
  )

export const unconfirmedProviderList = defineList({
  heading: 'Providers With Days to Confirm',
  filters: noFilters,
  endpoint: getUnconfirmedProviders,
  request: () => ({}),
  columns: [
    {
      key: 'provider',
      title: 'Provider Name',
      render: ({ providerId, providerName }) => <ProviderLink id={providerId} name={providerName} />,
    },
    {
      key: 'unconfirmed',
      title: 'Days Not Confirmed',
      render: (provider) => <DaysLink count={provider.unconfirmed} status={1} of={provider} />,
    },
    {
      key: 'rejected',
      title: 'Days Rejected',
      render: (provider) => <DaysLink count={provider.rejected} status={2} of={provider} />,
    },
    {
      key: 'since',
      title: 'Since',
      render: ({ providerId, since }) => <DayLink of={{ providerId, date: since }} />,
    },
  ],
  keyOf: ({ providerId }) => providerId,
  nameOf: ({ providerName }) => providerName,
  emptyText: 'No Data Found',
})

/** Providers who still have past days to confirm. */
export const UnconfirmedProvidersScreen = () => <ListScreen definition={unconfirmedProviderList} />

const changeColors = { Waiting: 'yellow', Approved: 'green', Rejected: 'red', Discarded: 'gray.5' } as const

const changeColumns = {
  date: { key: 'date', title: 'Date', render: (change) => <DayLink of={change} /> },
  time: { key: 'time', title: 'Time', render: ({ startTime, endTime }) => formatTimeRange(startTime, endTime) },
  title: { key: 'title', title: 'Session', render: ({ title }) => title },
  changes: { key: 'changes', title: 'Asked For', render: ({ changes }) => capitalized(inWords(changes)) },
  provider: {
    key: 'provider',
    title: 'Provider Name',
    render: ({ providerId, providerName }) => <ProviderLink id={providerId} name={providerName} />,
  },
  school: { key: 'school', title: 'School', render: ({ schoolName }) => schoolName },
  status: {
    key: 'status',
    title: 'Change',
    render: ({ status, by, on }) => (
      <>
        <Badge color={changeColors[status]} variant="dot" tt="none">
          {status}
        </Badge>
        <Text size="xs" c="dimmed" mt={2}>
          {by === null ? formatDate(on) : `${by}, ${formatDate(on)}`}
        </Text>
      </>
    ),
  },
} satisfies Record<string, ListColumn<SessionChange>>

const stageFilter = (stages: readonly { id: ChangeStage; name: string }[]) =>
  filtersOf(choiceFilter('stage', 'Change', stages, isChangeStage))

const changeParts = {
  heading: 'Session Changes',
  endpoint: getSessionChanges,
  request: ({ stage }: { stage: ChangeStage | undefined }) => ({ query: { stage } }),
  keyOf: ({ key }: SessionChange) => key,
  nameOf: ({ title, date }: SessionChange) => `${title}, ${formatDate(date)}`,
  emptyText: 'No Data Found',
}

const { date, time, title, changes, provider, school, status } = changeColumns

export const changeList = defineList({
  ...changeParts,
  // Administrators dismiss nothing.
  filters: stageFilter(CHANGE_STAGES.filter(({ id }) => id !== 3)),
  columns: [date, time, title, changes, provider, school, status],
})
export const ownChangeList = defineList({
  ...changeParts,
  filters: stageFilter(CHANGE_STAGES),
  columns: [date, time, title, changes, school, status],
})

const inMinutes = (minutes: number) => minutes.toLocaleString('en-US', { maximumFractionDigits: 1 })

export const studentsBehindList = defineList({
  heading: 'Students Behind',
  filters: noFilters,
  endpoint: getStudentsBehind,
  request: () => ({}),
  columns: [
    {
      key: 'student',
      title: 'Student Name',
      render: ({ id, studentName, from }) => (
        <Anchor component={Link} href={`/student/${id}?from=${from}`} inherit style={{ overflowWrap: 'anywhere' }}>
          {studentName}
        </Anchor>
      ),
    },
    { key: 'school', title: 'School Name', render: ({ schoolName }) => schoolName },
    {
      key: 'provider',
      title: 'Therapist',
      render: ({ providerId, providerName }) =>
        providerId !== null && providerName !== null && <ProviderLink id={providerId} name={providerName} />,
    },
    { key: 'mandated', title: 'Mandated Minutes', render: ({ mandated }) => inMinutes(mandated) },
    { key: 'delivered', title: 'Delivered Minutes', render: ({ delivered }) => inMinutes(delivered) },
    { key: 'behind', title: 'Behind', render: ({ behind }) => inMinutes(behind) },
  ],
  keyOf: ({ id }) => id,
  nameOf: ({ studentName }) => studentName,
  emptyText: 'No Student Found',
})

/** Students whose delivered minutes are more than a week's mandate short. */
export const StudentsBehindScreen = () => <ListScreen definition={studentsBehindList} />

export const workLeftList = defineList({
  heading: 'Work to Hand Over',
  filters: noFilters,
  endpoint: getWorkLeft,
  request: () => ({}),
  columns: [
    {
      key: 'provider',
      title: 'Provider Name',
      render: ({ providerId, providerName }) => <ProviderLink id={providerId} name={providerName} />,
    },
    { key: 'status', title: 'Status', render: ({ status }) => status },
    { key: 'lastDay', title: 'Last Day', render: ({ lastDay }) => (lastDay === null ? '' : formatDate(lastDay)) },
    { key: 'from', title: 'From', render: ({ from }) => formatDate(from) },
    { key: 'sessions', title: 'Sessions', render: ({ sessions }) => sessions.toLocaleString('en-US') },
    { key: 'students', title: 'Students', render: ({ students }) => students.toLocaleString('en-US') },
  ],
  keyOf: ({ providerId }) => providerId,
  nameOf: ({ providerName }) => providerName,
  emptyText: 'No Data Found',
})

/** Providers who are on leave, leave or have left, with the sessions and students that are theirs after that. */
export const WorkLeftScreen = () => (
  <ListScreen
    definition={workLeftList}
    rowActions={({ providerId, providerName }) => (
      <IconLink
        icon={IconArrowsExchange}
        label={`Hand over the work of ${providerName}`}
        tooltip="Hand over"
        href={`/hand-over/${providerId}`}
      />
    )}
  />
)

export const workReceivedList = defineList({
  heading: 'Work Taken Over',
  filters: filtersOf(choiceFilter('shown', 'Handed Over', ANSWERS, isAnswerStage)),
  endpoint: getWorkReceived,
  request: ({ shown }) => ({ query: { shown } }),
  columns: [
    {
      key: 'provider',
      title: 'Provider Name',
      render: ({ providerId, providerName }) => <ProviderLink id={providerId} name={providerName} />,
    },
    { key: 'from', title: 'From', render: ({ from }) => formatDate(from) },
    { key: 'sessions', title: 'Sessions', render: ({ sessions }) => sessions.toLocaleString('en-US') },
    { key: 'students', title: 'Students', render: ({ students }) => students.join(', ') },
    { key: 'at', title: 'Handed Over', render: ({ at }) => <Instant at={at} /> },
    { key: 'by', title: 'By', render: ({ by }) => by },
  ],
  keyOf: ({ id }) => id,
  nameOf: ({ providerName, from }) => `${providerName}, ${formatDate(from)}`,
  emptyText: 'No Data Found',
})

/** What a provider took over from colleagues lately. */
export const WorkReceivedScreen = () => <ListScreen definition={workReceivedList} />
