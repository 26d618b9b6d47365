import { Stack, Title } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { type ReactNode, useCallback } from 'react'
import { useParams } from 'wouter'
import type { Call } from '#contract/call.ts'
import type { Follow } from '#contract/follow.ts'
import type { DetailsSnapshot } from '#machines/common/details.machine.ts'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'
import { LoadingScreen } from '#ui/loading-screen/loading-screen.tsx'
import { idOfAddress } from './id-of-address.ts'
import { useDetailsOf } from './use-calls.ts'

interface Props<Data> {
  /** The heading until the record has loaded, which then brings its own. */
  readonly title: string
  /** Keep its identity stable. */
  readonly read: Call<number, Data>
  /** Shown for an address without a valid id. */
  readonly missing: string
  /** The message when the server sends none. */
  readonly failed: string
  /** What others change that makes the record out of date. */
  readonly follows?: (id: number) => readonly Follow[]
  /** @param refresh reads the record again, after a change that the page itself made; keeps its identity */
  readonly children: (record: Data, refresh: () => void) => ReactNode
}

const RecordById = <Data,>({ id, title, read, failed, follows, children }: Props<Data> & { readonly id: number }) => {
  type Snapshot = DetailsSnapshot<number, Data>
  const details = useDetailsOf(read, id, follows?.(id))
  const { data, message } = useSelector(details, ({ context }: Snapshot) => context)
  const isFailed = useSelector(details, (snapshot: Snapshot) => snapshot.hasTag('failed'))
  const refresh = useCallback(() => details.send({ type: 'details.refresh' }), [details])
  if (data !== undefined) return children(data, refresh)
  return (
    <Stack gap="md">
      <Title order={1}>{title}</Title>
      {isFailed ? (
        <FailedToRead message={message ?? failed} onRetry={() => details.send({ type: 'details.retry' })} />
      ) : (
        <LoadingScreen />
      )}
    </Stack>
  )
}

/** The page of the record whose id is in the address: loading, failed, missing, or the record. */
export const RecordFrame = <Data,>(props: Props<Data>) => {
  const id = idOfAddress(useParams<{ id: string }>().id)
  if (id !== undefined) return <RecordById key={id} id={id} {...props} />
  return (
    <Stack gap="md">
      <Title order={1}>{props.title}</Title>
      {props.missing}
    </Stack>
  )
}
