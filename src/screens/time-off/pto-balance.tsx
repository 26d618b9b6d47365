import { Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import type { CSSProperties } from 'react'
import type { ActorRefFrom } from 'xstate'
import { callOf } from '#contract/call.ts'
import { getPtoBalanceHistory, type PtoBalance } from '#contract/time-off.ts'
import { formatHours, hoursOf, hundredthsOf } from '#domain/hours.ts'
import { formatDate } from '#domain/time.ts'
import { timeOffMessages } from '#domain/time-off.ts'
import type { DetailsMachine, DetailsSnapshot } from '#machines/common/details.machine.ts'
import { defineDetailsTable, useDetailsDialog } from '#screens/details/define-details.tsx'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'
import classes from './pto-balance.module.css'

type Snapshot = DetailsSnapshot<number, PtoBalance>

/** Requested hours beyond the balance, in hundredths. */
const overOf = ({ availableHours, pendingHours }: PtoBalance) =>
  hundredthsOf(pendingHours) - hundredthsOf(availableHours)

const widthOf = (hours: number) => ({ '--hours': Math.max(0, hours) }) as CSSProperties

/** A bar of accepted, pending, and remaining hours; red when they exceed the balance. */
const Bar = ({ balance }: { readonly balance: PtoBalance }) => {
  const [available, pending, accepted] = [
    hundredthsOf(balance.availableHours),
    hundredthsOf(balance.pendingHours),
    hundredthsOf(balance.acceptedHours),
  ]
  const covered = Math.min(pending, Math.max(0, available))
  return (
    <div className={classes.bar} aria-hidden>
      <span className={classes.accepted} style={widthOf(accepted + Math.min(0, available))} />
      <span className={classes.pending} style={widthOf(covered)} />
      <span className={classes.available} style={widthOf(available - covered)} />
      <span className={classes.over} style={widthOf(pending - covered - Math.min(0, available))} />
    </div>
  )
}

const Figure = ({ name, hours, kind }: { readonly name: string; readonly hours: string; readonly kind: string }) => (
  <div>
    <dt className={kind}>{name}</dt>
    <dd>{formatHours(hundredthsOf(hours))} h</dd>
  </div>
)

/** Entries on one page of the history. */
const ENTRIES_SHOWN = 100

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
          ? `Hours uploaded (${source})`
          : `Time off on ${formatDate(requestedDate)} ${kind === 'return' ? 'given back' : 'accepted'}`,
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
              <Figure name="Available" hours={data.availableHours} kind={classes.available ?? ''} />
              <Figure name="Pending" hours={data.pendingHours} kind={classes.pending ?? ''} />
              <Figure name="Accepted" hours={data.acceptedHours} kind={classes.accepted ?? ''} />
              {overOf(data) > 0 && (
                <Figure name="Over balance" hours={hoursOf(overOf(data))} kind={classes.over ?? ''} />
              )}
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
