import { Anchor, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { RecordsFilters, WorkflowRecord } from '#contract/workflow-counts.ts'
import { formatInstant } from '#domain/time.ts'
import { workflowRecordsMachine } from '#machines/workflows/workflow-records.ts'
import { historyAddress } from '#screens/history-link.tsx'
import { useSession } from '#screens/provided.tsx'
import { type Column, numberColumn } from '#ui/data-table/data-table.tsx'
import { PlacedListDialog, type PlacedListProps } from './placed-list-dialog.tsx'
import { nameOfRecord } from './record-address.ts'

const columnsOf = (
  { transition, workflow }: RecordsFilters,
  address: (record: WorkflowRecord) => string,
  timeZone: string,
): readonly Column<WorkflowRecord>[] => [
  numberColumn(),
  {
    key: 'record',
    title: 'Record',
    render: (record) => (
      <Anchor component={Link} href={address(record)} inherit>
        {nameOfRecord(record)}
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
      return at === null ? 'Unknown' : formatInstant(at, timeZone)
    },
  },
  {
    key: 'history',
    title: 'History',
    render: (record) => (
      <Anchor
        component={Link}
        href={historyAddress(workflow, record.entity)}
        inherit
        aria-label={`History: ${nameOfRecord(record)}, ${record.providerName}`}
      >
        History
      </Anchor>
    ),
  },
]

interface Props extends PlacedListProps<RecordsFilters> {
  readonly address: (record: WorkflowRecord) => string
}

/** The records behind a count, page by page, each with a link. */
export const RecordsDialog = ({ address, ...list }: Props) => {
  const { timeZone } = useSession()
  return (
    <PlacedListDialog
      {...list}
      machine={workflowRecordsMachine}
      columns={columnsOf(list.place.filters, address, timeZone)}
      keyOf={({ entity }) => entity}
    />
  )
}
