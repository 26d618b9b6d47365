import { Paper, Skeleton } from '@mantine/core'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { DetailsMachine, DetailsSnapshot } from '#machines/common/details.machine.ts'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'

interface Props<Subject, Data> {
  readonly details: ActorRefFrom<DetailsMachine<Subject, Data>>
  readonly name: string
  /** The message when the server sends none. */
  readonly failed: string
  /** The skeleton's, in pixels. */
  readonly height: number
  /** Default true. */
  readonly isFramed?: boolean
  readonly children: (data: Data) => ReactNode
}

/** A part of a page that loads separately. */
export const DetailsPanel = <Subject, Data>({
  details,
  name,
  failed,
  height,
  isFramed = true,
  children,
}: Props<Subject, Data>) => {
  type Snapshot = DetailsSnapshot<Subject, Data>
  const { data, message } = useSelector(details, ({ context }: Snapshot) => context)
  const isFailed = useSelector(details, (snapshot: Snapshot) => snapshot.hasTag('failed'))
  return (
    <Paper
      component="section"
      aria-label={name}
      {...(isFramed ? { withBorder: true, p: 'sm', mih: height + 26 } : { bg: 'none', mih: height })}
    >
      {isFailed ? (
        <FailedToRead message={message ?? failed} onRetry={() => details.send({ type: 'details.retry' })} />
      ) : data === undefined ? (
        <Skeleton height={height} />
      ) : (
        children(data)
      )}
    </Paper>
  )
}
