import { Anchor, Group, Select } from '@mantine/core'
import { Link } from 'wouter'
import { fileCallOf } from '#contract/call.ts'
import {
  downloadWorkflowRecords,
  LIST_ORDERS,
  type ListedRecord,
  type ListOrder,
  RECORD_AGES,
  type RecordAge,
  type RecordsFilters,
  type WorkflowRecord,
} from '#contract/workflow-counts.ts'
import { durationInWords } from '#domain/duration-words.ts'
import { formatInstant } from '#domain/time.ts'
import { historyAddress } from '#screens/history-link.tsx'
import { DownloadAction } from '#screens/list/list-download.tsx'
import { useSession } from '#screens/provided.tsx'
import { useDownload } from '#screens/use-download.tsx'
import type { Column } from '#ui/data-table/data-table.tsx'
import { PlacedListDialog, type PlacedListProps } from './placed-list-dialog.tsx'
import { fullNameOfRecord } from './record-address.ts'
import { recordColumns } from './record-columns.tsx'
import { workflowRecordsMachine } from './workflow-records.ts'

const columnsOf = (
  { transition, workflow }: RecordsFilters,
  address: (record: WorkflowRecord) => string,
  timeZone: string,
): readonly Column<ListedRecord>[] => [
  ...recordColumns<ListedRecord>(address),
  {
    key: 'at',
    title: transition ? 'When' : 'Since',
    render: ({ at }) => (at === null ? 'Unknown' : formatInstant(at, timeZone)),
  },
  ...(transition
    ? [{ key: 'note', title: 'Details', render: ({ note }: ListedRecord) => note }]
    : [
        {
          key: 'time',
          title: 'Time in State',
          align: 'end' as const,
          render: ({ seconds }: ListedRecord) => (seconds === null ? null : durationInWords(seconds)),
        },
      ]),
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

const file = fileCallOf(downloadWorkflowRecords, (filters: RecordsFilters) => ({ body: filters }))

const ORDER_NAMES = {
  state: { newest: 'Latest date first', oldest: 'Longest in state first' },
  transition: { newest: 'Latest first', oldest: 'Earliest first' },
} satisfies Record<string, Record<ListOrder, string>>

const ageName = (days: RecordAge) => `Longer than ${days} ${days === 1 ? 'day' : 'days'}`

export interface ListChoice {
  readonly order: ListOrder
  readonly longerThan: RecordAge | undefined
}

interface ControlsProps {
  readonly filters: RecordsFilters
  readonly onChoose: (chosen: ListChoice) => void
}

/** How the list is sorted, which records it leaves out, and its download. */
const ListControls = ({ filters, onChoose }: ControlsProps) => {
  const { transition, order, longerThan } = filters
  const { isRunning, start, failure } = useDownload(file)
  const names = ORDER_NAMES[transition ? 'transition' : 'state']
  const chosen = { order, longerThan: longerThan ?? undefined }
  return (
    <Group gap="sm" align="end" mb="sm">
      <Select
        label="Sort by"
        data={LIST_ORDERS.map((each) => ({ value: each, label: names[each] }))}
        value={order}
        allowDeselect={false}
        onChange={(value) => onChoose({ ...chosen, order: LIST_ORDERS.find((each) => each === value) ?? chosen.order })}
      />
      {!transition && (
        <Select
          label="Time in State"
          placeholder="Any"
          clearable
          data={RECORD_AGES.map((days) => ({ value: String(days), label: ageName(days) }))}
          value={longerThan === null ? null : String(longerThan)}
          onChange={(value) => onChoose({ ...chosen, longerThan: RECORD_AGES.find((days) => String(days) === value) })}
        />
      )}
      <DownloadAction isRunning={isRunning} onClick={() => start(filters)} />
      {failure}
    </Group>
  )
}

interface Props extends PlacedListProps<RecordsFilters> {
  readonly address: (record: WorkflowRecord) => string
  readonly onChoose: (chosen: ListChoice) => void
}

/** The records behind a count, page by page, each with a link. */
export const RecordsDialog = ({ address, onChoose, ...list }: Props) => {
  const { timeZone } = useSession()
  return (
    <PlacedListDialog
      {...list}
      machine={workflowRecordsMachine}
      columns={columnsOf(list.place.filters, address, timeZone)}
      keyOf={({ entity }) => entity}
      controls={<ListControls filters={list.place.filters} onChoose={onChoose} />}
    />
  )
}
