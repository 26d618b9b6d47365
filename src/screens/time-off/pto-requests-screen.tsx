import { Button, Menu, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useSelector } from '@xstate/react'
import { useCallback, useEffect } from 'react'
import { callOf } from '#contract/call.ts'
import { choiceFilter, dateRangeFilter, filtersOf } from '#contract/filters.ts'
import { getProviderPtos, getPtoBalance, type Pto, type SpanDay } from '#contract/time-off.ts'
import { formatHours, hundredthsOf } from '#domain/hours.ts'
import { ANSWERS, isAnswerStage } from '#domain/open-work.ts'
import { formatDate, type LocalDate, type LocalTime } from '#domain/time.ts'
import { ptoRangeProblem, ptoStateOf, timeOffMessages } from '#domain/time-off.ts'
import { selectListResult } from '#machines/common/paged-list.machine.ts'
import { canHappen, type PtoRequestEvent } from '#machines/time-off/pto-request.machine.ts'
import { useDetailsDialog } from '#screens/details/define-details.tsx'
import { defineList } from '#screens/list/list-definition.ts'
import { ListView } from '#screens/list/list-screen.tsx'
import { useList } from '#screens/list/use-list.ts'
import { useSession } from '#screens/provided.tsx'
import { useDetailsOf, useRecordForm } from '#screens/use-calls.ts'
import { useNow } from '#screens/use-now.ts'
import { useValues } from '#screens/use-told.ts'
import type { Icon } from '#ui/icon/icon.tsx'
import { IconAction, IconMenu } from '#ui/icon-action/icon-action.tsx'
import { IconArrowBackUp } from '#ui/icons/arrow-back-up.ts'
import { IconCalendarCheck } from '#ui/icons/calendar-check.ts'
import { IconCalendarShare } from '#ui/icons/calendar-share.ts'
import { IconEye } from '#ui/icons/eye.ts'
import { IconPencil } from '#ui/icons/pencil.ts'
import { IconPlus } from '#ui/icons/plus.ts'
import { PtoBalancePanel } from './pto-balance.tsx'
import { ptoColumns, statusFilter, timeOf } from './pto-columns.tsx'
import { ptoDetails } from './pto-details-dialog.tsx'
import { PtoFormDialog, ptoFormCalls, UnsavedPto } from './pto-form-dialog.tsx'
import { PtoStatus } from './pto-status.tsx'
import { givingBack, keeping, useOwnMove, withdrawal, withdrawalOfSpan } from './use-own-move.tsx'

interface ActionProps {
  readonly name: string
  readonly pto: Pto
  readonly icon: Icon
  readonly onClick: (pto: Pto) => void
}

const Action = ({ name, pto, icon, onClick }: ActionProps) => (
  <IconAction label={`${name}, ${timeOf(pto)}`} tooltip={name} icon={icon} onClick={() => onClick(pto)} />
)

interface MoveProps {
  readonly name: string
  readonly pto: Pto
  /** The days of its span that can make the move; if there are several, the user chooses between them and this day. */
  readonly days: readonly SpanDay[]
  readonly icon: Icon
  readonly onOne: (days: readonly SpanDay[]) => void
  readonly onSeveral: (days: readonly SpanDay[]) => void
}

const Move = ({ name, pto, days, icon, onOne, onSeveral }: MoveProps) =>
  days.length < 2 ? (
    <Action name={name} pto={pto} icon={icon} onClick={() => onOne([pto])} />
  ) : (
    <IconMenu label={`${name}, ${timeOf(pto)}`} tooltip={name} icon={icon}>
      <Menu.Item onClick={() => onOne([pto])}>Only {formatDate(pto.requestedDate)}</Menu.Item>
      <Menu.Item onClick={() => onSeveral(days)}>All {days.length} days</Menu.Item>
    </IconMenu>
  )

/** Asks the machine which actions to offer; every row of this list is the user's own. */
const isOffered = (
  { statusId, requestedDate, startTime }: SpanDay,
  now: { date: LocalDate; time: LocalTime },
  event: PtoRequestEvent,
) => {
  const hasBegun = `${requestedDate} ${startTime}` <= `${now.date} ${now.time}`
  return canHappen(ptoStateOf(statusId), { by: 'Providers', isOwn: true, hasBegun }, event)
}

