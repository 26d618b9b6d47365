/** A correction: the day before and now, what approving it leads to, and its end. */
import { Alert, Anchor, Button, Group, List, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useSelector } from '@xstate/react'
import { type ReactNode, useCallback, useEffect } from 'react'
import { Link, useParams } from 'wouter'
import { type Call, callOf } from '#contract/call.ts'
import { approveCorrection, type CorrectionDetails, cancelCorrection, getCorrection } from '#contract/corrections.ts'
import {
  CORRECTION_STATES,
  type CorrectedHours,
  correctionMessages,
  type InvoiceOutcome,
  type PayDifference,
} from '#domain/billing/corrections.ts'
import { rateTypeNames, unitNames } from '#domain/billing/invoice.ts'
import { formatMoney } from '#domain/money.ts'
import type { MoneyFormat } from '#domain/money-format.ts'
import { formatDate } from '#domain/time.ts'
import type { ConfirmActionSnapshot } from '#machines/common/confirm-action.machine.ts'
import type { DetailsSnapshot } from '#machines/common/details.machine.ts'
import { HistoryLink } from '#screens/history-link.tsx'
import { idOfAddress } from '#screens/id-of-address.ts'
import { Instant } from '#screens/instant.tsx'
import { ProviderLink } from '#screens/providers/provider-link.tsx'
import { providerDayAddress } from '#screens/schedule/calendar-address.ts'
import { useAction, useDetailsOf } from '#screens/use-calls.ts'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { type Column, DataTable } from '#ui/data-table/data-table.tsx'
import { type Fact, Facts } from '#ui/facts/facts.tsx'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'
import { LoadingScreen } from '#ui/loading-screen/loading-screen.tsx'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import { hoursInWords } from './correct-day.tsx'
import { CorrectionStateBadge } from './correction-state-badge.tsx'
import { quantityInWords } from './why-parts.tsx'

const readCorrection = callOf(getCorrection, (id: number) => ({ body: { id } }))
const approving = callOf(approveCorrection, ({ id, entityCacheKey, hoursKey }: CorrectionDetails) => ({
  body: { id, entityCacheKey, hoursKey },
}))
const canceling = callOf(cancelCorrection, ({ id, entityCacheKey }: CorrectionDetails) => ({
  body: { id, entityCacheKey },
}))

interface SchoolRow {
  readonly schoolId: number
  readonly schoolName: string
  readonly before: CorrectedHours | undefined
  readonly now: CorrectedHours | undefined
}

const rowsOf = ({ before, now }: Pick<CorrectionDetails, 'before' | 'now'>): SchoolRow[] => {
  const all = [...before.hours, ...now.hours]
  return [...new Map(all.map((hours) => [hours.schoolId, hours.schoolName]))].map(([schoolId, schoolName]) => ({
    schoolId,
    schoolName,
    before: before.hours.find((hours) => hours.schoolId === schoolId),
    now: now.hours.find((hours) => hours.schoolId === schoolId),
  }))
}

const Hours = ({ hours, money }: { readonly hours: CorrectedHours | undefined; readonly money: MoneyFormat }) =>
  hours === undefined ? (
    '–'
  ) : (
    <div>
      {hoursInWords(hours)}
      <Text size="xs" c="dimmed">
        {[
          hours.serviceName ?? 'No service',
          hours.billed === null ? 'no rate' : formatMoney(hours.billed, money),
          ...(hours.isConfirmed ? [] : ['not confirmed']),
        ].join(', ')}
      </Text>
    </div>
  )

const columnsFor = (money: MoneyFormat, isEnded: boolean): Column<SchoolRow>[] => [
  { key: 'school', title: 'School', isHeading: true, render: ({ schoolName }) => schoolName },
  { key: 'before', title: 'Before', render: ({ before }) => <Hours hours={before} money={money} /> },
  { key: 'now', title: isEnded ? 'After' : 'Now', render: ({ now }) => <Hours hours={now} money={money} /> },
]

