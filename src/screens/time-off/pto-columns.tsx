/** Shared by the providers' and the administrators' list of requests. */

import { choiceFilter } from '#contract/filters.ts'
import type { Pto } from '#contract/time-off.ts'
import { formatDate, formatTime, formatTimeRange } from '#domain/time.ts'
import { PTO_STATUSES, type PtoDay, type PtoStatusId, ptoStatusIdSchema } from '#domain/time-off.ts'
import type { Column } from '#ui/data-table/data-table.tsx'

const isStatus = (id: number): id is PtoStatusId => ptoStatusIdSchema.safeParse(id).success

export const statusFilter = choiceFilter('statusId', 'Status', PTO_STATUSES, isStatus)

export const ptoColumns = {
  start: { key: 'start', title: 'Start Time', render: ({ startTime }) => formatTime(startTime) },
  end: { key: 'end', title: 'End Time', render: ({ endTime }) => formatTime(endTime) },
} satisfies Record<string, Column<Pto>>

/** The requested time: '11/15/2027, 9:00 AM-12:00 PM'. */
export const timeOf = ({ requestedDate, startTime, endTime }: PtoDay): string =>
  `${formatDate(requestedDate)}, ${formatTimeRange(startTime, endTime)}`
