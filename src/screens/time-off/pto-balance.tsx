import { Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import type { CSSProperties } from 'react'
import type { ActorRefFrom } from 'xstate'
import { callOf } from '#contract/call.ts'
import { getPtoBalanceHistory, type PtoBalance } from '#contract/time-off.ts'
import { formatHours, hundredthsOf } from '#domain/hours.ts'
import { formatDate } from '#domain/time.ts'
import { timeOffMessages } from '#domain/time-off.ts'
import type { DetailsMachine, DetailsSnapshot } from '#machines/common/details.machine.ts'
import { defineDetailsTable, useDetailsDialog } from '#screens/details/define-details.tsx'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'
import { segmentsOf } from './balance-segments.ts'
import classes from './pto-balance.module.css'

type Snapshot = DetailsSnapshot<number, PtoBalance>

/** A bar of the hours, and its key: an entry for each segment, with the same pattern. */
const Bar = ({ balance }: { readonly balance: PtoBalance }) => {
  const segments = segmentsOf(balance)
  return (
    <>
      <div className={classes.bar} aria-hidden>
        {segments.map(({ kind, hours }) => (
          <span key={kind} className={classes[kind]} style={{ '--hours': hours } as CSSProperties} />
        ))}
      </div>
      <ul className={classes.key} aria-label="Parts of the bar">
        {segments.map(({ kind, name, hours }) => (
          <li key={kind}>
            <span className={classes[kind]} aria-hidden />
            {name} {formatHours(hours)} h
          </li>
        ))}
      </ul>
    </>
  )
}

const Figure = ({ name, hours }: { readonly name: string; readonly hours: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{formatHours(hundredthsOf(hours))} h</dd>
  </div>
)

/** Entries on one page of the history. */
const ENTRIES_SHOWN = 100

const WITHOUT_REQUEST: Readonly<Record<string, string>> = {
  upload: 'Hours uploaded',
  payOut: 'Balance paid out',
  writeOff: 'Balance written off',
}

const balanceHistory = defineDetailsTable({
  read: callOf(
    getPtoBalanceHistory,
    (providerId: number) => ({ params: { providerId }, query: { pageSize: ENTRIES_SHOWN } }),
    ({ rows }) => rows,
  ),
  titleOf: () => 'Balance history',
  failure: 'The balance history could not be loaded.',
  ariaLabel: 'Balance history',
  columns: [
    { key: 'on', title: 'Date', render: ({ on }) => formatDate(on) },
    {
      key: 'what',
      title: 'Change',
      render: ({ kind, requestedDate, source }) =>
        requestedDate === null
          ? `${WITHOUT_REQUEST[kind] ?? 'Hours changed'} (${source})`
          : `Time off on ${formatDate(requestedDate)} ${kind === 'return' ? 'returned' : 'accepted'}`,
    },
    { key: 'by', title: 'By', render: ({ by }) => by },
    {
      key: 'change',
      title: 'Hours',
      align: 'end',
      render: ({ change }) => `${change.startsWith('-') ? '' : '+'}${formatHours(hundredthsOf(change))}`,
    },
    {
      key: 'after',
      title: 'Available',
      align: 'end',
      render: ({ balanceAfter }) => formatHours(hundredthsOf(balanceAfter)),
    },
  ],
  keyOf: ({ id }) => id,
  emptyText: timeOffMessages.empty,
})

interface Props {
  readonly balance: ActorRefFrom<DetailsMachine<number, PtoBalance>>
  readonly providerId: number
}

/** A provider's PTO balance, as numbers and a bar, with its history in a dialog. */
export const PtoBalancePanel = ({ balance, providerId }: Props) => {
  const history = useDetailsDialog(balanceHistory)
  const { data, message } = useSelector(balance, ({ context }: Snapshot) => context)
  const isFailed = useSelector(balance, (snapshot: Snapshot) => snapshot.hasTag('failed'))
  return (
    <Paper withBorder p="sm" component="section" aria-label="Balance">
      {isFailed ? (
        <FailedToRead
          message={message ?? 'The balance could not be loaded.'}
          onRetry={() => balance.send({ type: 'details.retry' })}
        />
      ) : data === undefined ? (
        <Skeleton height={64} />
      ) : (
        <Stack gap="xs">
          <Group justify="space-between" gap="xs">
            <dl className={classes.figures}>
              <Figure name="Available" hours={data.availableHours} />
              <Figure name="Pending" hours={data.pendingHours} />
              <Figure name="Accepted" hours={data.acceptedHours} />
            </dl>
            <Button variant="subtle" size="compact-sm" onClick={() => history.open(providerId)}>
              Balance history
            </Button>
          </Group>
          <Bar balance={data} />
          <Text size="xs" c="dimmed">
            {data.since === null
              ? 'No PTO hours have been uploaded for you yet.'
              : `Accepted since the hours were uploaded on ${formatDate(data.since)}.`}
          </Text>
        </Stack>
      )}
      {history.dialog}
    </Paper>
  )
}