const invoiceInWords = (
  { schoolName, invoiceNumber, total, newTotal, replacedBy, creditNote }: InvoiceOutcome,
  money: MoneyFormat,
  isEnded: boolean,
): string => {
  if (invoiceNumber === null) {
    const newly = replacedBy !== null && isEnded ? `${replacedBy} was issued` : 'a new invoice is issued'
    return `${schoolName}: ${newly}, ${formatMoney(newTotal, money)}.`
  }
  const amounts = `${formatMoney(total, money)} → ${formatMoney(newTotal, money)}`
  if (!isEnded) {
    const how = replacedBy === null ? 'is taken back' : creditNote === null ? 'is replaced' : 'is credited and replaced'
    return `${schoolName}: ${invoiceNumber} ${how}, ${amounts}.`
  }
  const what = [creditNote !== null && `${creditNote} credits it`, replacedBy !== null && `${replacedBy} replaces it`]
  return `${schoolName}: ${invoiceNumber}, ${amounts}. ${what.filter(Boolean).join(', ')}.`
}

const payInWords = ({ quantity, rate, rateTypeId, amount, paidOn }: PayDifference, money: MoneyFormat): string =>
  rate === null || rateTypeId === null
    ? `${formatDate(paidOn)}: ${formatMoney(amount, money)}, without a rate.`
    : `${formatMoney(amount, money)} with the payroll of ${formatDate(paidOn)}: ${quantityInWords(
        quantity,
        unitNames[rateTypeId],
        money,
      )} × ${formatMoney(rate, money)}, ${rateTypeNames[rateTypeId].toLowerCase()}.`

const Outcome = ({ correction: { outcome, money, state, date, now } }: { readonly correction: CorrectionDetails }) => {
  if (outcome === null) return null
  const isEnded = !CORRECTION_STATES[state].isOpen
  return (
    <Stack gap={6} component="section" aria-labelledby="correction-outcome">
      <Title order={2} size="h4" id="correction-outcome">
        {isEnded ? 'What it led to' : 'What approving it leads to'}
      </Title>
      <List size="sm" spacing={4} style={{ overflowWrap: 'anywhere' }}>
        {outcome.invoices.map((invoice) => (
          <List.Item key={`${invoice.schoolId} ${invoice.invoiceNumber ?? invoice.replacedBy}`}>
            {invoiceInWords(invoice, money, isEnded)}
          </List.Item>
        ))}
        {outcome.waiting.map(({ schoolName, invoiceNumber, ...why }) => (
          <List.Item key={`${schoolName} ${invoiceNumber} waits`}>
            {schoolName}: {invoiceNumber ?? 'a new invoice'} waits
            {'refusal' in why ? (
              `. ${why.refusal}`
            ) : (
              <>
                {' '}
                for the correction of <bdi>{why.providerName}</bdi>, {formatDate(why.date)}.
              </>
            )}
          </List.Item>
        ))}
        {outcome.invoices.length + outcome.waiting.length === 0 && <List.Item>No invoice changes.</List.Item>}
        {outcome.pay.map((pay) => (
          <List.Item key={pay.rateId ?? 0}>Pay: {payInWords(pay, money)}</List.Item>
        ))}
        {outcome.pay.length === 0 && (
          <List.Item>
            {now.pay.some(({ rate }) => rate === null)
              ? `No pay rate is in force on ${formatDate(date)}: this work is paid nothing until one is added.`
              : 'Pay stays the same.'}
          </List.Item>
        )}
      </List>
    </Stack>
  )
}

type Snapshot = ConfirmActionSnapshot<CorrectionDetails, unknown>

interface Question {
  readonly words: string
  readonly children?: ReactNode
  readonly destructiveLabel?: string
}

/** A question, the call, and what came of it. */
const useEnding = (
  call: Call<CorrectionDetails, unknown>,
  done: (correction: CorrectionDetails) => string,
  { words, onChanged, ...question }: Question & { readonly onChanged: () => void },
) => {
  const action = useAction(call)
  useEffect(() => {
    const { unsubscribe } = action.on('action.done', ({ subject }) => {
      notifications.show({ message: done(subject) })
      onChanged()
    })
    return unsubscribe
  }, [action, done, onChanged])
  const message = useSelector(action, ({ context }: Snapshot) => context.message)
  const isAsking = useSelector(
    action,
    (snapshot: Snapshot) => snapshot.matches('confirming') || snapshot.hasTag('busy'),
  )
  const isBusy = useSelector(action, (snapshot: Snapshot) => snapshot.hasTag('busy'))
  const isFailed = useSelector(action, (snapshot: Snapshot) => snapshot.hasTag('failed'))
  return {
    ask: (correction: CorrectionDetails) => action.send({ type: 'action.ask', subject: correction }),
    dialogs: (
      <>
        {isAsking && (
          <ConfirmDialog
            question={words}
            isBusy={isBusy}
            onCancel={() => action.send({ type: 'action.cancel' })}
            onConfirm={() => action.send({ type: 'action.confirm' })}
            {...question}
          />
        )}
        {isFailed && (
          <MessageDialog
            title="Not saved"
            message={message ?? 'The correction could not be saved.'}
            onClose={() => {
              action.send({ type: 'failure.dismiss' })
              onChanged()
            }}
          />
        )}
      </>
    ),
  }
}

