import { Anchor } from '@mantine/core'
import { Link } from 'wouter'
import type { RecordsFilters, WorkflowRecord } from '#contract/workflow-counts.ts'
import { formatInstant } from '#domain/time.ts'
import { workflowRecordsMachine } from '#machines/workflows/workflow-records.ts'
import { historyAddress } from '#screens/history-link.tsx'
import { useSession } from '#screens/provided.tsx'
import type { Column } from '#ui/data-table/data-table.tsx'
import { PlacedListDialog, type PlacedListProps } from './placed-list-dialog.tsx'
import { fullNameOfRecord } from './record-address.ts'
import { recordColumns } from './record-columns.tsx'

const columnsOf = (
  { transition, workflow }: RecordsFilters,
  address: (record: WorkflowRecord) => string,
  timeZone: string,
): readonly Column<WorkflowRecord>[] => [
  ...recordColumns(address),
  {
    key: 'at',
    title: transition ? 'When' : 'Since',
    render: ({ at }) => (at === null ? 'Unknown' : formatInstant(at, timeZone)),
  },
  {
    key: 'history',
    title: 'History',
    render: (record) => (
      <Anchor
        component={Link}
        href={historyAddress(workflow, record.entity)}
        inherit
        aria-label={`History: ${fullNameOfRecord(record)}`}
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
