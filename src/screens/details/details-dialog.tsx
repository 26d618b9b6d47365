import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { DetailsMachine, DetailsSnapshot } from '#machines/common/details.machine.ts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'

interface Props<Subject, Data> {
  readonly dialog: ActorRefFrom<DetailsMachine<Subject, Data>>
  readonly titleOf: (subject: Subject) => string
  /** Shown where no answer came, and with it no reason. Default 'It could not be read.' */
  readonly failure?: string
  readonly size?: 'md' | 'lg'
  /** @param data undefined while it loads: its outline */
  readonly children: (data: Data | undefined, subject: Subject) => ReactNode
}

/** Details of a subject in a dialog: their outline, themselves, or why they could not be read and Retry. */
export const DetailsDialog = <Subject, Data>({
  dialog,
  titleOf,
  failure = 'It could not be read.',
  size = 'md',
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
    >
      {isFailed ? (
        <FailedToRead message={message ?? failure} onRetry={() => dialog.send({ type: 'details.retry' })} />
      ) : (
        subject !== undefined && children(data, subject)
      )}
    </Dialog>
  )
}
