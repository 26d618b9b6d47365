/** The list of issued invoices and its search (spec 2, section 2.12). */
import { Anchor, Badge, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { listCallOf } from '#contract/call.ts'
import type { Filters } from '#contract/filters.ts'
import { getInvoiceHistory, type InvoiceRecord } from '#contract/invoice-history.ts'
import {
  ALL_SCHOOLS,
  type HistorySearch,
  historyMessages,
  historySearchSchema,
  isHistoryState,
  NO_SEARCH,
} from '#domain/billing/invoice-history.ts'
import { compareAmounts, differenceOf, formatMoney, isZero } from '#domain/money.ts'
import { formatDate, localDateSchema } from '#domain/time.ts'
import type { PagedListSnapshot } from '#machines/common/paged-list.machine.ts'
import { HistoryLink } from '#screens/history-link.tsx'
import { idOfAddress } from '#screens/id-of-address.ts'
import { Instant } from '#screens/instant.tsx'
import type { ListDefinition } from '#screens/list/list-definition.ts'
import type { ListFilter } from '#screens/list/list-filter.ts'
import { useNow } from '#screens/use-now.ts'
import { FirstNames } from '#ui/first-names/first-names.tsx'
import { Amount } from './amount.tsx'
import { Why } from './why.tsx'

/** How the address has the choice of all schools. */
const ALL = 'all'

const dateOf = (text: string | null) => localDateSchema.safeParse(text).data ?? ''

/** The search of an address; none if it could not have been searched for. */
const readSearch = (query: URLSearchParams): HistorySearch => {
  const school = query.get('school')
  const stateId = idOfAddress(query.get('state'))
  const search = {
    providerId: idOfAddress(query.get('provider')),
    schoolId: school === ALL ? ALL_SCHOOLS : idOfAddress(school),
    from: dateOf(query.get('from')),
    to: dateOf(query.get('to')),
    stateId: stateId !== undefined && isHistoryState(stateId) ? stateId : undefined,
    invoiceNumber: (query.get('number') ?? '').trim(),
  }
  return historySearchSchema.safeParse(search).success ? search : NO_SEARCH
}

/** What was searched for. The form on the page has what is being typed. */
const searched: Filters<HistorySearch, ListFilter<HistorySearch>> = {
  list: [],
  none: NO_SEARCH,
  read: readSearch,
  write: ({ providerId, schoolId, from, to, stateId, invoiceNumber }) => ({
    provider: String(providerId ?? ''),
    school: schoolId === ALL_SCHOOLS ? ALL : String(schoolId ?? ''),
    from,
    to,
    state: String(stateId ?? ''),
    number: invoiceNumber,
  }),
  refuse: () => undefined,
  isTyping: () => false,
}

export const isSearch = (search: HistorySearch): boolean => historySearchSchema.safeParse(search).success

const records = listCallOf(getInvoiceHistory, ({ from, to, stateId, ...search }: HistorySearch) => ({
  body: { ...search, startDate: from, endDate: to, stateId: stateId ?? (0 as const) },
}))

const Secondary = ({ isReplaced, children }: { readonly isReplaced: boolean; readonly children: ReactNode }) =>
  isReplaced ? (
    <Text span inherit c="dimmed">
      {children}
    </Text>
  ) : (
    children
  )

const Note = ({ children }: { readonly children: ReactNode }) => (
  <Text size="xs" c="dimmed" mt={2} style={{ overflowWrap: 'anywhere' }}>
    {children}
  </Text>
)

/** The address that shows one invoice. */
const hrefOf = (invoiceNumber: string) => `/billing-history?${new URLSearchParams({ number: invoiceNumber })}`

const InvoiceLink = ({ invoiceNumber }: Pick<InvoiceRecord, 'invoiceNumber'>) => (
  <Anchor component={Link} href={hrefOf(invoiceNumber)} inherit>
    {invoiceNumber}
  </Anchor>
)

const State = ({ name, color, note }: { readonly name: string; readonly color: string; readonly note: ReactNode }) => (
  <div>
    <Badge color={color} variant="dot" tt="none">
      {name}
    </Badge>
    <Note>{note}</Note>
  </div>
)

const StateCell = ({ supersededBy, credits, paid, amountDue, money, dueOn }: InvoiceRecord) => {
  const { date: today } = useNow()
  if (supersededBy) {
    const name = supersededBy.kind === 'credit' ? 'Credited' : 'Replaced'
    return (
      <State
        name={name}
        color="gray.6"
        note={
          <>
            by <InvoiceLink {...supersededBy} />
          </>
        }
      />
    )
  }
  if (paid) {
    return <State name="Paid" color="green" note={[formatDate(paid.on), paid.reference].filter(Boolean).join(', ')} />
  }
  if (credits && isZero(amountDue)) {
    return (
      <State
        name="Credit note"
        color="gray.6"
        note={
          <>
            for <InvoiceLink {...credits} />
          </>
        }
      />
    )
  }
  if (compareAmounts(amountDue, '0') < 0) {
    return (
      <State
        name="Credit"
        color="blue"
        note={`${formatMoney(differenceOf('0', amountDue), money)} owed to the school`}
      />
    )
  }
  return dueOn < today ? (
    <State name="Overdue" color="red" note={`since ${formatDate(dueOn)}`} />
  ) : (
    <State name="Issued" color="blue" note={`due ${formatDate(dueOn)}`} />
  )
}

const deliveryColors = { queued: 'yellow', sent: 'green', failed: 'red' } as const
const deliveryNames = { queued: 'Queued', sent: 'Sent', failed: 'Failed' } as const

const EmailCell = ({ delivery }: Pick<InvoiceRecord, 'delivery'>) =>
  delivery === null ? (
    <Text span inherit c="dimmed">
      Not sent
    </Text>
  ) : (
    <div>
      <Badge color={deliveryColors[delivery.state]} variant="dot" tt="none">
        {deliveryNames[delivery.state]}
      </Badge>
      <Note>
        <Instant at={delivery.atUtc} /> {delivery.reason ?? `to ${delivery.recipient}`}
      </Note>
    </div>
  )

export const historyList: ListDefinition<InvoiceRecord, HistorySearch> = {
  heading: 'History Details',
  filters: searched,
  filterDelay: 0,
  rows: {
    shows: getInvoiceHistory.shows,
    // Nothing is loaded before the first search.
    run: async (client, place, options) =>
      isSearch(place.filters) ? records.run(client, place, options) : { rows: [], total: 0 },
  },
  columns: [
    {
      key: 'number',
      title: 'Invoice Number',
      isHeading: true,
      render: ({ invoiceNumber, supersededBy }) => (
        <Secondary isReplaced={supersededBy !== null}>{invoiceNumber}</Secondary>
      ),
    },
    {
      key: 'school',
      title: 'School Name',
      render: ({ schoolName, supersededBy }) => <Secondary isReplaced={supersededBy !== null}>{schoolName}</Secondary>,
    },
    {
      key: 'provider',
      title: 'Provider Name',
      render: ({ invoiceNumber, providerNames, supersededBy }) => (
        <Secondary isReplaced={supersededBy !== null}>
          <FirstNames names={providerNames} of={`Providers of ${invoiceNumber}`} />
        </Secondary>
      ),
    },
    {
      key: 'period',
      title: 'Period',
      render: ({ billingStartDate: startDate, billingEndDate: endDate, supersededBy }) => (
        <Secondary isReplaced={supersededBy !== null}>
          {formatDate(startDate)}&nbsp;to {formatDate(endDate)}
        </Secondary>
      ),
    },
    {
      key: 'total',
      title: 'Total',
      align: 'end',
      render: ({ id, invoiceNumber, total, money, supersededBy }) => (
        <Secondary isReplaced={supersededBy !== null}>
          <Amount
            amount={total}
            money={money}
            why={<Why of={{ kind: 'invoice', id }} about={`Invoice ${invoiceNumber}`} />}
          />
        </Secondary>
      ),
    },
    {
      key: 'created',
      title: 'Created Date',
      render: ({ generatedOn, supersededBy }) => (
        <Secondary isReplaced={supersededBy !== null}>
          <Instant at={generatedOn} />
        </Secondary>
      ),
    },
    {
      key: 'state',
      title: 'State',
      render: (invoice) => (
        <>
          <StateCell {...invoice} />
          <HistoryLink workflow="billing/invoice" entity={String(invoice.id)} name={invoice.invoiceNumber} size="xs" />
        </>
      ),
    },
    { key: 'email', title: 'Email', render: (invoice) => <EmailCell {...invoice} /> },
  ],
  keyOf: ({ id }) => id,
  nameOf: ({ invoiceNumber }) => invoiceNumber,
  emptyText: historyMessages.empty,
  isEmptyOnFailure: true,
}

export type HistorySnapshot = PagedListSnapshot<InvoiceRecord, HistorySearch>
