import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { DetailsMachine, DetailsSnapshot } from '#machines/common/details.machine.ts'
import { type Column, DataTable } from '#ui/data-table/data-table.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'

interface Props<Subject, Row> {
  readonly dialog: ActorRefFrom<DetailsMachine<Subject, readonly Row[]>>
  readonly titleOf: (subject: Subject) => string
  /** What the table lists, for those who cannot see it. */
  readonly ariaLabel: string
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => string | number
  readonly emptyText: string
}

/** What there is to say of a row, as a table in a dialog. */
export const DetailsTable = <Subject, Row>({ dialog, titleOf, ...table }: Props<Subject, Row>) => {
  type Snapshot = DetailsSnapshot<Subject, readonly Row[]>
  const { subject, data, message } = useSelector(dialog, ({ context }: Snapshot) => context)
  const isClosed = useSelector(dialog, (snapshot: Snapshot) => snapshot.matches('closed'))
  const isFailed = useSelector(dialog, (snapshot: Snapshot) => snapshot.hasTag('failed'))
  return (
    <Dialog
      opened={!isClosed}
      onClose={() => dialog.send({ type: 'details.close' })}
      title={subject !== undefined && titleOf(subject)}
      size="lg"
    >
      {isFailed ? (
        <FailedToRead
          message={message ?? 'It could not be read.'}
          onRetry={() => dialog.send({ type: 'details.retry' })}
        />
      ) : (
        <DataTable {...table} rows={data} />
      )}
    </Dialog>
  )
}
