import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import type { AdminPtoFilters, Pto, TimeOffEntry } from '#contract/time-off.ts'
import { dateRangeProblem } from '#domain/date-range.ts'
import { formatHours, hundredthsOf } from '#domain/hours.ts'
import { formatDate } from '#domain/time.ts'
import { timeOffMessages } from '#domain/time-off.ts'
import type { PagedListActor, PagedListSnapshot } from '#machines/common/paged-list.machine.ts'
import { canAnswer, type PtoReviewSnapshot } from '#machines/time-off/pto-review.machine.ts'
import { filterCodecs } from '#screens/list/list-address.ts'
import { PagedTable } from '#screens/list/paged-table.tsx'
import { usePagedList } from '#screens/list/use-paged-list.ts'
import { useProvided } from '#screens/provided.tsx'
import { providerDayAddress } from '#screens/schedule/calendar-address.ts'
import { useActorRef } from '#screens/use-actor.ts'
import type { Column } from '#ui/data-table/data-table.tsx'
import { DateField } from '#ui/date-field/date-field.tsx'
import { FilterBar } from '#ui/filters/filter-bar.tsx'
import { ResetFilters } from '#ui/filters/reset-filters.tsx'
import { OffCalendarPanel } from './off-calendar-panel.tsx'
import { ProviderNameFilter, ProvidersFilter } from './providers-filter.tsx'
import { ptoColumns, StatusFilter, statusCodec, timeOf } from './pto-columns.tsx'
import { PtoDetailsDialog } from './pto-details-dialog.tsx'
import { PtoReviewDialogs } from './pto-review-dialogs.tsx'
import { PtoStatus } from './pto-status.tsx'

type List = PagedListActor<Pto, AdminPtoFilters>
type Snapshot = PagedListSnapshot<Pto, AdminPtoFilters>

const options = {
  codecs: {
    providerIds: filterCodecs.ids,
    statusId: statusCodec,
    from: filterCodecs.date,
    to: filterCodecs.date,
    providerName: filterCodecs.text,
  },
  typed: 'providerName',
  refuse: dateRangeProblem,
} as const

const Filters = ({ list }: { readonly list: List }) => {
  const { filters, refusal } = useSelector(list, ({ context }: Snapshot) => context)
  const canReset = useSelector(list, (snapshot: Snapshot) => snapshot.can({ type: 'filters.reset' }))
  const change = (changed: Partial<AdminPtoFilters>) => list.send({ type: 'filters.change', filters: changed })
  return (
    <FilterBar actions={canReset && <ResetFilters onReset={() => list.send({ type: 'filters.reset' })} />}>
      <ProvidersFilter filters={filters} onChange={change} />
      <StatusFilter value={filters.statusId} onChoose={(statusId) => change({ statusId })} />
      <DateField label="Start Date" value={filters.from} onChange={(from) => change({ from })} />
      <DateField label="End Date" value={filters.to} error={refusal} onChange={(to) => change({ to })} />
      <ProviderNameFilter filters={filters} onChange={change} onSubmit={() => list.send({ type: 'filters.submit' })} />
    </FilterBar>
  )
}

/** What speaks against a request, with the way to the sessions that lie at its time. */
const Warnings = ({ pto }: { readonly pto: Pto }) => {
  const { isOverBalance, balanceHours, bookedSessions, providerId, providerName, requestedDate } = pto
  const sessions = `${bookedSessions.length} ${bookedSessions.length === 1 ? 'session' : 'sessions'} at this time`
  return (
    <>
      {isOverBalance && (
        <Text size="xs" c="dimmed">
          Balance: {formatHours(hundredthsOf(balanceHours))} h
        </Text>
      )}
      {bookedSessions.length > 0 && (
        <Anchor
          component={Link}
          href={providerDayAddress(providerId, requestedDate)}
          size="xs"
          display="block"
          aria-label={`${sessions}: ${providerName}, ${formatDate(requestedDate)}`}
        >
          <IconAlertTriangle size={14} style={{ verticalAlign: 'text-bottom' }} aria-hidden /> {sessions}
        </Anchor>
      )}
    </>
  )
}

