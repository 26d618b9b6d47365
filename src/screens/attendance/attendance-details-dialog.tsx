import type { ActorRefFrom } from 'xstate'
import type { AttendanceDetail, AttendanceRecord } from '#contract/attendance.ts'
import { attendanceMessages } from '#domain/attendance.ts'
import { formatDate } from '#domain/time.ts'
import type { DetailsMachine } from '#machines/common/details.machine.ts'
import { DetailsTable } from '#screens/details/details-table.tsx'
import type { Column } from '#ui/data-table/data-table.tsx'

type Machine = DetailsMachine<AttendanceRecord, readonly AttendanceDetail[]>

const columns: readonly Column<AttendanceDetail>[] = [
  { key: 'number', title: 'Sr. No', render: (_, number) => number, width: '4rem' },
  { key: 'school', title: 'School Name', render: ({ schoolName }) => schoolName },
  { key: 'event', title: 'Event Name', render: ({ eventName }) => eventName },
  { key: 'status', title: 'Status', render: ({ status }) => status },
]

/** The sessions of one provider's day. */
export const AttendanceDetailsDialog = ({ dialog }: { readonly dialog: ActorRefFrom<Machine> }) => (
  <DetailsTable
    dialog={dialog}
    titleOf={({ providerName, date }: AttendanceRecord) => `${providerName}, ${formatDate(date)}`}
    failure="The sessions could not be read."
    ariaLabel="Sessions"
    columns={columns}
    keyOf={({ id }) => id}
    emptyText={attendanceMessages.empty}
  />
)
