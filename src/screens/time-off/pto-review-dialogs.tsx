import { List, ScrollArea, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSelector } from '@xstate/react'
import { useCallback } from 'react'
import type { ActorRefFrom } from 'xstate'
import { z } from 'zod'
import type { PayOfPto, Pto } from '#contract/time-off.ts'
import { periodInWords } from '#domain/billing/period.ts'
import { formatHours, hundredthsOf } from '#domain/hours.ts'
import { formatDate, formatTimeRange } from '#domain/time.ts'
import { MAX_NOTE_LENGTH, overdraftsOf, PTO_STATES, rejectNoteSchema, timeOffMessages } from '#domain/time-off.ts'
import type { PtoReviewSnapshot, ptoReviewMachine } from '#machines/time-off/pto-review.machine.ts'
import { Drafted, type DraftedEntries } from '#screens/form/drafted-form.tsx'
import { onInvalid } from '#screens/form/focus-first-invalid.ts'
import { RecordButtons } from '#screens/form/record-dialog.tsx'
import { useKeepDraft } from '#screens/use-draft.ts'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import { timeOf } from './pto-columns.tsx'
import { SessionsDuring, useSessionsDuring } from './sessions-during.tsx'

type Actor = ActorRefFrom<typeof ptoReviewMachine>

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** Why the payroll of its day no longer changes, and which has its line. */
const closedInWords = ({ locked, exported, paidOn }: NonNullable<PayOfPto['closed']>) => {
  const why = [
    locked && `${periodInWords(locked)} is locked`,
    exported && `payroll of ${periodInWords(exported)} was exported`,
  ].filter((part) => part !== null)
  return `${why.join(' and ')}: a line of its own in the payroll of ${formatDate(paidOn)}`
}

const workedInWords = (worked: PayOfPto['worked']) => {
  const hours = worked.map(
    ({ schoolName, startTime, endTime }) => `${schoolName}, ${formatTimeRange(startTime, endTime)}`,
  )
  return `paid twice with the hours confirmed at this time: ${hours.join(' and ')}`
}

/** Time off is paid by the hour; '' if a rate pays it. */
const unratedInWords = ({ requestedDate, statusId, pay }: Pto): string => {
  if (pay === null || pay.hasRate) return ''
  const unrated = `no hourly pay rate is in force on ${formatDate(requestedDate)}`
  if (statusId === PTO_STATES.givingBack.id) return pay.closed ? `${unrated}: its line takes back 0.00` : ''
  return `${unrated}: ${pay.closed ? 'its line pays 0.00' : 'it will be paid 0.00 until one is set'}`
}

/** What to consider before accepting: '2 sessions at this time', or a request over the balance. */
const warningsOf = (request: Pto) => {
  const { isOverBalance, balanceHours, bookedSessions, statusId, pay } = request
  return [
    statusId === PTO_STATES.givingBack.id && 'to be returned',
    isOverBalance && `over balance, ${formatHours(hundredthsOf(balanceHours))} h left`,
    statusId !== PTO_STATES.givingBack.id &&
      bookedSessions.length > 0 &&
      `${counted(bookedSessions.length, 'session', 'sessions')} at this time`,
    pay !== null && pay.worked.length > 0 && workedInWords(pay.worked),
    pay !== null && pay.closed !== null && closedInWords(pay.closed),
    unratedInWords(request),
  ]
    .filter((warning) => warning !== false && warning !== '')
    .join('; ')
}

/** The selected requests with their conflicts. */
const Chosen = ({ requests }: { readonly requests: readonly Pto[] }) => {
  const hours = requests.reduce((sum, { totalHours }) => sum + hundredthsOf(totalHours), 0)
  return (
    <>
      <Text size="sm" c="dimmed">
        {counted(requests.length, 'request', 'requests')}, {formatHours(hours)} h
      </Text>
      <ScrollArea.Autosize
        mah="40dvh"
        type="auto"
        viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': 'Requests' }}
      >
        <List size="sm" spacing={2} style={{ overflowWrap: 'anywhere' }}>
          {requests.map((request) => {
            const warnings = warningsOf(request)
            return (
              <List.Item key={request.id}>
                <bdi>{request.providerName}</bdi>, {timeOf(request)}, {formatHours(hundredthsOf(request.totalHours))} h
                {warnings !== '' && (
                  <Text span inherit fw={600}>
                    {' '}
                    ({warnings})
                  </Text>
                )}
              </List.Item>
            )
          })}
        </List>
      </ScrollArea.Autosize>
    </>
  )
}

/** The balances that the selected requests take below zero. */
const Overdrafts = ({ requests }: { readonly requests: readonly Pto[] }) => (
  <List size="sm" spacing={4} style={{ overflowWrap: 'anywhere' }}>
    {overdraftsOf(requests).map(({ providerId, providerName, requests: count, asked, before, after }) => (
      <List.Item key={providerId}>
        <bdi>{providerName}</bdi>: {counted(count, 'request', 'requests')}, {formatHours(asked)} h in total. The balance
        goes from {formatHours(before)} h to{' '}
        <Text span inherit fw={600}>
          {formatHours(after)} h
        </Text>
        .
      </List.Item>
    ))}
  </List>
)