const definition = defineList({
  heading: 'PTO Requests',
  filters: filtersOf(
    statusFilter,
    choiceFilter('answered', 'Answered', ANSWERS, isAnswerStage),
    dateRangeFilter(ptoRangeProblem, { from: 'From', to: 'To' }),
  ),
  endpoint: getProviderPtos,
  request: ({ statusId, answered, from, to }) => ({ query: { statusId, answered, fromMonth: from, toMonth: to } }),
  columns: [
    { key: 'on', title: 'Requested On', render: ({ requestedOn }) => formatDate(requestedOn) },
    { key: 'for', title: 'Requested For', isHeading: true, render: ({ requestedFor }) => formatDate(requestedFor) },
    ptoColumns.start,
    ptoColumns.end,
    { key: 'hours', title: 'Total Hours', render: ({ totalHours }) => formatHours(hundredthsOf(totalHours)) },
    {
      key: 'reason',
      title: 'Reason',
      render: ({ reason }) => reason,
    },
    { key: 'status', title: 'Status', render: (pto) => <PtoStatus pto={pto} /> },
  ],
  keyOf: ({ id }) => id,
  nameOf: timeOf,
  emptyText: timeOffMessages.empty,
})

const details = ptoDetails(false)
const readBalance = callOf(getPtoBalance, (providerId: number) => ({ params: { providerId } }))

const ProviderPtos = ({ providerId }: { readonly providerId: number }) => {
  const list = useList(definition)
  const balance = useDetailsOf(readBalance, providerId)
  // A change to the list may have changed the balance.
  useValues(list, selectListResult, (_, before) => {
    if (before !== undefined) balance.send({ type: 'details.open', subject: providerId })
  })
  const form = useRecordForm(ptoFormCalls)
  const view = useDetailsDialog(details)
  const reload = useCallback(() => list.send({ type: 'list.reload' }), [list])
  const withdrawing = useOwnMove(withdrawal, reload)
  const withdrawingSpan = useOwnMove(withdrawalOfSpan, reload)
  const returning = useOwnMove(givingBack, reload)
  const keepingIt = useOwnMove(keeping, reload)
  const now = useNow()
  const isClosed = useSelector(form, ({ value }) => value === 'closed')

  useEffect(() => {
    const listeners = [
      form.on('record.saved', ({ outcome }) => {
        notifications.show({ message: outcome })
        reload()
      }),
      // The request was answered while being edited; reload the list to show that.
      form.on('form.refused', ({ fields }) => {
        if (fields.status !== undefined) reload()
      }),
    ]
    return () => {
      for (const { unsubscribe } of listeners) unsubscribe()
    }
  }, [form, reload])

  const open = (ptoId: number | undefined) => form.send({ type: 'form.open', subject: { providerId, ptoId } })
  const moves: readonly (Omit<MoveProps, 'pto' | 'days'> & { event: PtoRequestEvent })[] = [
    {
      event: { type: 'request.withdraw' },
      name: 'Withdraw',
      icon: IconArrowBackUp,
      onOne: withdrawing.ask,
      onSeveral: withdrawingSpan.ask,
    },
    {
      event: { type: 'request.giveBack' },
      name: 'Return',
      icon: IconCalendarShare,
      onOne: returning.ask,
      onSeveral: returning.ask,
    },
    {
      event: { type: 'request.keep' },
      name: 'Keep',
      icon: IconCalendarCheck,
      onOne: keepingIt.ask,
      onSeveral: keepingIt.ask,
    },
  ]
  return (
    <ListView
      definition={definition}
      list={list}
      headerActions={() => (
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => open(undefined)}>
          Request PTO
        </Button>
      )}
      above={() => (
        <>
          {isClosed && <UnsavedPto onContinue={() => open(undefined)} />}
          <PtoBalancePanel balance={balance} providerId={providerId} />
        </>
      )}
      rowActions={(pto) => (
        <>
          <Action name="View" pto={pto} icon={IconEye} onClick={view.open} />
          {isOffered(pto, now, { type: 'request.edit' }) && (
            <Action name="Edit" pto={pto} icon={IconPencil} onClick={({ id }) => open(id)} />
          )}
          {moves.map(
            ({ event, ...move }) =>
              isOffered(pto, now, event) && (
                <Move
                  key={event.type}
                  {...move}
                  pto={pto}
                  days={pto.spanDays.filter((day) => isOffered(day, now, event))}
                />
              ),
          )}
        </>
      )}
    >
      {() => (
        <>
          <PtoFormDialog form={form} />
          {view.dialog}
          {withdrawing.dialogs}
          {withdrawingSpan.dialogs}
          {returning.dialogs}
          {keepingIt.dialogs}
        </>
      )}
    </ListView>
  )
}

/** A provider's requests for time off, their answers, and the balance (spec 2, section 2.7). */
export const PtoRequestsScreen = () => {
  const { providerId } = useSession()
  if (providerId === null) return <Text>Your account is not linked to a provider.</Text>
  return <ProviderPtos providerId={providerId} />
}
