/**
 * What a provider changed or deleted, or asks to: what approving or undoing it would do to each date, with Approve and
 * Reject, or Undo; for the provider, Withdraw Request.
 */
import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useSelector } from '@xstate/react'
import { useCallback, useEffect, useMemo } from 'react'
import { Link, useParams } from 'wouter'
import { type Call, callOf } from '#contract/call.ts'
import {
  approveProviderChange,
  getProviderChange,
  type ProviderChange,
  providerChangeMessages,
  rejectProviderChange,
  undoProviderChange,
  withdrawProviderChange,
} from '#contract/provider-changes.ts'
import type { SessionPreview } from '#contract/session-preview.ts'
import { calendarAddressOf } from '#domain/calendar-addresses.ts'
import { formatDayHeader } from '#domain/time.ts'
import { counted } from '#domain/words.ts'
import type { ConfirmActionSnapshot } from '#machines/common/confirm-action.machine.ts'
import type { DetailsSnapshot } from '#machines/common/details.machine.ts'
import type { SaveRecordInput } from '#machines/common/record-form.machine.ts'
import { previewInWords } from '#machines/schedule/preview-in-words.ts'
import { type DecisionDefinition, useDecision } from '#screens/form/decision-dialog.tsx'
import { idOfAddress } from '#screens/id-of-address.ts'
import { Instant } from '#screens/instant.tsx'
import { useSession } from '#screens/provided.tsx'
import { useAction, useDetailsOf } from '#screens/use-calls.ts'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { type Column, DataTable } from '#ui/data-table/data-table.tsx'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'
import { LoadingScreen } from '#ui/loading-screen/loading-screen.tsx'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import { ClashList } from './clash-list.tsx'
import { DateList } from './session-preview/date-list.tsx'
import { PreviewNotes } from './session-preview/preview-notes.tsx'

const readChange = callOf(getProviderChange, (id: number) => ({ body: { id } }))
const approving = callOf(approveProviderChange, ({ id, seen }: ProviderChange) => ({ body: { id, seen } }))
const withdrawing = callOf(withdrawProviderChange, ({ id }: ProviderChange) => ({ body: { id } }))
const rejection: DecisionDefinition<ProviderChange, ProviderChange> = {
  calls: {
    read: callOf(getProviderChange, ({ id }: ProviderChange) => ({ body: { id } })),
    save: callOf(
      rejectProviderChange,
      ({ subject: { id }, values: reason }: SaveRecordInput<ProviderChange, ProviderChange, string>) => ({
        body: { id, reason },
      }),
    ),
  },
  title: 'Reject',
  isRefusal: true,
  about: ({ words }) => words.replace(/\.$/, ''),
  effect: () => 'The sessions stay as they are. The provider is told the reason.',
  decided: () => providerChangeMessages.rejected,
  draft: ({ id }) => `provider-change/${id}`,
}
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
  inactive: 'Stays: its school or a student is no longer active',
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

type Answer = ConfirmActionSnapshot<ProviderChange, unknown>

interface AnswerProps {
  readonly change: ProviderChange
  readonly call: Call<ProviderChange, unknown>
  readonly label: string
  readonly question: string
  readonly details?: string
  readonly done: string
  /** The title of the message after a refusal, and its text if the server gives none. */
  readonly failed: readonly [title: string, message: string]
  readonly isPlain?: boolean
  /** What is shown may be out of date. */
  readonly onChanged: () => void
}

const AnswerButton = ({ change, call, label, question, details, done, failed, isPlain, onChanged }: AnswerProps) => {
  const action = useAction(call)
  useEffect(() => {
    const { unsubscribe } = action.on('action.done', () => {
      notifications.show({ message: done })
      onChanged()
    })
    return unsubscribe
  }, [action, done, onChanged])
  const message = useSelector(action, ({ context }: Answer) => context.message)
  const isAsking = useSelector(action, (snapshot: Answer) => snapshot.matches('confirming') || snapshot.hasTag('busy'))
  const isBusy = useSelector(action, (snapshot: Answer) => snapshot.hasTag('busy'))
  const isFailed = useSelector(action, (snapshot: Answer) => snapshot.hasTag('failed'))
  return (
    <>
      <Button
        {...(isPlain && { variant: 'default' })}
        onClick={() => action.send({ type: 'action.ask', subject: change })}
      >
        {label}
      </Button>
      {isAsking && (
        <ConfirmDialog
          question={question}
          {...(details !== undefined && { details })}
          isBusy={isBusy}
          onCancel={() => action.send({ type: 'action.cancel' })}
          onConfirm={() => action.send({ type: 'action.confirm' })}
        />
      )}
      {isFailed && (
        <MessageDialog
          title={failed[0]}
          message={message ?? failed[1]}
          onClose={() => {
            action.send({ type: 'failure.dismiss' })
            onChanged()
          }}
        />
      )}
    </>
  )
}

interface ChangeProps {
  readonly change: ProviderChange
  readonly onChanged: () => void
}

