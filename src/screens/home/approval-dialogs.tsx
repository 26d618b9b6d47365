import { Anchor, Button, Group, List, Stack, Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { formatDate, formatDayHeader } from '#domain/time.ts'
import { counted } from '#domain/words.ts'
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
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
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
