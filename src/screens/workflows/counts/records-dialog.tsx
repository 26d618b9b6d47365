import { Anchor, Stack, Text } from '@mantine/core'
import { useEffect } from 'react'
import { Link } from 'wouter'
import type { ListPlace } from '#contract/call.ts'
import type { RecordsFilters, WorkflowRecord } from '#contract/workflow-counts.ts'
import { formatDate, formatTime, formatTimeRange, localOf } from '#domain/time.ts'
import { selectListPlace } from '#machines/common/paged-list.machine.ts'
import { workflowRecordsMachine } from '#machines/workflows/workflow-records.ts'
import { PagedTable } from '#screens/list/paged-table.tsx'
import { useProvided, useSession } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { type Column, numberColumn } from '#ui/data-table/data-table.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'

const whenOf = ({ date, startTime, endTime }: WorkflowRecord): string =>
  startTime !== null && endTime !== null
    ? `${formatDate(date)}, ${formatTimeRange(startTime, endTime)}`
    : formatDate(date)

const columnsOf = (
  { transition }: RecordsFilters,
  address: (record: WorkflowRecord) => string,
  timeZone: string,
): readonly Column<WorkflowRecord>[] => [
  numberColumn(),
  {
    key: 'record',
    title: 'Record',
    render: (record) => (
      <Anchor component={Link} href={address(record)} inherit>
        {whenOf(record)}
      </Anchor>
    ),
  },
  { key: 'provider', title: 'Provider', render: ({ providerName }) => providerName },
  {
    key: 'label',
    title: 'What',
    render: ({ label }) => (
      <Text inherit lineClamp={2}>
        {label}
      </Text>
    ),
  },
  {
    key: 'at',
    title: transition ? 'When' : 'Since',
    render: ({ at }) => {
      if (at === null) return 'Unknown'
      const { date, time } = localOf(at, timeZone)
      return `${formatDate(date)} ${formatTime(time)}`
    },
  },
]

interface Props {
  readonly title: string
  readonly place: ListPlace<RecordsFilters>
  readonly address: (record: WorkflowRecord) => string
  /** The user chose another page or page size. */
  readonly onPlace: (place: ListPlace<RecordsFilters>) => void
  readonly onClose: () => void
}

/** The records behind a count, page by page, each with a link. */
export const RecordsDialog = ({ title, place, address, onPlace, onClose }: Props) => {
  const { timeZone } = useSession()
  const { filters, page, size } = place
  const list = useActorRef(useProvided(workflowRecordsMachine), { input: { noFilters: filters, place } })
  // Keep the list and the address in sync.
  useEffect(() => list.send({ type: 'place.visit', place: { filters, page, size } }), [list, filters, page, size])
  useEffect(() => {
    const { unsubscribe } = list.subscribe((snapshot) => {
      const next = selectListPlace<WorkflowRecord, RecordsFilters>(snapshot)
      if (next.page !== page || next.size !== size) onPlace(next)
    })
    return unsubscribe
  }, [list, page, size, onPlace])
  return (
    <Dialog opened onClose={onClose} title={title} size="56rem">
      <Stack>
        <PagedTable
          list={list}
          ariaLabel={title}
          columns={columnsOf(filters, address, timeZone)}
          keyOf={({ entity }) => entity}
          emptyText="No Data Found"
        />
      </Stack>
    </Dialog>
  )
}
