import { Anchor, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { createContext, type ReactNode, useCallback, useContext } from 'react'
import { Link } from 'wouter'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { callOf } from '#contract/call.ts'
import {
  type ExplainedAmount,
  type ExplainedFee,
  type ExplainedLine,
  type Explanation,
  explainAmount,
} from '#contract/why.ts'
import { correctionAddress } from '#domain/billing/corrections.ts'
import { rateTypeNames, unitNames } from '#domain/billing/invoice.ts'
import { periodInWords } from '#domain/billing/period.ts'
import { calendarAddressOf } from '#domain/calendar-addresses.ts'
import { formatMinutes } from '#domain/hours.ts'
import { formatExactMoney, formatMoney, formatQuantity } from '#domain/money.ts'
import type { MoneyFormat } from '#domain/money-format.ts'
import { formatDate, formatTimeRange } from '#domain/time.ts'
import { counted, inWords } from '#domain/words.ts'
import type { DetailsMachine } from '#machines/common/details.machine.ts'
import { DetailsDialog } from '#screens/details/details-dialog.tsx'
import { ProviderLink } from '#screens/providers/provider-link.tsx'
import { RecordLink } from '#screens/record-link.tsx'
import { useDetails } from '#screens/use-calls.ts'
import type { Column } from '#ui/data-table/data-table.tsx'
import { PagedRows } from '#ui/data-table/paged-rows.tsx'
import { DialogsCoveredContext } from '#ui/dialog/dialog.tsx'
import { IconAction } from '#ui/icon-action/icon-action.tsx'
import { IconHelpCircle } from '#ui/icons/help-circle.ts'
import { lineQuantity, RateSince, Rounding, rowQuantity, Sessions, Who } from './why-parts.tsx'
import { PayLine } from './why-pay.tsx'

/** An amount to explain, and what it is: 'Lincoln, 11/01/2026 to 11/15/2026'. */
interface Subject {
  readonly of: ExplainedAmount
  readonly about: string
}

type Row = ExplainedLine['rows'][number]

/** Older invoices didn't keep who did what. */
const NOT_KEPT = 'Not recorded'

const columnsFor = (
  { rateTypeId }: ExplainedLine,
  { money, issued }: Pick<Explanation, 'money' | 'issued'>,
): Column<Row>[] => [
  {
    key: 'date',
    title: 'Date',
    isHeading: true,
    render: ({ date, providerId }) => (
      <Anchor component={Link} href={calendarAddressOf({ date, providerId }, true)} inherit>
        {formatDate(date)}
      </Anchor>
    ),
  },
  {
    key: 'provider',
    title: 'Provider',
    render: ({ providerId, providerName }) => <ProviderLink id={providerId} name={providerName} />,
  },
  {
    key: 'sessions',
    title: 'Sessions',
    render: ({ sessions }) => <Sessions sessions={sessions} />,
  },
  {
    key: 'hours',
    title: 'Timesheet',
    render: ({ hours }) =>
      hours ? formatTimeRange(hours.startTime, hours.endTime) : issued?.isTraced === false ? NOT_KEPT : 'As scheduled',
  },
  {
    key: 'confirmed',
    title: 'Confirmed',
    render: ({ confirmed }) =>
      confirmed ? <Who {...confirmed} /> : issued?.isTraced === false ? NOT_KEPT : 'Not confirmed',
  },
  {
    key: 'approved',
    title: 'Approved',
    render: ({ approved }) =>
      approved ? <Who {...approved} /> : issued?.isTraced === false ? NOT_KEPT : 'Not approved',
  },
  {
    key: 'quantity',
    title: unitNames[rateTypeId].many.replace(/^./, (letter) => letter.toUpperCase()),
    align: 'end',
    render: (row) => rowQuantity(row, money),
  },
  { key: 'exact', title: 'Amount', align: 'end', render: ({ exact }) => formatExactMoney(exact, money) },
]

const Line = ({ line, explanation }: { readonly line: ExplainedLine; readonly explanation: Explanation }) => {
  const { money } = explanation
  const { schoolId, schoolName, serviceName, rateTypeId, rate, amount, since, set, rows } = line
  const name = `${schoolName}: ${serviceName}, ${rateTypeNames[rateTypeId].toLowerCase()}, ${formatMoney(rate, money)}`
  return (
    <Stack gap={6} component="section" aria-label={name}>
      <Title order={3} size="h5" style={{ overflowWrap: 'anywhere' }}>
        <RecordLink href={`/updateSchool/${schoolId}?tab=rates`} screenKey="SchoolAccount" name={schoolName} />:{' '}
        <bdi>{serviceName}</bdi>, {rateTypeNames[rateTypeId].toLowerCase()}
      </Title>
      <Text size="sm">
        {lineQuantity(line, unitNames[rateTypeId], money)} × {formatMoney(rate, money)} ={' '}
        <b>{formatMoney(amount, money)}</b>.
        <Rounding {...line} money={money} />
      </Text>
      <RateSince since={since} set={set} />
      <PagedRows
        ariaLabel={`Work: ${name}`}
        columns={columnsFor(line, explanation)}
        rows={rows}
        keyOf={({ date, providerId, exact, sessions }) => `${date} ${providerId} ${sessions[0]?.id} ${exact}`}
        emptyText="No hours."
      />
    </Stack>
  )
}

const Fee = ({ fee, money }: { readonly fee: ExplainedFee; readonly money: MoneyFormat }) => {
  const { schoolId, schoolName, percent, base, amount, since, set } = fee
  return (
    <Text size="sm">
      <RecordLink href={`/updateSchool/${schoolId}?tab=billing`} screenKey="SchoolAccount" name={schoolName} />: admin
      fee of {formatQuantity(percent, money)}% of {formatMoney(base, money)} = <b>{formatMoney(amount, money)}</b>.
      <Rounding {...fee} money={money} />{' '}
      <Text span inherit c="dimmed">
        It has applied since {formatDate(since)}
        {set.by === '' ? (
          '.'
        ) : (
          <>
            , set by <Who {...set} />.
          </>
        )}
      </Text>
    </Text>
  )
}

const Locks = ({ locks, issued }: Pick<Explanation, 'locks' | 'issued'>) =>
  issued && locks.length === 0 ? null : locks.length === 0 ? (
    <Text size="sm">The period is not locked: the amount can still change.</Text>
  ) : (
    locks.map((lock) => (
      <Text size="sm" key={lock.startDate}>
        {periodInWords(lock)}: locked {lock.isForced && 'by force '}by <Who {...lock} />.
      </Text>
    ))
  )

const Corrections = ({ corrections }: Pick<Explanation, 'corrections'>) =>
  corrections.map(({ id, date, providerName, reason, state, opened }) => (
    <Text size="sm" key={id} style={{ overflowWrap: 'anywhere' }}>
      <bdi>{providerName}</bdi>, {formatDate(date)}:{' '}
      <Anchor component={Link} href={correctionAddress(id)} inherit>
        {state === 'completed' ? 'corrected' : 'being corrected'}
      </Anchor>
      , opened by <Who {...opened} />: {reason}
    </Text>
  ))

/** What the explanation of an invoice goes by. */
const Issued = ({ isTraced, replaces, credits, reason }: NonNullable<Explanation['issued']>) => (
  <>
    {replaces.length > 0 && (
      <Text size="sm">
        Replaces {inWords(replaces)}. {reason}
      </Text>
    )}
    {credits !== null && (
      <Text size="sm">
        Credits {credits} in full. {reason}
      </Text>
    )}
    <Text size="sm" c="dimmed">
      {isTraced || credits !== null
        ? 'Everything is as it was when the invoice was issued.'
        : 'When this invoice was issued, timesheet hours, who confirmed, approved, and locked them, and who set the rates were not kept with invoices.'}
    </Text>
  </>
)

const Whole = ({ explanation }: { readonly explanation: Explanation }) => {
  const { amount, money, lines, fees, pay, locks, corrections, withoutRate, issued } = explanation
  return (
    <Stack gap="lg">
      <Text size="xl" fw={700}>
        {formatMoney(amount, money)}
      </Text>
      {issued && <Issued {...issued} />}
      {pay.map((line) => (
        <PayLine key={`${line.providerId} ${line.part} ${line.from}`} line={line} money={money} />
      ))}
      {lines.length === 0 && pay.length === 0 && <Text size="sm">There is no work with a rate.</Text>}
      {lines.map((line) => (
        <Line
          key={`${line.schoolId} ${line.serviceName} ${line.rateTypeId} ${line.rate} ${line.from} ${line.rows[0]?.providerId}`}
          line={line}
          explanation={explanation}
        />
      ))}
      {fees.map((fee) => (
        <Fee key={`${fee.schoolId} ${fee.percent}`} fee={fee} money={money} />
      ))}
      {withoutRate.sessions > 0 && (
        <Text size="sm">
          Not counted, because it has no rate: {counted(withoutRate.sessions, 'session')},{' '}
          {formatMinutes(withoutRate.minutes)} h.
        </Text>
      )}
      <Locks locks={locks} issued={issued} />
      <Corrections corrections={corrections} />
    </Stack>
  )
}

const why = callOf(explainAmount, ({ of }: Subject) => ({ body: { of } }))

type WhyMachine = DetailsMachine<Subject, Explanation>
const selectIsOpen = (snapshot: SnapshotFrom<WhyMachine>) => !snapshot.matches('closed')

const WhyContext = createContext<(subject: Subject) => void>(() => {
  throw new Error('Why outside of a page that explains amounts')
})

/** A page whose amounts explain themselves, also those in its dialogs. */
export const ExplainsAmounts = ({ children }: { readonly children: ReactNode }) => {
  const dialog: ActorRefFrom<WhyMachine> = useDetails(why)
  const isOpen = useSelector(dialog, selectIsOpen)
  const areAllCovered = useContext(DialogsCoveredContext)
  const open = useCallback((subject: Subject) => dialog.send({ type: 'details.open', subject }), [dialog])
  return (
    <>
      <WhyContext value={open}>
        <DialogsCoveredContext value={isOpen || areAllCovered}>{children}</DialogsCoveredContext>
      </WhyContext>
      {/* Mounted when it opens, so that it is above the dialog that it is opened from. */}
      {isOpen && (
        <DetailsDialog dialog={dialog} titleOf={({ about }) => `Why? ${about}`} size="75rem">
          {(explanation) =>
            explanation === undefined ? <Skeleton height={240} /> : <Whole explanation={explanation} />
          }
        </DetailsDialog>
      )}
    </>
  )
}

/** A button next to an amount that shows what it is made of; inside `ExplainsAmounts`. */
export const Why = (subject: Subject) => {
  const open = useContext(WhyContext)
  return (
    <IconAction
      icon={IconHelpCircle}
      label={`Why? ${subject.about}`}
      tooltip="Why?"
      size={22}
      color="gray"
      onClick={() => open(subject)}
    />
  )
}
