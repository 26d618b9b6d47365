import type { SlowestFilters, SlowVisit } from '#contract/workflow-counts.ts'
import { durationInWords } from '#domain/duration-words.ts'
import { formatInstant } from '#domain/time.ts'
import { historyAddress } from '#screens/history-link.tsx'
import { useSession } from '#screens/provided.tsx'
import type { Column } from '#ui/data-table/data-table.tsx'
import { PlacedListDialog, type PlacedListProps } from '#workflows/counts/placed-list-dialog.tsx'
import { recordColumns } from '#workflows/counts/record-columns.tsx'
import { slowVisitsMachine } from '#workflows/counts/workflow-records.ts'

const columnsOf = (workflow: string, timeZone: string): readonly Column<SlowVisit>[] => {
  const when = (instant: string | null, otherwise: string) =>
    instant === null ? otherwise : formatInstant(instant, timeZone)
  return [
    ...recordColumns<SlowVisit>(({ entity }) => historyAddress(workflow, entity)),
    { key: 'from', title: 'From', render: ({ at }) => when(at, 'Unknown') },
    { key: 'to', title: 'To', render: ({ leftAt }) => when(leftAt, 'Still there') },
    { key: 'time', title: 'Time', align: 'end', render: ({ seconds }) => durationInWords(seconds) },
  ]
}

/** The slowest tenth of the visits to a state, page by page; each leads to the record's history. */
export const SlowestDialog = (list: PlacedListProps<SlowestFilters>) => {
  const { timeZone } = useSession()
  return (
    <PlacedListDialog
      {...list}
      machine={slowVisitsMachine}
      columns={columnsOf(list.place.filters.workflow, timeZone)}
      keyOf={({ entity, at }) => `${entity} ${at}`}
    />
  )
}
