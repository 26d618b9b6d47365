import { Anchor, Stack, Text, Title } from '@mantine/core'
import { Link } from 'wouter'
import type { ExplainedPay } from '#contract/why.ts'
import { rateTypeNames, unitNames } from '#domain/billing/invoice.ts'
import { adjustmentInWords } from '#domain/billing/pay.ts'
import { periodInWords } from '#domain/billing/period.ts'
import { calendarAddressOf } from '#domain/calendar-addresses.ts'
import { formatExactMoney, formatMoney } from '#domain/money.ts'
import type { MoneyFormat } from '#domain/money-format.ts'
import { RATE_TYPE_IDS } from '#domain/rate-types.ts'
import { formatDate, formatTimeRange } from '#domain/time.ts'
import { capitalized } from '#domain/words.ts'
import { ProviderLink } from '#screens/providers/provider-link.tsx'
import { RecordLink } from '#screens/record-link.tsx'
import type { Column } from '#ui/data-table/data-table.tsx'
import { PagedRows } from '#ui/data-table/paged-rows.tsx'
import { lineQuantity, RateSince, Rounding, rowQuantity, Sessions, Who } from './why-parts.tsx'

type Row = ExplainedPay['rows'][number]

const HOURS = { one: 'hour', many: 'hours' }

const unitOf = ({ rate }: ExplainedPay) => (rate ? unitNames[rate.rateTypeId] : HOURS)

const columnsOf = (line: ExplainedPay, money: MoneyFormat): Column<Row>[] => [
  {
    key: 'date',
    title: 'Date',
    isHeading: true,
    render: ({ date }) => (
      <Anchor component={Link} href={calendarAddressOf({ date, providerId: line.providerId }, true)} inherit>
        {formatDate(date)}
      </Anchor>
    ),
  },
  ...(line.part === 'base'
    ? ([
        {
          key: 'school',
          title: 'School',
          render: ({ school }) =>
            school && <RecordLink href={`/updateSchool/${school.id}`} screenKey="SchoolAccount" name={school.name} />,
        },
        ...(line.rate?.rateTypeId === RATE_TYPE_IDS.perSession
          ? [{ key: 'sessions', title: 'Sessions', render: ({ sessions }: Row) => <Sessions sessions={sessions} /> }]
          : []),
        {
          key: 'confirmed',
          title: 'Confirmed',
          render: ({ confirmed }) => (confirmed ? <Who {...confirmed} /> : 'Not confirmed'),
        },
      ] satisfies Column<Row>[])
    : []),
  {
    key: 'hours',
    title: line.part === 'base' ? 'Timesheet' : 'Time Off',
    render: ({ hours }) => hours && formatTimeRange(hours.startTime, hours.endTime),
  },
  {
    key: 'approved',
    title: line.part === 'base' ? 'Approved' : 'Accepted',
    render: ({ approved }) => approved && <Who {...approved} />,
  },
  {
    key: 'quantity',
    title: capitalized(unitOf(line).many),
    align: 'end',
    render: (row) => rowQuantity(row, money),
  },
  { key: 'exact', title: 'Amount', align: 'end', render: ({ exact }) => formatExactMoney(exact, money) },
]

const whatOf = ({ part, late, from }: ExplainedPay): string => {
  if (late) return capitalized(adjustmentInWords(late.kind, from))
  return part === 'base' ? 'Approved work' : 'Accepted time off'
}

/** What a provider is paid at one rate. */
export const PayLine = ({ line, money }: { readonly line: ExplainedPay; readonly money: MoneyFormat }) => {
  const { providerId, providerName, part, from, to, late, rate, amount, rows } = line
  const what = whatOf(line)
  const kind = rate ? rateTypeNames[rate.rateTypeId].toLowerCase() : 'no rate'
  const name = `${providerName}: ${what}, ${kind}`
  return (
    <Stack gap={6} component="section" aria-label={name}>
      <Title order={3} size="h5" style={{ overflowWrap: 'anywhere' }}>
        <ProviderLink id={providerId} name={providerName} />: {what}, {kind}
      </Title>
      {late && (
        <Text size="sm">
          {formatDate(from)} was locked or exported already, so the payroll of {formatDate(late.paidOn)} has this line.
          Booked by <Who {...late.booked} />.
        </Text>
      )}
      <Text size="sm">
        {late ? formatDate(from) : periodInWords({ startDate: from, endDate: to })}:{' '}
        {lineQuantity(line, unitOf(line), money)}
        {rate && (
          <>
            {' '}
            × {formatMoney(rate.rate, money)} = <b>{formatMoney(amount, money)}</b>
          </>
        )}
        .
        <Rounding {...line} money={money} />
      </Text>
      {rate ? (
        <RateSince since={rate.since} set={rate.set} />
      ) : (
        <Text size="sm">No rate was in force on these days, so nothing is paid.</Text>
      )}
      <PagedRows
        ariaLabel={name}
        columns={columnsOf(line, money)}
        rows={rows}
        keyOf={({ date, school, hours, exact }) => `${date} ${school?.id} ${hours?.startTime} ${exact}`}
        emptyText={part === 'base' ? 'No approved hours.' : 'No accepted time off.'}
      />
    </Stack>
  )
}