const approved = (correction: CorrectionDetails) => correctionMessages.completed(correction)
const canceled = (correction: CorrectionDetails) => correctionMessages.canceled(correction)

const Correction = ({
  correction,
  onChanged,
}: {
  readonly correction: CorrectionDetails
  readonly onChanged: () => void
}) => {
  const { id, providerId, providerName, date, state, reason, opened, ended, money, obstacles } = correction
  const { isOpen } = CORRECTION_STATES[state]
  const approval = useEnding(approving, approved, {
    words: `Do you want to approve the corrected ${formatDate(date)}?`,
    children: <Outcome correction={correction} />,
    onChanged,
  })
  const cancellation = useEnding(canceling, canceled, {
    words: 'Do you want to cancel this correction? The day is then as it was before.',
    destructiveLabel: 'Cancel correction',
    onChanged,
  })
  const facts: Fact[] = [
    ['Provider', <ProviderLink key="provider" id={providerId} name={providerName} />],
    ['Reason', reason],
    [
      'Opened',
      <span key="opened">
        <Instant at={opened.onUtc} />, <bdi>{opened.by}</bdi>
      </span>,
    ],
    [
      state === 'canceled' ? 'Canceled' : 'Approved',
      ended ? (
        <span key="ended">
          <Instant at={ended.onUtc} />, <bdi>{ended.by}</bdi>
        </span>
      ) : (
        ''
      ),
    ],
  ]
  return (
    <Stack gap="md">
      <Group gap="sm">
        <Title order={1}>Correction of {formatDate(date)}</Title>
        <CorrectionStateBadge state={state} />
      </Group>
      <Facts facts={facts} />
      <DataTable
        ariaLabel="Hours before and after"
        columns={columnsFor(money, !isOpen)}
        rows={rowsOf(correction)}
        keyOf={({ schoolId }) => schoolId}
        emptyText="No hours."
      />
      {obstacles.length > 0 && (
        <Alert color="yellow" variant="light" title="Before it can be approved" style={{ overflowWrap: 'anywhere' }}>
          <List size="sm" spacing={4}>
            {obstacles.map((words) => (
              <List.Item key={words}>{words}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Outcome correction={correction} />
      <Group gap="xs">
        {isOpen && (
          <>
            <Button onClick={() => approval.ask(correction)} disabled={obstacles.length > 0}>
              Approve correction
            </Button>
            <Button variant="outline" color="red.9" onClick={() => cancellation.ask(correction)}>
              Cancel correction
            </Button>
          </>
        )}
        <Anchor component={Link} href={providerDayAddress(providerId, date)} size="sm">
          Open day
        </Anchor>
        <Anchor component={Link} href="/corrections" size="sm">
          All corrections
        </Anchor>
        <HistoryLink
          workflow="billing/day-correction"
          entity={String(id)}
          name={`Correction of ${formatDate(date)}, ${providerName}`}
        />
      </Group>
      {approval.dialogs}
      {cancellation.dialogs}
    </Stack>
  )
}

const CorrectionById = ({ id }: { readonly id: number }) => {
  const details = useDetailsOf(readCorrection, id, [{ topic: 'days' }, { topic: 'sessions' }, { topic: 'invoices' }])
  const refresh = useCallback(() => details.send({ type: 'details.refresh' }), [details])
  type Read = DetailsSnapshot<number, CorrectionDetails>
  const { data, message } = useSelector(details, ({ context }: Read) => context)
  const isFailed = useSelector(details, (snapshot: Read) => snapshot.hasTag('failed'))
  if (data !== undefined) return <Correction correction={data} onChanged={refresh} />
  return isFailed ? (
    <FailedToRead
      message={message ?? 'The correction could not be loaded.'}
      onRetry={() => details.send({ type: 'details.retry' })}
    />
  ) : (
    <LoadingScreen />
  )
}

export const CorrectionScreen = () => {
  const id = idOfAddress(useParams<{ id: string }>().id)
  return id === undefined ? <Text>{correctionMessages.notFound}</Text> : <CorrectionById key={id} id={id} />
}
