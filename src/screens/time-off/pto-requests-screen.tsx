import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type Icon, IconArrowBackUp, IconEye, IconPencil, IconPlus } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { useCallback, useEffect } from 'react'
import type { Pto, PtoFilters } from '#contract/time-off.ts'
import { formatHours, hundredthsOf } from '#domain/hours.ts'
import { formatDate } from '#domain/time.ts'
import { ptoRangeProblem, ptoStateOf, timeOffMessages } from '#domain/time-off.ts'
import type { PagedListActor, PagedListSnapshot } from '#machines/common/paged-list.machine.ts'
import { canHappen, type PtoRequestEvent } from '#machines/time-off/pto-request.machine.ts'
import { filterCodecs } from '#screens/list/list-address.ts'
import { PagedTable } from '#screens/list/paged-table.tsx'
import { usePagedList } from '#screens/list/use-paged-list.ts'
import { useProvided, useSession } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import type { Column } from '#ui/data-table/data-table.tsx'
import { DateField } from '#ui/date-field/date-field.tsx'
import { FilterBar } from '#ui/filters/filter-bar.tsx'
import { ResetFilters } from '#ui/filters/reset-filters.tsx'
import { IconAction } from '#ui/icon-action/icon-action.tsx'
import { PtoBalancePanel } from './pto-balance.tsx'
import { ptoColumns, StatusFilter, statusCodec, timeOf } from './pto-columns.tsx'
import { PtoDetailsDialog } from './pto-details-dialog.tsx'
import { PtoFormDialog, UnsavedPto } from './pto-form-dialog.tsx'
import { PtoStatus } from './pto-status.tsx'
import { useWithdrawal } from './use-withdrawal.tsx'

type List = PagedListActor<Pto, PtoFilters>
type Snapshot = PagedListSnapshot<Pto, PtoFilters>

const options = {
  codecs: { statusId: statusCodec, from: filterCodecs.date, to: filterCodecs.date },
  refuse: ptoRangeProblem,
} as const

const Filters = ({ list }: { readonly list: List }) => {
  const { filters, refusal } = useSelector(list, ({ context }: Snapshot) => context)
  const canReset = useSelector(list, (snapshot: Snapshot) => snapshot.can({ type: 'filters.reset' }))
  const change = (changed: Partial<PtoFilters>) => list.send({ type: 'filters.change', filters: changed })
  return (
    <FilterBar actions={canReset && <ResetFilters onReset={() => list.send({ type: 'filters.reset' })} />}>
      <StatusFilter value={filters.statusId} onChoose={(statusId) => change({ statusId })} />
      <DateField label="From" value={filters.from} onChange={(from) => change({ from })} />
      <DateField label="To" value={filters.to} error={refusal} onChange={(to) => change({ to })} />
    </FilterBar>
  )
}

interface RowActions {
  readonly view: (pto: Pto) => void
  readonly edit: (pto: Pto) => void
  readonly withdraw: (pto: Pto) => void
}

interface ActionProps {
  readonly name: string
  readonly pto: Pto
  readonly icon: Icon
  readonly onClick: (pto: Pto) => void
}

const Action = ({ name, pto, icon, onClick }: ActionProps) => (
  <IconAction label={`${name}, ${timeOf(pto)}`} tooltip={name} icon={icon} onClick={() => onClick(pto)} />
)

/** The machine says what is offered; every row of this list is the caller's own. */
const isOffered = ({ statusId }: Pto, event: PtoRequestEvent) =>
  canHappen(ptoStateOf(statusId), { by: 'Providers', isOwn: true }, event)

const columnsOf = ({ view, edit, withdraw }: RowActions): readonly Column<Pto>[] => [
  ptoColumns.number,
  { key: 'on', title: 'Requested On', render: ({ requestedOn }) => formatDate(requestedOn) },
  { key: 'for', title: 'Requested For', render: ({ requestedFor }) => formatDate(requestedFor) },
  ptoColumns.start,
  ptoColumns.end,
  {
    key: 'hours',
    title: 'Total Hours',
    render: ({ totalHours }) => formatHours(hundredthsOf(totalHours)),
  },
  {
    key: 'reason',
    title: 'Reason',
    render: ({ reason }) => (
      <Text inherit lineClamp={2}>
        {reason}
      </Text>
    ),
  },
  { key: 'status', title: 'Status', render: (pto) => <PtoStatus pto={pto} /> },
  {
    key: 'actions',
    title: 'Actions',
    render: (pto) => (
      <Group gap={2} wrap="nowrap">
        <Action name="View" pto={pto} icon={IconEye} onClick={view} />
        {isOffered(pto, { type: 'request.edit' }) && <Action name="Edit" pto={pto} icon={IconPencil} onClick={edit} />}
        {isOffered(pto, { type: 'request.withdraw' }) && (
          <Action name="Withdraw" pto={pto} icon={IconArrowBackUp} onClick={withdraw} />
        )}
      </Group>
    ),
  },
]

const selectResult = ({ context }: Snapshot) => context.result

const ProviderPtos = ({ providerId }: { readonly providerId: number }) => {
  const list = usePagedList(useProvided('providerPtos'), options)
  const balance = useActorRef(useProvided('ptoBalance'))
  const form = useActorRef(useProvided('ptoForm'))
  const details = useActorRef(useProvided('ptoDetails'))
  const reload = useCallback(() => list.send({ type: 'list.reload' }), [list])
  const withdrawal = useWithdrawal(reload)
  const result = useSelector(list, selectResult)
  const isClosed = useSelector(form, ({ value }) => value === 'closed')

  // Whatever changed the list may have changed the balance.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new answer is what calls for a look at the balance
  useEffect(() => {
    balance.send({ type: 'details.open', subject: providerId })
  }, [balance, providerId, result])

  useEffect(() => {
    const listeners = [
      form.on('record.saved', ({ outcome }) => {
        notifications.show({ message: outcome })
        reload()
      }),
      // It was answered while it was edited: the list shows that.
      form.on('form.refused', ({ fields }) => {
        if (fields.status !== undefined) reload()
      }),
    ]
    return () => {
      for (const { unsubscribe } of listeners) unsubscribe()
    }
  }, [form, reload])

  const open = (ptoId: number | undefined) => form.send({ type: 'form.open', subject: { providerId, ptoId } })
  const columns = columnsOf({
    view: (subject) => details.send({ type: 'details.open', subject }),
    edit: ({ id }) => open(id),
    withdraw: withdrawal.ask,
  })
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <Title order={1}>PTO Requests</Title>
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => open(undefined)}>
          Request PTO
        </Button>
      </Group>
      {isClosed && <UnsavedPto onContinue={() => open(undefined)} />}
      <PtoBalancePanel balance={balance} providerId={providerId} />
      <Filters list={list} />
      <PagedTable
        list={list}
        ariaLabel="PTO Requests"
        columns={columns}
        keyOf={({ id }) => id}
        emptyText={timeOffMessages.empty}
      />
      <PtoFormDialog form={form} />
      <PtoDetailsDialog dialog={details} />
      {withdrawal.dialogs}
    </Stack>
  )
}

/** What a provider asked to be off for, what became of it, and what is left (spec 2, section 2.7). */
export const PtoRequestsScreen = () => {
  const { providerId } = useSession()
  if (providerId === null) return <Text>Your account is not linked to a provider.</Text>
  return <ProviderPtos providerId={providerId} />
}
