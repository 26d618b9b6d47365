import { Anchor, Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { choicesFilter, dateRangeFilter, filtersOf, textFilter } from '#contract/filters.ts'
import { providerOptions } from '#contract/options.ts'
import { type AdminPtoFilters, getAdminPtos, type Pto } from '#contract/time-off.ts'
import type { TimeOffEntry } from '#contract/time-off-calendar.ts'
import { dateRangeProblem } from '#domain/date-range.ts'
import { formatHours, hundredthsOf } from '#domain/hours.ts'
import { formatDate } from '#domain/time.ts'
import { timeOffMessages } from '#domain/time-off.ts'
import { type PagedListActor, selectListResult } from '#machines/common/paged-list.machine.ts'
import { canAnswer, type PtoReviewSnapshot, ptoReviewMachine } from '#machines/time-off/pto-review.machine.ts'
import { defineList } from '#screens/list/list-definition.ts'
import { ListView } from '#screens/list/list-screen.tsx'
import { useList } from '#screens/list/use-list.ts'
import { useProvided } from '#screens/provided.tsx'
import { ProviderLink } from '#screens/providers/provider-link.tsx'
import { providerDayAddress } from '#screens/schedule/calendar-address.ts'
import { useActorRef } from '#screens/use-actor.ts'
import { useValues } from '#screens/use-told.ts'
import { IconAlertTriangle } from '#ui/icons/alert-triangle.ts'
import { IconCheck } from '#ui/icons/check.ts'
import { IconX } from '#ui/icons/x.ts'
import { OffCalendarPanel } from './off-calendar-panel.tsx'
import { ptoColumns, statusFilter, timeOf } from './pto-columns.tsx'
import { ptoDetails } from './pto-details-dialog.tsx'
import { PtoReviewDialogs } from './pto-review-dialogs.tsx'
import { PtoStatus } from './pto-status.tsx'

/** Conflicts of a request, with a link to the sessions at its time. */
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

const definition = defineList({
  heading: 'PTO Requests',
  filters: filtersOf(
    choicesFilter('providerIds', 'Providers', providerOptions),
    statusFilter,
    dateRangeFilter(dateRangeProblem),
    textFilter('providerName', 'Provider Name'),
  ),
  filterDelay: 100,
  endpoint: getAdminPtos,
  request: ({ providerIds, statusId, from, to, providerName }) => ({
    query: {
      providerIds: providerIds.join(','),
      providerName: providerName.trim(),
      statusId,
      fromDate: from,
      toDate: to,
    },
  }),
  columns: [
    {
      key: 'provider',
      title: 'Provider Name',
      render: ({ providerId, providerName }) => <ProviderLink id={providerId} name={providerName} />,
    },
    { key: 'on', title: 'Req. On', render: ({ requestedOn }) => formatDate(requestedOn), width: '7rem' },
    { key: 'for', title: 'Req. For', render: ({ requestedFor }) => formatDate(requestedFor), width: '7rem' },
    {
      key: 'reason',
      title: 'Reason',
      render: ({ reason }) => reason,
      tooltip: 'View',
      labelOf: (pto) => `View ${pto.providerName}, ${timeOf(pto)}: ${pto.reason}`,
      details: ptoDetails(true),
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
  ],
  keyOf: ({ id }) => id,
  nameOf: timeOf,
  emptyText: timeOffMessages.empty,
})

/** 'Paul Provider, 11/15/2027-11/26/2027: 10 days, 70 h' */
const spanInWords = (span: readonly Pto[]): string => {
  const days = span.map(({ requestedDate }) => requestedDate).sort()
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const hours = span.reduce((sum, { totalHours }) => sum + hundredthsOf(totalHours), 0)
  return `${span[0]?.providerName}, ${formatDate(first)}-${formatDate(last)}: ${span.length} days, ${formatHours(hours)} h`
}

type List = PagedListActor<Pto, AdminPtoFilters>

const selectSelected = ({ context }: PtoReviewSnapshot) => context.selected

/** Runs the review of the requests shown; reloads the list after a change. */
const useReview = (list: List) => {
  const review = useActorRef(useProvided(ptoReviewMachine))
  useValues(list, selectListResult, (result) => review.send({ type: 'requests.show', requests: result?.rows ?? [] }))
  useEffect(() => {
    const { unsubscribe } = review.on('requests.answered', ({ answer, count }) => {
      if (count > 0) notifications.show({ message: timeOffMessages[answer] })
      list.send({ type: 'list.reload' })
    })
    return unsubscribe
  }, [review, list])
  return review
}

/** The address of the list for one provider and day. */
const addressOf = ({ providerId, date }: TimeOffEntry) =>
  `/pto-record?providerIds=${providerId}&from=${date}&to=${date}`

/** The providers' requests for time off, and their review by administrators (spec 2, section 2.8). */
export const PtoRecordScreen = () => {
  const list = useList(definition)
  const review = useReview(list)
  const selected = useSelector(review, selectSelected)
  const requests = useRef<HTMLDivElement>(null)
  return (
    <ListView
      definition={definition}
      list={list}
      tableRef={requests}
      below={() => (
        <OffCalendarPanel
          review={review}
          hrefOf={addressOf}
          onFollow={() => requests.current?.scrollIntoView({ block: 'nearest' })}
        />
      )}
      overview={() => (
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
      )}
      groups={{
        keyOf: ({ spanId }) => spanId,
        render: spanInWords,
        labelOf: (span) => `Select ${spanInWords(span)}`,
        onToggle: (spanId) => review.send({ type: 'span.toggle', spanId }),
      }}
      selection={{
        isSelected: ({ id }) => selected.includes(id),
        canSelect: canAnswer,
        labelOf: (pto) => `Select ${pto.providerName}, ${timeOf(pto)}`,
        onToggle: ({ id }) => review.send({ type: 'request.toggle', id }),
        onToggleAll: () => review.send({ type: 'page.toggle' }),
      }}
    >
      {() => <PtoReviewDialogs review={review} />}
    </ListView>
  )
}