const columnsOf = (view: (pto: Pto) => void): readonly Column<Pto>[] => [
  ptoColumns.number,
  { key: 'provider', title: 'Provider Name', render: ({ providerName }) => providerName },
  { key: 'on', title: 'Req. On', render: ({ requestedOn }) => formatDate(requestedOn), width: '7rem' },
  { key: 'for', title: 'Req. For', render: ({ requestedFor }) => formatDate(requestedFor), width: '7rem' },
  {
    key: 'reason',
    title: 'Reason',
    render: (pto) => (
      <Anchor
        component="button"
        type="button"
        inherit
        ta="start"
        lineClamp={2}
        title="View"
        aria-label={`View ${pto.providerName}, ${timeOf(pto)}: ${pto.reason}`}
        onClick={() => view(pto)}
      >
        {pto.reason}
      </Anchor>
    ),
  },
  ptoColumns.start,
  ptoColumns.end,
  {
    key: 'status',
    title: 'Status',
    render: (pto) => (
      <div>
        <PtoStatus pto={pto} />
        <Warnings pto={pto} />
      </div>
    ),
  },
  { key: 'quickBooks', title: 'QB Status', render: ({ quickBooksStatus }) => quickBooksStatus },
]

const selectResult = ({ context }: Snapshot) => context.result
const selectSelected = ({ context }: PtoReviewSnapshot) => context.selected

/** The review of the requests that the list shows; what it changes, the list reads again. */
const useReview = (list: List) => {
  const review = useActorRef(useProvided('ptoReview'))
  const result = useSelector(list, selectResult)
  useEffect(() => review.send({ type: 'requests.show', requests: result?.rows ?? [] }), [review, result])
  useEffect(() => {
    const { unsubscribe } = review.on('requests.answered', ({ answer, count }) => {
      if (count > 0) notifications.show({ message: timeOffMessages[answer] })
      list.send({ type: 'list.reload' })
    })
    return unsubscribe
  }, [review, list])
  return review
}

/** The list of a provider's day. */
const addressOf = ({ providerId, date }: TimeOffEntry) =>
  `/pto-record?providerIds=${providerId}&from=${date}&to=${date}`

/** What providers ask to be off for, and the administrators' answers (spec 2, section 2.8). */
export const PtoRecordScreen = () => {
  const list = usePagedList(useProvided('adminPtos'), options)
  const details = useActorRef(useProvided('ptoDetails'))
  const review = useReview(list)
  const selected = useSelector(review, selectSelected)
  const requests = useRef<HTMLDivElement>(null)
  return (
    <Stack gap="sm">
      <Title order={1}>PTO Requests</Title>
      <OffCalendarPanel
        review={review}
        hrefOf={addressOf}
        onFollow={() => requests.current?.scrollIntoView({ block: 'nearest' })}
      />
      <Filters list={list} />
      <Group gap="xs">
        <Button
          leftSection={<IconCheck size={18} aria-hidden />}
          onClick={() => review.send({ type: 'answer.accept' })}
        >
          Accept
        </Button>
        <Button
          variant="default"
          leftSection={<IconX size={18} aria-hidden />}
          onClick={() => review.send({ type: 'answer.reject' })}
        >
          Reject
        </Button>
        <Text size="sm" c="dimmed" aria-live="polite">
          {selected.length > 0 && `${selected.length} selected`}
        </Text>
      </Group>
      <div ref={requests}>
        <PagedTable
          list={list}
          ariaLabel="PTO Requests"
          columns={columnsOf((subject) => details.send({ type: 'details.open', subject }))}
          keyOf={({ id }) => id}
          emptyText={timeOffMessages.empty}
          selection={{
            isSelected: ({ id }) => selected.includes(id),
            canSelect: canAnswer,
            labelOf: (pto) => `Select ${pto.providerName}, ${timeOf(pto)}`,
            onToggle: ({ id }) => review.send({ type: 'request.toggle', id }),
            onToggleAll: () => review.send({ type: 'page.toggle' }),
          }}
        />
      </div>
      <PtoReviewDialogs review={review} />
      <PtoDetailsDialog dialog={details} isForAdministrator />
    </Stack>
  )
}
