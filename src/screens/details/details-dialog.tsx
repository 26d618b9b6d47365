import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { DetailsMachine, DetailsSnapshot } from '#machines/common/details.machine.ts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'

interface Props<Subject, Data> {
  readonly dialog: ActorRefFrom<DetailsMachine<Subject, Data>>
  readonly titleOf: (subject: Subject) => string
  /** Shown when the server sends no message. Default 'The details could not be loaded.' */
  readonly failure?: string
  /** A CSS length, or a size of Mantine's. */
  readonly size?: string
  /** Another dialog is on top and handles Escape. */
  readonly isCovered?: boolean
  /** @param data undefined while it loads; render a skeleton then */
  readonly children: (data: Data | undefined, subject: Subject) => ReactNode
}

/** A dialog with the details of a subject: a skeleton, the details, or the error with Try again. */
export const DetailsDialog = <Subject, Data>({
  dialog,
  titleOf,
  failure = 'The details could not be loaded.',
  size = 'md',
  isCovered = false,
  children,
}: Props<Subject, Data>) => {
  type Snapshot = DetailsSnapshot<Subject, Data>
  const { subject, data, message } = useSelector(dialog, ({ context }: Snapshot) => context)
  const isClosed = useSelector(dialog, (snapshot: Snapshot) => snapshot.matches('closed'))
  const isFailed = useSelector(dialog, (snapshot: Snapshot) => snapshot.hasTag('failed'))
  return (
    <Dialog
      opened={!isClosed}
      onClose={() => dialog.send({ type: 'details.close' })}
      title={subject !== undefined && titleOf(subject)}
      size={size}
      isCovered={isCovered}
    >
      {isFailed ? (
        <FailedToRead message={message ?? failure} onRetry={() => dialog.send({ type: 'details.retry' })} />
      ) : (
        subject !== undefined && children(data, subject)
      )}
    </Dialog>
  )
}