const noteContent = z.object({ note: z.string() })

interface NoteFormProps extends DraftedEntries<z.output<typeof noteContent>> {
  readonly review: Actor
  readonly isBusy: boolean
  /** Drops the draft. */
  readonly discard: () => void
}

const NoteForm = ({ review, isBusy, restored, draft, discard }: NoteFormProps) => {
  const form = useForm({
    initialValues: restored ?? { note: '' },
    validate: { note: (note) => rejectNoteSchema.safeParse(note).error?.issues[0]?.message ?? null },
  })
  useKeepDraft(draft, form.values, form.isDirty())
  return (
    <form noValidate onSubmit={form.onSubmit(({ note }) => review.send({ type: 'note.submit', note }), onInvalid)}>
      <Textarea
        data-autofocus
        label="Note"
        required
        autosize
        minRows={3}
        maxRows={8}
        readOnly={isBusy}
        description={`${form.values.note.length} of ${MAX_NOTE_LENGTH} characters`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.getInputProps('note')}
      />
      <RecordButtons
        isBusy={isBusy}
        saveLabel="Reject"
        isRefusal
        onCancel={() => {
          discard()
          review.send({ type: 'answer.cancel' })
        }}
      />
    </form>
  )
}

const selectIsBusy = (snapshot: PtoReviewSnapshot) => snapshot.hasTag('busy')
/** Also while they are being accepted after that question. */
const selectIsOver = (snapshot: PtoReviewSnapshot) =>
  snapshot.matches({ accepting: 'confirmingOverdraft' }) ||
  (snapshot.matches({ accepting: 'saving' }) && overdraftsOf(snapshot.context.chosen).length > 0)
const selectIsFailed = ({ context }: PtoReviewSnapshot) => context.failure !== undefined

/** The question before accepting, and the one about balances. They stay mounted, with the choices, while a failure shows. */
const AcceptDialogs = ({ review, chosen }: { readonly review: Actor; readonly chosen: readonly Pto[] }) => {
  const isOver = useSelector(review, selectIsOver)
  const isBusy = useSelector(review, selectIsBusy)
  const isFailed = useSelector(review, selectIsFailed)
  const during = useSessionsDuring(chosen)
  if (isFailed) return null
  return (
    <ConfirmDialog
      key={isOver ? 'over' : 'accept'}
      question={isOver ? timeOffMessages.acceptOver : timeOffMessages.accept}
      isReady={during.isReady}
      isBusy={isBusy}
      size={during.isAsked ? 'md' : 'sm'}
      onCancel={() => review.send({ type: 'answer.cancel' })}
      onConfirm={() => review.send({ type: 'answer.confirm', sessions: during.choices })}
    >
      {isOver ? (
        <Overdrafts requests={chosen} />
      ) : (
        <>
          <Chosen requests={chosen} />
          <SessionsDuring during={during} />
        </>
      )}
    </ConfirmDialog>
  )
}

/** The dialogs of accepting and rejecting (spec 2, section 2.8). */
export const PtoReviewDialogs = ({ review }: { readonly review: Actor }) => {
  const { chosen, refusals, failure } = useSelector(review, ({ context }: PtoReviewSnapshot) => context)
  const isWarned = useSelector(review, (snapshot: PtoReviewSnapshot) => snapshot.matches('warned'))
  const isAccepting = useSelector(review, (snapshot: PtoReviewSnapshot) => snapshot.matches('accepting'))
  const isRejecting = useSelector(review, (snapshot: PtoReviewSnapshot) => snapshot.matches('rejecting'))
  const isRefused = useSelector(review, (snapshot: PtoReviewSnapshot) => snapshot.matches('refused'))
  const isBusy = useSelector(review, selectIsBusy)
  const isFailed = useSelector(review, selectIsFailed)
  const onAnswered = useCallback((end: () => void) => review.on('requests.answered', end).unsubscribe, [review])
  const cancel = () => review.send({ type: 'answer.cancel' })
  const dismiss = () => review.send({ type: 'notice.dismiss' })
  return (
    <>
      {isWarned && <MessageDialog title="PTO Requests" message={timeOffMessages.nothingChosen} onClose={dismiss} />}
      {isAccepting && <AcceptDialogs review={review} chosen={chosen} />}
      <Dialog
        opened={isRejecting}
        onClose={cancel}
        title="Reject PTO Requests"
        isCovered={isFailed}
        closeOnClickOutside={false}
      >
        <Stack gap="sm">
          <Chosen requests={chosen} />
          <Drafted
            name="time-off/rejecting"
            noun="note"
            content={noteContent}
            basis={chosen.map(({ id }) => id).join()}
            offersOther
            onSaved={onAnswered}
          >
            {(entries) => <NoteForm review={review} isBusy={isBusy} {...entries} />}
          </Drafted>
        </Stack>
      </Dialog>
      {isRefused && <MessageDialog title="Some requests weren't updated" message={refusals} onClose={dismiss} />}
      {failure !== undefined && <MessageDialog title="Error" message={failure} onClose={dismiss} />}
    </>
  )
}
