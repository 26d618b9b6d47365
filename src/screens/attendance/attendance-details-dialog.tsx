import { Modal } from '@mantine/core'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { AttendanceDetail, AttendanceRecord } from '#contract/attendance.ts'
import { attendanceMessages } from '#domain/attendance.ts'
import { formatDate } from '#domain/time.ts'
import type { DetailsMachine, DetailsSnapshot } from '#machines/common/details.machine.ts'
import { type Column, DataTable } from '#ui/data-table/data-table.tsx'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'

type Machine = DetailsMachine<AttendanceRecord, readonly AttendanceDetail[]>
type Snapshot = DetailsSnapshot<AttendanceRecord, readonly AttendanceDetail[]>

const columns: readonly Column<AttendanceDetail>[] = [
  { key: 'number', title: 'Sr. No', render: (_, number) => number, width: '4rem' },
  { key: 'school', title: 'School Name', render: ({ schoolName }) => schoolName },
  { key: 'event', title: 'Event Name', render: ({ eventName }) => eventName },
  { key: 'status', title: 'Status', render: ({ status }) => status },
]

/** The sessions of one provider's day. */
export const AttendanceDetailsDialog = ({ dialog }: { readonly dialog: ActorRefFrom<Machine> }) => {
  const { subject, data, message } = useSelector(dialog, ({ context }: Snapshot) => context)
  const isClosed = useSelector(dialog, (snapshot: Snapshot) => snapshot.matches('closed'))
  const isFailed = useSelector(dialog, (snapshot: Snapshot) => snapshot.hasTag('failed'))
  return (
    <Modal
      opened={!isClosed}
      onClose={() => dialog.send({ type: 'details.close' })}
      title={subject && `${subject.providerName}, ${formatDate(subject.date)}`}
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {isFailed ? (
        <FailedToRead
          message={message ?? 'The sessions could not be read.'}
          onRetry={() => dialog.send({ type: 'details.retry' })}
        />
      ) : (
        <DataTable
          ariaLabel="Sessions"
          columns={columns}
          rows={data}
          keyOf={({ id }) => id}
          emptyText={attendanceMessages.empty}
        />
      )}
    </Modal>
  )
}
