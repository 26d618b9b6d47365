/** What a provider changed or deleted at once: what undoing it would do to each date, and Undo. */
import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useSelector } from '@xstate/react'
import { useCallback, useEffect, useMemo } from 'react'
import { Link, useParams } from 'wouter'
import { callOf } from '#contract/call.ts'
import {
  getProviderChange,
  type ProviderChange,
  providerChangeMessages,
  undoProviderChange,
} from '#contract/provider-changes.ts'
import { calendarAddressOf } from '#domain/calendar-addresses.ts'
import { formatDayHeader } from '#domain/time.ts'
import { counted } from '#domain/words.ts'
import type { ConfirmActionSnapshot } from '#machines/common/confirm-action.machine.ts'
import type { DetailsSnapshot } from '#machines/common/details.machine.ts'
import { idOfAddress } from '#screens/id-of-address.ts'
import { Instant } from '#screens/instant.tsx'
import { useAction, useDetailsOf } from '#screens/use-calls.ts'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { type Column, DataTable } from '#ui/data-table/data-table.tsx'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'
import { LoadingScreen } from '#ui/loading-screen/loading-screen.tsx'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import { ClashList } from './clash-list.tsx'

const readChange = callOf(getProviderChange, (id: number) => ({ body: { id } }))
const undoing = callOf(undoProviderChange, ({ id, seen }: ProviderChange) => ({ body: { id, seen } }))

const BACK = {
  restored: 'Comes back',
  changedBack: 'Changes back',
  removed: 'Is removed',
} as const satisfies Record<ProviderChange['back'][0]['what'], string>

const STAYS = {
  passed: 'Stays: already ended',
  approved: 'Stays: approved',
  locked: 'Stays: locked',
  changed: 'Stays: changed since',
  waiting: 'Stays: another change of it is waiting for approval',
} as const satisfies Record<ProviderChange['stays'][0]['why'], string>

interface DateRow extends Pick<ProviderChange['back'][0], 'date' | 'clashes'> {
  readonly what: string
}

const rowsOf = ({ back, stays }: ProviderChange): DateRow[] =>
  [
    ...back.map(({ date, what, clashes }) => ({ date, what: BACK[what], clashes })),
    ...stays.map(({ date, why }) => ({ date, what: STAYS[why], clashes: [] })),
  ].sort((one, other) => one.date.localeCompare(other.date))

const columns: Column<DateRow>[] = [
  { key: 'date', title: 'Date', isHeading: true, render: ({ date }) => formatDayHeader(date) },
  {
    key: 'what',
    title: 'If you undo it',
    render: ({ what, clashes }) => (
      <div>
        {what}
        {clashes.length > 0 && <ClashList clashes={clashes} />}
      </div>
    ),
  },
]

type Undo = ConfirmActionSnapshot<ProviderChange, unknown>

const UndoButton = ({ change, onChanged }: { readonly change: ProviderChange; readonly onChanged: () => void }) => {
  const action = useAction(undoing)
  useEffect(() => {
    const { unsubscribe } = action.on('action.done', () => {
      notifications.show({ message: providerChangeMessages.undone })
      onChanged()
    })
    return unsubscribe
  }, [action, onChanged])
  const message = useSelector(action, ({ context }: Undo) => context.message)
  const isAsking = useSelector(action, (snapshot: Undo) => snapshot.matches('confirming') || snapshot.hasTag('busy'))
  const isBusy = useSelector(action, (snapshot: Undo) => snapshot.hasTag('busy'))
  const isFailed = useSelector(action, (snapshot: Undo) => snapshot.hasTag('failed'))
  const clashing = change.back.filter(({ clashes }) => clashes.length > 0).length
  return (
    <>
      <Button onClick={() => action.send({ type: 'action.ask', subject: change })}>Undo</Button>
      {isAsking && (
        <ConfirmDialog
          question="Do you want to undo this change?"
          details={[
            `${counted(change.back.length, 'session')} ${change.back.length === 1 ? 'goes' : 'go'} back`,
            ...(change.stays.length > 0 ? [`${change.stays.length} stay`] : []),
            ...(clashing > 0 ? [`${clashing} with a clash`] : []),
          ].join(', ')}
          isBusy={isBusy}
          onCancel={() => action.send({ type: 'action.cancel' })}
          onConfirm={() => action.send({ type: 'action.confirm' })}
        />
      )}
      {isFailed && (
        <MessageDialog
          title="Not undone"
          message={message ?? 'The change could not be undone.'}
          onClose={() => {
            action.send({ type: 'failure.dismiss' })
            onChanged()
          }}
        />
      )}
    </>
  )
}

const Change = ({ change, onChanged }: { readonly change: ProviderChange; readonly onChanged: () => void }) => {
  const { words, atUtc, undone, obstacle, providerId } = change
  const rows = rowsOf(change)
  const [first] = rows
  return (
    <Stack gap="md" style={{ overflowWrap: 'anywhere' }}>
      <Title order={1}>Change by a Provider</Title>
      <div>
        <Text>{words}</Text>
        <Text size="sm" c="dimmed">
          <Instant at={atUtc} />
        </Text>
      </div>
      {undone && (
        <Alert color="green" variant="light">
          Undone by <bdi>{undone.by}</bdi>, <Instant at={undone.atUtc} />.
        </Alert>
      )}
      {obstacle !== null && (
        <Alert color="yellow" variant="light">
          <Text fw={600} size="sm">
            This change can't be undone
          </Text>
          {obstacle}
        </Alert>
      )}
      {rows.length > 0 && (
        <DataTable
          ariaLabel="Sessions"
          columns={columns}
          rows={rows}
          keyOf={({ date, what }) => `${date} ${what}`}
          emptyText="No sessions."
        />
      )}
      <Group gap="sm">
        {undone === null && obstacle === null && <UndoButton change={change} onChanged={onChanged} />}
        {first && (
          <Anchor component={Link} href={calendarAddressOf({ providerId, date: first.date }, true)} size="sm">
            Open calendar
          </Anchor>
        )}
      </Group>
    </Stack>
  )
}

const ChangeById = ({ id }: { readonly id: number }) => {
  const follows = useMemo(() => [{ topic: 'sessions' as const }, { topic: 'days' as const }], [])
  const details = useDetailsOf(readChange, id, follows)
  const refresh = useCallback(() => details.send({ type: 'details.refresh' }), [details])
  type Read = DetailsSnapshot<number, ProviderChange>
  const { data, message } = useSelector(details, ({ context }: Read) => context)
  const isFailed = useSelector(details, (snapshot: Read) => snapshot.hasTag('failed'))
  if (data !== undefined) return <Change change={data} onChanged={refresh} />
  return isFailed ? (
    <FailedToRead
      message={message ?? 'The change could not be loaded.'}
      onRetry={() => details.send({ type: 'details.retry' })}
    />
  ) : (
    <LoadingScreen />
  )
}

export const ProviderChangeScreen = () => {
  const id = idOfAddress(useParams<{ id: string }>().id)
  return id === undefined ? <Text>{providerChangeMessages.notFound}</Text> : <ChangeById key={id} id={id} />
}
