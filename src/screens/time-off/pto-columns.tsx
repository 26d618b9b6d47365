/** What the providers' and the administrators' list of requests have in common. */
import type { Pto, PtoFilters } from '#contract/time-off.ts'
import { formatDate, formatTime, formatTimeRange } from '#domain/time.ts'
import { PTO_STATUSES, ptoStatusIdSchema } from '#domain/time-off.ts'
import type { FilterCodec } from '#screens/list/list-address.ts'
import type { Column } from '#ui/data-table/data-table.tsx'
import { ChoiceFilter } from '#ui/filters/choice-filter.tsx'

type StatusId = PtoFilters['statusId']

export const statusCodec: FilterCodec<StatusId> = {
  none: undefined,
  read: (text) => ptoStatusIdSchema.safeParse(Number(text)).data,
  write: String,
}

interface StatusFilterProps {
  readonly value: StatusId
  readonly onChoose: (statusId: StatusId) => void
}

export const StatusFilter = ({ value, onChoose }: StatusFilterProps) => (
  <ChoiceFilter
    label="Status"
    options={PTO_STATUSES}
    value={value}
    onChoose={(id) => onChoose(ptoStatusIdSchema.safeParse(id).data)}
  />
)

export const ptoColumns = {
  number: { key: 'number', title: 'ID', render: (_, number) => number, width: '3.5rem' },
  start: { key: 'start', title: 'Start Time', render: ({ startTime }) => formatTime(startTime) },
  end: { key: 'end', title: 'End Time', render: ({ endTime }) => formatTime(endTime) },
} satisfies Record<string, Column<Pto>>

/** '11/15/2027, 9:00 AM-12:00 PM', the time that is asked for. */
export const timeOf = ({ requestedDate, startTime, endTime }: Pto): string =>
  `${formatDate(requestedDate)}, ${formatTimeRange(startTime, endTime)}`