const UndoButton = ({ change, onChanged }: ChangeProps) => {
  const clashing = change.back.filter(({ clashes }) => clashes.length > 0).length
  const goes = change.back.length === 1 ? 'goes' : 'go'
  return (
    <AnswerButton
      change={change}
      call={undoing}
      label="Undo"
      question="Do you want to undo this change?"
      details={[
        `${counted(change.back.length, 'session')} ${goes} back`,
        ...(change.stays.length > 0 ? [`${change.stays.length} stay`] : []),
        ...(clashing > 0 ? [`${clashing} with a clash`] : []),
      ].join(', ')}
      done={providerChangeMessages.undone}
      failed={['Not undone', 'The change could not be undone.']}
      onChanged={onChanged}
    />
  )
}

/** For an administrator: Approve, if nothing is in the way, and Reject. */
const DecisionButtons = ({ change, onChanged }: ChangeProps) => {
  const rejecting = useDecision(rejection, onChanged)
  return (
    <>
      {change.approval && (
        <AnswerButton
          change={change}
          call={approving}
          label="Approve"
          question="Do you want to approve this change?"
          details={`${previewInWords(change.approval)}.`}
          done={providerChangeMessages.approved}
          failed={['Not approved', 'The change could not be approved.']}
          onChanged={onChanged}
        />
      )}
      <Button variant="default" onClick={() => rejecting.open(change)}>
        Reject
      </Button>
      {rejecting.dialog}
    </>
  )
}

const WithdrawButton = (props: ChangeProps) => (
  <AnswerButton
    {...props}
    call={withdrawing}
    label="Withdraw Request"
    question="Do you want to withdraw this request?"
    done={providerChangeMessages.withdrawn}
    failed={['Not withdrawn', 'The request could not be withdrawn.']}
    isPlain
  />
)

const ANSWERED = {
  applied: 'Approved',
  undone: 'Approved',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
  discarded: 'Discarded by a later change',
} as const satisfies Record<Exclude<ProviderChange['state'], 'waiting'>, string>

const AnswerNotice = ({ state, answered }: Pick<ProviderChange, 'state' | 'answered'>) =>
  answered &&
  state !== 'waiting' && (
    <Alert color={state === 'applied' || state === 'undone' ? 'green' : 'gray'} variant="light">
      {ANSWERED[state]}: <bdi>{answered.by}</bdi>, <Instant at={answered.atUtc} />
      {answered.reason !== null && <Text size="sm">Reason: {answered.reason}</Text>}
    </Alert>
  )

/** What approving it would do. */
const Approval = ({ preview, isAsked }: { readonly preview: SessionPreview; readonly isAsked: boolean }) => (
  <Stack gap="xs">
    <Title order={2} size="h4">
      {isAsked ? 'If you approve it' : 'Once it is approved'}
    </Title>
    <Text>{previewInWords(preview)}.</Text>
    <PreviewNotes preview={preview} />
  </Stack>
)

const titleOf = (isWaiting: boolean, isAdministrator: boolean): string => {
  if (!isWaiting) return 'Change by a Provider'
  return isAdministrator ? 'Change to Approve' : 'Change Waiting for Approval'
}

const Change = ({ change, onChanged }: ChangeProps) => {
  const { isAdministrator } = useSession()
  const { state, words, atUtc, undone, obstacle, approval, providerId } = change
  const isWaiting = state === 'waiting'
  const rows = rowsOf(change)
  const first = rows[0] ?? approval?.dates[0]
  return (
    <Stack gap="md" style={{ overflowWrap: 'anywhere' }}>
      <Title order={1}>{titleOf(isWaiting, isAdministrator)}</Title>
      <div>
        <Text>{words}</Text>
        <Text size="sm" c="dimmed">
          <Instant at={atUtc} />
        </Text>
      </div>
      <AnswerNotice {...change} />
      {undone && (
        <Alert color="green" variant="light">
          Undone by <bdi>{undone.by}</bdi>, <Instant at={undone.atUtc} />.
        </Alert>
      )}
      {obstacle !== null && (
        <Alert color="yellow" variant="light">
          <Text fw={600} size="sm">
            This change can't be {isWaiting ? 'approved' : 'undone'}
          </Text>
          {obstacle}
        </Alert>
      )}
      {approval && <Approval preview={approval} isAsked={isAdministrator} />}
      <Group gap="sm">
        {isWaiting && isAdministrator && <DecisionButtons change={change} onChanged={onChanged} />}
        {isWaiting && !isAdministrator && <WithdrawButton change={change} onChanged={onChanged} />}
        {state === 'applied' && isAdministrator && obstacle === null && (
          <UndoButton change={change} onChanged={onChanged} />
        )}
        {first && (
          <Anchor
            component={Link}
            href={calendarAddressOf({ providerId, date: first.date }, isAdministrator)}
            size="sm"
          >
            Open calendar
          </Anchor>
        )}
      </Group>
      {approval && <DateList dates={approval.dates} />}
      {rows.length > 0 && (
        <DataTable
          ariaLabel="Sessions"
          columns={columns}
          rows={rows}
          keyOf={({ date, what }) => `${date} ${what}`}
          emptyText="No sessions."
        />
      )}
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
