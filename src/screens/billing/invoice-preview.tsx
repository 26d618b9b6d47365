import { Alert, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { type ReactNode, useId } from 'react'
import type { ActorRefFrom } from 'xstate'
import { rateTypeNames } from '#domain/billing/invoice.ts'
import { sentInWords } from '#domain/billing/invoice-changes.ts'
import type { InvoicePlace } from '#domain/billing/invoice-place.ts'
import { formatQuantity } from '#domain/money.ts'
import { formatDate } from '#domain/time.ts'
import { inWords } from '#domain/words.ts'
import type {
  GenerateInvoiceSnapshot,
  generateInvoiceMachine,
  InvoicePreview,
} from '#machines/billing/generate-invoice.machine.ts'
import { useSession } from '#screens/provided.tsx'
import { type Column, DataTable } from '#ui/data-table/data-table.tsx'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'
import { Amount } from './amount.tsx'
import { RefusalNote } from './refusal-note.tsx'
import { Why } from './why.tsx'

type Line = InvoicePreview['lines'][number]

/** The button that explains a line by its place in the bill, or the whole. */
type WhyOf = (about: string, line?: number) => ReactNode

const Quantity = ({ quantity }: Pick<Line, 'quantity'>) => formatQuantity(quantity, useSession().money)

const columnsFor = (whyOf: WhyOf): readonly Column<Line>[] => [
  {
    key: 'service',
    title: 'Service',
    render: ({ serviceName, rateTypeId, from, to }) => (
      <div style={{ overflowWrap: 'anywhere' }}>
        {serviceName}
        <Text size="xs" c="dimmed">
          {rateTypeNames[rateTypeId]}, {from === to ? formatDate(from) : `${formatDate(from)} to ${formatDate(to)}`}
        </Text>
      </div>
    ),
  },
  { key: 'quantity', title: 'Quantity', align: 'end', render: ({ quantity }) => <Quantity quantity={quantity} /> },
  { key: 'rate', title: 'Rate', align: 'end', render: ({ rate }) => <Amount amount={rate} /> },
  {
    key: 'amount',
    title: 'Amount',
    align: 'end',
    render: ({ amount, serviceName }, number) => <Amount amount={amount} why={whyOf(serviceName, number - 1)} />,
  },
]

interface TotalsProps extends Pick<InvoicePreview, 'subtotal' | 'fees' | 'total'> {
  readonly whyOf: WhyOf
}

const Totals = ({ subtotal, fees, total, whyOf }: TotalsProps) => {
  const { money } = useSession()
  const rows = [
    ...(fees.length === 0 ? [] : [{ name: 'Subtotal', amount: subtotal }]),
    ...fees.map(({ percent, base, amount }) => ({
      name: `Admin fee, ${formatQuantity(percent, money)}%${fees.length > 1 ? ' of part' : ''}`,
      key: `${percent}/${base}`,
      amount,
    })),
  ]
  return (
    <Table withRowBorders={false} verticalSpacing={4} aria-label="Totals">
      <Table.Tbody>
        {rows.map(({ name, amount }) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" fw={400}>
              {name}
            </Table.Th>
            <Table.Td ta="end">
              <Amount amount={amount} />
            </Table.Td>
          </Table.Tr>
        ))}
        <Table.Tr fw={600}>
          <Table.Th scope="row">Total</Table.Th>
          <Table.Td ta="end">
            <Amount amount={total} why={whyOf('Total')} />
          </Table.Td>
        </Table.Tr>
      </Table.Tbody>
    </Table>
  )
}

const effectOf = ({ replaces, received, reason, isUnchanged }: InvoicePreview): string | undefined => {
  if (replaces.length === 0) return undefined
  const numbers = inWords(replaces)
  const effect = isUnchanged
    ? `Nothing has changed since ${numbers}: no new invoice will be issued.`
    : `It will replace ${numbers}. ${reason}`
  return received.length === 0 ? effect : `${effect} The school has ${sentInWords(received)}.`
}

interface ContentProps {
  readonly preview: InvoicePreview
  readonly place: InvoicePlace
  /** Shown elsewhere already. */
  readonly known: string | undefined
}

const Content = ({ preview, place, known }: ContentProps) => {
  const effect = effectOf(preview)
  const { startDate, endDate, school } = place
  const whyOf: WhyOf = (about, line) =>
    typeof school === 'number' && (
      <Why
        of={{
          kind: 'work',
          startDate,
          endDate,
          schoolId: school,
          studentIds: [...place.studentIds],
          serviceIds: [...place.serviceIds],
          only: 'approved',
          ...(line !== undefined && { line }),
        }}
        about={about}
      />
    )
  return (
    <>
      {preview.refusal !== null && preview.refusal !== known && (
        <Alert color="yellow" variant="light">
          <RefusalNote refusal={preview.refusal} startDate={startDate} />
        </Alert>
      )}
      {effect !== undefined && preview.refusal === null && (
        <Alert color="blue" variant="light">
          {effect}
        </Alert>
      )}
      {preview.lines.length > 0 && (
        <>
          <DataTable
            ariaLabel="Lines of the invoice"
            columns={columnsFor(whyOf)}
            rows={preview.lines}
            keyOf={({ serviceName, rateTypeId, from, rate }) => `${serviceName}/${rateTypeId}/${from}/${rate}`}
            emptyText=""
          />
          <Totals {...preview} whyOf={whyOf} />
        </>
      )}
    </>
  )
}

const selectPlace = ({ context }: GenerateInvoiceSnapshot) => context.place
const selectPreview = ({ context }: GenerateInvoiceSnapshot) => context.preview
const selectMessage = ({ context }: GenerateInvoiceSnapshot) => context.message
const selectIsChoosing = (snapshot: GenerateInvoiceSnapshot) => snapshot.matches({ editing: 'choosing' })
const selectIsUnread = (snapshot: GenerateInvoiceSnapshot) => snapshot.matches({ editing: 'unread' })

/** What the invoice would say if it were generated now. */
export const Preview = ({ actor }: { readonly actor: ActorRefFrom<typeof generateInvoiceMachine> }) => {
  const place = useSelector(actor, selectPlace)
  const { school } = place
  const preview = useSelector(actor, selectPreview)
  const message = useSelector(actor, selectMessage)
  const isChoosing = useSelector(actor, selectIsChoosing)
  const isUnread = useSelector(actor, selectIsUnread)
  const headingId = useId()
  const isLoading = !isChoosing && !isUnread && preview === undefined
  return (
    <Stack component="section" gap="sm" aria-labelledby={headingId} aria-busy={isLoading} style={{ minWidth: 0 }}>
      <Title order={3} id={headingId}>
        Preview
      </Title>
      {isChoosing && (
        <Text c="dimmed">
          {school === 'all'
            ? 'Each school with approved hours in the period gets an invoice, unless nothing has changed since its current one.'
            : 'Choose a period and a school to see what the invoice will say.'}
        </Text>
      )}
      {isUnread && (
        <FailedToRead
          message="The preview could not be loaded."
          onRetry={() => actor.send({ type: 'preview.retry' })}
        />
      )}
      {isLoading && <Skeleton height={160} />}
      {!isUnread && preview && <Content preview={preview} place={place} known={message} />}
    </Stack>
  )
}
