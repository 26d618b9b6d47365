import { Badge, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useCallback } from 'react'
import { type LockOut, searchLockOuts, unlockPeriod } from '#contract/billing.ts'
import { correctionMessages } from '#domain/billing/corrections.ts'
import { lockOutMessages } from '#domain/billing/lock-out.ts'
import { periodInWords } from '#domain/billing/period.ts'
import { endOfMonth, formatDate } from '#domain/time.ts'
import { type DecisionDefinition, useDecision } from '#screens/form/decision-dialog.tsx'
import { Instant } from '#screens/instant.tsx'
import { defineList } from '#screens/list/list-definition.ts'
import { listFiltersOf } from '#screens/list/list-filter.ts'
import { ListView } from '#screens/list/list-screen.tsx'
import { useList } from '#screens/list/use-list.ts'
import { IconAction } from '#ui/icon-action/icon-action.tsx'
import { IconLockOpen } from '#ui/icons/lock-open.ts'
import { LeftOutInWords } from './left-out.tsx'
import { LockOutButton } from './lock-out-dialog.tsx'
import { LockStateBadge } from './lock-state-badge.tsx'
import { monthFilter } from './month-filter.tsx'
import { ExplainsAmounts } from './why.tsx'

const LeftOutCell = ({ leftOut, unlocked, ...period }: LockOut) =>
  leftOut.days === 0 ? (
    'Nothing'
  ) : (
    <span>
      <LeftOutInWords of={leftOut} {...(unlocked === null && { period, isLocked: true })} />
    </span>
  )

/** On a phone, it is the heading of the card, and names the whole period. */
const StartCell = ({ startDate, endDate }: Pick<LockOut, 'startDate' | 'endDate'>) =>
  useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false })
    ? periodInWords({ startDate, endDate })
    : formatDate(startDate)

const StateCell = ({ isForced, unlocked, unlockRefusal }: Pick<LockOut, 'isForced' | 'unlocked' | 'unlockRefusal'>) =>
  unlocked === null ? (
    <div>
      <LockStateBadge state={isForced ? 'forced' : 'locked'} />
      {unlockRefusal !== null && (
        <Text size="xs" c="dimmed" mt={2} style={{ overflowWrap: 'anywhere' }}>
          {unlockRefusal}
          <br />
          {correctionMessages.insteadOfUnlocking}
        </Text>
      )}
    </div>
  ) : (
    // One box: on a phone, a cell's parts are laid out side by side.
    <div>
      <Badge color="gray.6" variant="dot" tt="none">
        Unlocked
      </Badge>
      <Text size="xs" c="dimmed" mt={2} style={{ overflowWrap: 'anywhere' }}>
        <Instant at={unlocked.onUtc} />, <bdi>{unlocked.by}</bdi>: {unlocked.reason}
      </Text>
    </div>
  )

export const lockOutList = defineList({
  heading: 'School Billing Period',
  filters: listFiltersOf(monthFilter),
  endpoint: searchLockOuts,
  request: ({ fromMonth, toMonth }) => ({
    body: { startDate: fromMonth, endDate: toMonth === '' ? '' : endOfMonth(toMonth) },
  }),
  isNumbered: false,
  columns: [
    { key: 'id', title: 'ID', width: '4rem', render: ({ id }) => id },
    { key: 'startDate', title: 'Start Date', isHeading: true, render: (lockOut) => <StartCell {...lockOut} /> },
    { key: 'endDate', title: 'End Date', render: ({ endDate }) => formatDate(endDate) },
    { key: 'created', title: 'Lockdout', render: ({ createdOnUtc }) => <Instant at={createdOnUtc} /> },
    { key: 'by', title: 'Locked By', render: ({ lockedBy }) => <bdi>{lockedBy}</bdi> },
    { key: 'leftOut', title: 'Left Out When Locked', render: (lockOut) => <LeftOutCell {...lockOut} /> },
    { key: 'state', title: 'State', render: (lockOut) => <StateCell {...lockOut} /> },
  ],
  keyOf: ({ id }) => id,
  nameOf: periodInWords,
  emptyText: lockOutMessages.empty,
  isEmptyOnFailure: true,
  search: { noFilter: lockOutMessages.noFilter },
})

/** Loads nothing. */
const unlocking: DecisionDefinition<null, LockOut> = {
  calls: {
    read: { run: async () => null },
    save: {
      run: async (client, { subject: { id }, values: reason }) => {
        await client.call(unlockPeriod, { body: { id, reason } })
        return null
      },
    },
  },
  title: 'Unlock',
  isRefusal: true,
  about: periodInWords,
  effect: () => 'days that were approved are approved again, and the others can be changed.',
  decided: lockOutMessages.unlocked,
  draft: ({ id }) => `unlocking/${id}`,
}

/** The billing periods that were locked, and what became of them. */
export const LockOutsScreen = () => {
  const list = useList(lockOutList)
  const reload = useCallback(() => list.send({ type: 'list.reload' }), [list])
  const { open: unlock, dialog } = useDecision(unlocking, reload)
  return (
    <ExplainsAmounts>
      <ListView
        definition={lockOutList}
        list={list}
        headerActions={() => <LockOutButton onChanged={reload} />}
        rowActions={(lockOut) =>
          lockOut.unlocked === null &&
          lockOut.unlockRefusal === null && (
            <IconAction
              icon={IconLockOpen}
              label={`Unlock ${periodInWords(lockOut)}`}
              tooltip="Unlock"
              onClick={() => unlock(lockOut)}
            />
          )
        }
      >
        {() => dialog}
      </ListView>
    </ExplainsAmounts>
  )
}
