import { Anchor, Button, Group, List, ScrollArea, Skeleton, Stack, Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import { callOf } from '#contract/call.ts'
import { checkDays, type OddHours } from '#contract/day.ts'
import { grouped } from '#domain/grouped.ts'
import { formatDate, formatDayHeader, formatTimeRange } from '#domain/time.ts'
import { counted } from '#domain/words.ts'
import type { DetailsSnapshot } from '#machines/common/details.machine.ts'
import {
  APPROVAL_QUESTION,
  APPROVAL_WARNING,
  type ApprovalOutcome,
  leftOut,
  NOTHING_PENDING,
  type ProviderDay,
  selectionInWords,
  unseenInWords,
  type WeekApprovalSnapshot,
  type weekApprovalMachine,
} from '#machines/schedule/week-approval.machine.ts'
import { providerDayAddress } from '#screens/schedule/calendar-address.ts'
import { Findings } from '#screens/schedule/hours-findings.tsx'
import { useDetailsOf } from '#screens/use-calls.ts'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import { QuestionDialog } from '#ui/question-dialog/question-dialog.tsx'
import { daysInWords } from './days-in-words.ts'

const selectState = ({ value }: WeekApprovalSnapshot) => value
const selectContext = ({ context }: WeekApprovalSnapshot) => context

const byDate = (days: readonly ProviderDay[]) =>
  [...new Set(days.map(({ date }) => date))].sort().map((date) => ({
    date,
    names: days.filter((day) => day.date === date).map(({ providerName }) => providerName),
  }))

/** Days with their providers, one date a line. */
const Days = ({ days }: { readonly days: readonly ProviderDay[] }) => (
  <List size="sm" spacing={2}>
    {byDate(days).map(({ date, names }) => (
      <List.Item key={date}>
        {formatDayHeader(date)}: {names.join(', ')}
      </List.Item>
    ))}
  </List>
)

const checkOf = callOf(checkDays, (days: readonly ProviderDay[]) => ({
  body: { days: days.map(({ providerId, date }) => ({ providerId, date })) },
}))

type CheckedSnapshot = DetailsSnapshot<readonly ProviderDay[], OddHours[]>
const selectChecked = ({ context }: CheckedSnapshot) => context
const selectIsUnchecked = (snapshot: CheckedSnapshot) => snapshot.hasTag('failed')

interface OddDayProps {
  readonly day: ProviderDay
  readonly rows: readonly OddHours[]
}

/** The link opens a tab of its own, so that the question stays. */
const OddDay = ({ day: { providerId, providerName, date }, rows }: OddDayProps) => (
  <List.Item>
    <Anchor href={providerDayAddress(providerId, date)} target="_blank" size="sm">
      <bdi>{providerName}</bdi>, {formatDayHeader(date)}
    </Anchor>
    {rows.map(({ schoolId, schoolName, startTime, endTime, findings, explanation }) => (
      <div key={schoolId}>
        <Text size="sm">
          {schoolName}, {formatTimeRange(startTime, endTime)}
        </Text>
        <Findings texts={findings.map(({ text }) => text)} />
        {explanation !== '' && <Text size="sm">Explanation: {explanation}</Text>}
      </div>
    ))}
  </List.Item>
)

/** How many of the days are as scheduled, and those to look at, each with what is odd about it. */
const Checked = ({ days }: { readonly days: readonly ProviderDay[] }) => {
  // The question is about the days that were checked when it was asked.
  const [asked] = useState(days)
  const checks = useDetailsOf(checkOf, asked)
  const { data, message } = useSelector(checks, selectChecked)
  const isFailed = useSelector(checks, selectIsUnchecked)
  if (isFailed) {
    return (
      <FailedToRead
        message={message ?? 'The hours could not be checked.'}
        onRetry={() => checks.send({ type: 'details.retry' })}
      />
    )
  }
  if (data === undefined) return <Skeleton height={20} mt="xs" role="status" aria-label="Loading..." />
  const odd = grouped(data, ({ providerId, date }) => `${providerId} ${date}`)
  const toLookAt = asked.flatMap((day) => {
    const rows = odd.get(`${day.providerId} ${day.date}`)
    return rows ? [{ day, rows }] : []
  })
  return (
    <section aria-label="Checked hours">
      <Text size="sm" mt="xs" fw={600}>
        {asked.length - toLookAt.length} as scheduled, {toLookAt.length} to look at
      </Text>
      {toLookAt.length > 0 && (
        <ScrollArea.Autosize mah="40dvh" type="auto">
          <List size="sm" spacing="xs" mt={4} style={{ overflowWrap: 'anywhere' }}>
            {toLookAt.map(({ day, rows }) => (
              <OddDay key={`${day.providerId} ${day.date}`} day={day} rows={rows} />
            ))}
          </List>
        </ScrollArea.Autosize>
      )}
    </section>
  )
}

interface OutcomeProps {
  readonly outcome: ApprovalOutcome
  readonly onOpenDay: (day: ProviderDay) => void
  readonly onClose: () => void
}

/** What was approved, then what needs work. */
const OutcomeDialog = ({ outcome: { approved, refusals }, onOpenDay, onClose }: OutcomeProps) => (
  <Dialog
    opened
    onClose={onClose}
    title={approved.length > 0 ? 'Some days were approved' : 'These days could not be approved'}
  >
    <Stack gap="md" style={{ overflowWrap: 'anywhere' }}>
      {approved.length > 0 && (
        <section aria-label="Approved">
          <Text fw={600}>Approved: {counted(approved.length, 'day')}</Text>
          <Days days={approved} />
        </section>
      )}
      <section aria-label="Not approved">
        {approved.length > 0 && <Text fw={600}>Not approved:</Text>}
        <List size="sm" spacing={4}>
          {refusals.map(({ message, day }) => (
            <List.Item key={message}>
              {message}{' '}
              {day && (
                <Anchor component="button" type="button" size="sm" ta="start" onClick={() => onOpenDay(day)}>
                  Open <bdi>{day.providerName}</bdi>, {formatDate(day.date)}
                </Anchor>
              )}
            </List.Item>
          ))}
        </List>
      </section>
    </Stack>
    <Group justify="flex-end" mt="lg">
      <Button data-autofocus onClick={onClose}>
        OK
      </Button>
    </Group>
  </Dialog>
)

interface Props {
  readonly approval: ActorRefFrom<typeof weekApprovalMachine>
  /** Shows a provider's day. */
  readonly onOpenDay: (day: ProviderDay) => void
}

/** The approval's confirmation and messages. */
export const ApprovalDialogs = ({ approval, onOpenDay }: Props) => {
  const state = useSelector(approval, selectState)
  const context = useSelector(approval, selectContext)
  const dismiss = () => approval.send({ type: 'notice.dismiss' })
  switch (state) {
    case 'warned':
      return <MessageDialog title="Approve" message={NOTHING_PENDING} onClose={dismiss} />
    case 'leaving':
      return (
        <QuestionDialog
          question={`${selectionInWords(context)}, not saved. Are you sure you want to leave this page?`}
          onYes={() => approval.send({ type: 'leave.confirm' })}
          onNo={() => approval.send({ type: 'leave.dismiss' })}
        />
      )
    case 'confirming':
    case 'saving': {
      const ahead = leftOut(context)
      const sent = context.pending.filter(({ isOver }) => isOver)
      return (
        <ConfirmDialog
          question={APPROVAL_QUESTION}
          details={APPROVAL_WARNING}
          isBusy={state === 'saving'}
          onCancel={() => approval.send({ type: 'approval.cancel' })}
          onConfirm={() => approval.send({ type: 'approval.confirm' })}
        >
          {sent.length > 0 && (
            <Text size="sm" mt="xs">
              {daysInWords(sent)}
            </Text>
          )}
          {sent.length > 0 && <Checked days={sent} />}
          {unseenInWords(context).length > 0 && (
            <Text size="sm" mt={4}>
              {selectionInWords(context)}
            </Text>
          )}
          {ahead.length > 0 && (
            <section aria-label="Left out">
              <Text size="sm" mt="xs" fw={600}>
                Left out, because they are not over:
              </Text>
              <Days days={ahead} />
            </section>
          )}
        </ConfirmDialog>
      )
    }
    case 'refused':
      return (
        <OutcomeDialog
          outcome={context.outcome}
          onClose={dismiss}
          onOpenDay={(day) => {
            dismiss()
            onOpenDay(day)
          }}
        />
      )
    case 'failed':
      return <MessageDialog title="Error" message={context.failure ?? ''} onClose={dismiss} />
    default:
      return null
  }
}
