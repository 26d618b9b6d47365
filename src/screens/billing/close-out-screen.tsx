import { ActionIcon, Group, NativeSelect, Skeleton, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useSelector } from '@xstate/react'
import { useCallback, useEffect, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { CloseOut, LockOut } from '#contract/billing.ts'
import { freeDaysOf, lockStateNames, lockStateOf } from '#domain/billing/lock-out.ts'
import { halfMonthAfter, halfMonthBefore, halfMonthOf, type Period, periodInWords } from '#domain/billing/period.ts'
import { addDays, formatDate, formatTime, type LocalDate, localOf } from '#domain/time.ts'
import { type CloseOutSnapshot, closeOutMachine } from '#machines/billing/close-out.machine.ts'
import { Instant } from '#screens/instant.tsx'
import { useProvided, useSession } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { useNow } from '#screens/use-now.ts'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'
import { IconChevronLeft } from '#ui/icons/chevron-left.ts'
import { IconChevronRight } from '#ui/icons/chevron-right.ts'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import { KindFilter, OpenPoints } from './close-out-open-points.tsx'
import { addressOfPlace, type CloseOutPlace, placeOfAddress } from './close-out-place.ts'
import { type Point, pointsOf } from './close-out-points.ts'
import { CloseOutTotals } from './close-out-totals.tsx'
import { allInvoicesAddress } from './invoice-address.ts'
import { LeftOutInWords } from './left-out.tsx'
import { LinkOut } from './link-out.tsx'
import { LockOutButton } from './lock-out-dialog.tsx'
import { LockStateBadge } from './lock-state-badge.tsx'
import { ExplainsAmounts } from './why.tsx'

const selectCloseOut = ({ context }: CloseOutSnapshot) => context.closeOut
const selectDaysToLookAt = ({ context }: CloseOutSnapshot) => context.daysToLookAt
const selectMessage = ({ context }: CloseOutSnapshot) => context.message
const selectChosen = (snapshot: CloseOutSnapshot) =>
  snapshot.matches('savingRateType') ? snapshot.context.chosen : undefined
const selectIsUnread = (snapshot: CloseOutSnapshot) => snapshot.matches('failed')
const selectIsRefused = (snapshot: CloseOutSnapshot) => snapshot.matches('refused')
const selectIsStale = ({ context }: CloseOutSnapshot) => context.isStale

interface ChoiceProps {
  readonly period: Period
  readonly today: LocalDate
  readonly closeOut: CloseOut | undefined
  readonly onChoose: (startDate: LocalDate) => void
}

/** The half-month, and arrows to the ones before and after; none begins in the future. */
const PeriodChoice = ({ period, today, closeOut, onChoose }: ChoiceProps) => {
  const next = halfMonthAfter(period)
  const offered = closeOut?.halfMonths ?? [{ ...period, state: undefined }]
  return (
    <Group gap="xs" wrap="nowrap">
      <ActionIcon.Group>
        <ActionIcon
          variant="default"
          size={36}
          aria-label="Previous half-month"
          onClick={() => onChoose(halfMonthBefore(period).startDate)}
        >
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={36}
          aria-label="Next half-month"
          disabled={next.startDate > today}
          onClick={() => onChoose(next.startDate)}
        >
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
      </ActionIcon.Group>
      <NativeSelect
        aria-label="Half-month"
        value={period.startDate}
        data={offered.map(({ state, ...each }) => ({
          value: each.startDate,
          label: state === undefined ? periodInWords(each) : `${periodInWords(each)}: ${lockStateNames[state]}`,
        }))}
        onChange={({ currentTarget: { value } }) => onChoose(value)}
        miw={0}
      />
    </Group>
  )
}

/** The month's lock-outs, where a period is unlocked. */
const lockOutsAddress = ({ startDate }: Period) => {
  const month = startDate.slice(0, 7)
  return `/lockout?${new URLSearchParams({ from: month, to: month })}`
}

const Locked = ({ lockOut, period }: { readonly lockOut: LockOut; readonly period: Period }) => (
  <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
    {lockOut.isForced ? 'Locked by force by ' : 'Locked by '}
    <bdi>{lockOut.lockedBy}</bdi> on <Instant at={lockOut.createdOnUtc} />
    {periodInWords(lockOut) !== periodInWords(period) &&
      (freeDaysOf(period, [lockOut]).length > 0 ? `: ${periodInWords(lockOut)}` : `, with ${periodInWords(lockOut)}`)}
    .{' '}
    {lockOut.leftOut.days === 0 ? (
      'Nothing was left out.'
    ) : (
      <>
        Left out when locked: <LeftOutInWords of={lockOut.leftOut} period={lockOut} isLocked />.
      </>
    )}{' '}
    <LinkOut href={lockOutsAddress(lockOut)} from={addressHere(period)}>
      Lock-outs of this month
    </LinkOut>
    {' · '}
    <LinkOut href={allInvoicesAddress(lockOut)} from={addressHere(period)}>
      Generate invoices
    </LinkOut>
    {' · '}
    <LinkOut
      href={`/people?${new URLSearchParams({ date: period.startDate, status: 'locked' })}`}
      from={addressHere(period)}
    >
      Correct a day
    </LinkOut>
  </Text>
)

const addressHere = ({ startDate }: Period) => `/close-out?${new URLSearchParams({ period: startDate })}`

interface StateProps {
  readonly closeOut: CloseOut
  readonly period: Period
  readonly isOver: boolean
}

/** Which days are locked, by whom and how; and what locking the others now would leave out. */
const PeriodState = ({ closeOut: { lockOuts, leftOut }, period, isOver }: StateProps) => {
  const [rest] = freeDaysOf(period, lockOuts)
  const locked = lockOuts.map((lockOut) => <Locked key={lockOut.id} lockOut={lockOut} period={period} />)
  if (rest === undefined) return locked
  return (
    <Text size="sm" component="div">
      {locked}
      {lockOuts.length > 0 && `${periodInWords(rest)} is not locked. `}
      {!isOver && `This half-month can be locked from ${formatDate(addDays(period.endDate, 1))} on. `}
      {leftOut.days === 0 ? (
        'No past day waits for approval.'
      ) : (
        <>
          Locking by force would now leave out{' '}
          <b>
            <LeftOutInWords of={leftOut} period={rest} />
          </b>
          .
        </>
      )}
    </Text>
  )
}

/** The time of the last update, which follows what others do. */
const Updated = ({ asOf, isStale }: { readonly asOf: string; readonly isStale: boolean }) => {
  const { time } = localOf(asOf, useSession().timeZone)
  return (
    <Text size="xs" c="dimmed">
      Updated {formatTime(time)}
      {isStale && '. It could not be updated since; the next try follows.'}
    </Text>
  )
}

interface PeriodProps {
  readonly place: CloseOutPlace
  readonly change: (changed: Partial<CloseOutPlace>) => void
}

const HalfMonth = ({ place, change }: PeriodProps) => {
  const { startDate } = place
  const actor = useActorRef(useProvided(closeOutMachine), { input: { startDate } })
  const { date: today } = useNow()
  const period = halfMonthOf(startDate)
  const isOver = period.endDate < today
  const closeOut = useSelector(actor, selectCloseOut)
  const daysToLookAt = useSelector(actor, selectDaysToLookAt)
  const message = useSelector(actor, selectMessage)
  const chosen = useSelector(actor, selectChosen)
  const isUnread = useSelector(actor, selectIsUnread)
  const isRefused = useSelector(actor, selectIsRefused)
  const isStale = useSelector(actor, selectIsStale)
  const points = useMemo(() => (closeOut ? pointsOf(closeOut, daysToLookAt ?? []) : []), [closeOut, daysToLookAt])
  const refresh = useCallback(() => actor.send({ type: 'closeOut.refresh' }), [actor])
  useEffect(() => {
    const { unsubscribe } = actor.on('rateType.saved', ({ message }) => notifications.show({ message }))
    return unsubscribe
  }, [actor])
  const isSavingOf = ({ work }: Point) =>
    work !== undefined &&
    chosen?.providerId === work.providerId &&
    chosen.schoolId === work.schoolId &&
    chosen.serviceId === work.serviceId
  const state = closeOut && lockStateOf(period, closeOut.lockOuts)
  const [rest] = closeOut ? freeDaysOf(period, closeOut.lockOuts) : []
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="xs">
        <Group gap="sm">
          <PeriodChoice
            period={period}
            today={today}
            closeOut={closeOut}
            onChoose={(next) => change({ startDate: next, of: undefined })}
          />
          {state && <LockStateBadge state={state} />}
          {closeOut && <Updated asOf={closeOut.asOf} isStale={isStale} />}
        </Group>
        {rest && isOver && <LockOutButton onChanged={refresh} period={period} rest={rest} />}
      </Group>
      {isUnread && (
        <FailedToRead
          message={message ?? 'The half-month could not be loaded.'}
          onRetry={() => actor.send({ type: 'closeOut.retry' })}
        />
      )}
      {closeOut === undefined ? (
        !isUnread && (
          <Stack gap="sm" role="status" aria-label="Loading...">
            <Skeleton height={20} width="60%" />
            <Skeleton height={70} />
            <Skeleton height={240} />
          </Stack>
        )
      ) : (
        <>
          <PeriodState closeOut={closeOut} period={period} isOver={isOver} />
          <KindFilter points={points} areHoursChecked={daysToLookAt !== undefined} place={place} change={change} />
          <OpenPoints
            closeOut={closeOut}
            areHoursChecked={daysToLookAt !== undefined}
            points={points}
            place={place}
            change={change}
            isSavingOf={isSavingOf}
            chooseRateType={(chosen) => actor.send({ type: 'rateType.choose', chosen })}
          />
          <CloseOutTotals closeOut={closeOut} period={period} isOver={isOver} place={place} change={change} />
        </>
      )}
      {isRefused && (
        <MessageDialog
          title="Not saved"
          message={message ?? ''}
          onClose={() => actor.send({ type: 'failure.dismiss' })}
        />
      )}
    </Stack>
  )
}

/** What is open in a half-month before it is locked, and what it will amount to (docs/decisions/close-out.md). */
export const CloseOutScreen = () => {
  const { date: today } = useNow()
  const [, navigate] = useLocation()
  const place = placeOfAddress(useSearch(), today)
  const change = (changed: Partial<CloseOutPlace>) =>
    navigate(addressOfPlace({ ...place, ...changed }), { replace: changed.startDate === undefined })
  return (
    <ExplainsAmounts>
      <Stack gap="md">
        <Title order={1}>Close Out</Title>
        <HalfMonth key={place.startDate} place={place} change={change} />
      </Stack>
    </ExplainsAmounts>
  )
}
