import { Badge, Checkbox, Group, Stack, Text, Title } from '@mantine/core'
import { useId } from 'react'
import type { CloseOut, Projection } from '#contract/billing.ts'
import { type Deviation, deviationOf } from '#domain/billing/close-out.ts'
import { freeDaysOf } from '#domain/billing/lock-out.ts'
import { halfMonthBefore, halfMonthOf, type Period, periodInWords } from '#domain/billing/period.ts'
import { formatMinutes } from '#domain/hours.ts'
import { sumOf } from '#domain/money.ts'
import { formatDate } from '#domain/time.ts'
import { PlainName } from '#screens/record-link.tsx'
import type { Column } from '#ui/data-table/data-table.tsx'
import { PagedRows } from '#ui/data-table/paged-rows.tsx'
import { IconArrowDown } from '#ui/icons/arrow-down.ts'
import { IconArrowUp } from '#ui/icons/arrow-up.ts'
import { IconCircleOff } from '#ui/icons/circle-off.ts'
import { IconSparkles } from '#ui/icons/sparkles.ts'
import { Amount } from './amount.tsx'
import type { CloseOutPlace } from './close-out-place.ts'
import { Why } from './why.tsx'

const marks = {
  none: { label: 'Nothing', color: 'var(--mantine-color-orange-5)', icon: IconCircleOff },
  low: { label: 'Half or less', color: 'var(--mantine-color-orange-5)', icon: IconArrowDown },
  high: { label: 'Double or more', color: 'var(--mantine-color-grape-5)', icon: IconArrowUp },
  new: { label: 'New', color: 'var(--mantine-color-blue-5)', icon: IconSparkles },
} as const satisfies Record<Deviation, object>

const Mark = ({ deviation }: { readonly deviation: Deviation }) => {
  const { label, color, icon: Icon } = marks[deviation]
  return (
    <Badge variant="default" tt="none" leftSection={<Icon size={12} color={color} aria-hidden />}>
      {label}
    </Badge>
  )
}

interface Props {
  readonly closeOut: CloseOut
  readonly period: Period
  /** It is over: earlier half-months are a measure for it. */
  readonly isOver: boolean
  readonly place: CloseOutPlace
  readonly change: (changed: Partial<CloseOutPlace>) => void
}

interface Total extends Projection {
  readonly deviation: Deviation | undefined
}

/** '10/16 to 10/31' */
const shortPeriod = ({ startDate, endDate }: Period) =>
  `${formatDate(startDate).slice(0, 5)} to ${formatDate(endDate).slice(0, 5)}`

const explained = (isLocked: boolean, side: CloseOutPlace['side']): string =>
  [
    isLocked ? 'What was approved when the period was locked' : 'As if every day were approved',
    side === 'school' ? 'with admin fees' : 'before admin fees',
  ].join(', ')

/** What the half-month will amount to, beside the two before; unusual totals are marked. */
export const CloseOutTotals = ({ closeOut, period, isOver, place, change }: Props) => {
  const headingId = useId()
  const { side, isUnusualOnly } = place
  const isLocked = freeDaysOf(period, closeOut.lockOuts).length === 0
  const projections = side === 'provider' ? closeOut.providers : closeOut.schools
  const totals = projections.map(
    (projection): Total => ({
      ...projection,
      deviation: isOver ? deviationOf(projection.amount, projection.earlier) : undefined,
    }),
  )
  const unusual = totals.filter(({ deviation }) => deviation !== undefined)
  const shown = isUnusualOnly ? unusual : totals
  const before = halfMonthBefore(period)
  const earlier = [before, halfMonthBefore(before)]
  const whyOf = (each: Period, one?: Total) => (
    <Why
      of={{
        kind: 'work',
        ...each,
        withFees: side === 'school',
        byProvider: side === 'provider',
        ...(one && (side === 'school' ? { schoolId: one.id } : { providerId: one.id })),
      }}
      about={`${one?.name ?? 'Total'}, ${periodInWords(each)}`}
    />
  )
  const columns: Column<Total>[] = [
    {
      key: 'name',
      title: side === 'provider' ? 'Provider' : 'School',
      isHeading: true,
      render: ({ name }) => <PlainName name={name} />,
    },
    { key: 'hours', title: 'Hours', align: 'end', render: ({ minutes }) => formatMinutes(minutes) },
    {
      key: 'amount',
      title: isLocked ? 'Billed' : 'Projected',
      align: 'end',
      render: (total) => <Amount amount={total.amount} why={whyOf(period, total)} />,
    },
    ...earlier.map(
      (each, index): Column<Total> => ({
        key: each.startDate,
        title: shortPeriod(each),
        align: 'end',
        render: (total) => <Amount amount={total.earlier[index] ?? '0'} why={whyOf(each, total)} />,
      }),
    ),
    {
      key: 'mark',
      title: 'Unusual',
      render: ({ deviation }) => deviation !== undefined && <Mark deviation={deviation} />,
    },
  ]
  const sums = {
    name: 'Total',
    hours: formatMinutes(shown.reduce((sum, { minutes }) => sum + minutes, 0)),
    amount: (
      <Amount amount={sumOf(shown.map(({ amount }) => amount))} {...(!isUnusualOnly && { why: whyOf(period) })} />
    ),
    ...Object.fromEntries(
      earlier.map(({ startDate }, index) => [
        startDate,
        <Amount
          key={startDate}
          amount={sumOf(shown.map(({ earlier }) => earlier[index] ?? '0'))}
          {...(!isUnusualOnly && { why: whyOf(halfMonthOf(startDate)) })}
        />,
      ]),
    ),
  }
  return (
    <Stack gap="xs" component="section" aria-labelledby={headingId}>
      <Group justify="space-between" align="end" gap="xs">
        <div>
          <Title order={2} id={headingId}>
            {isLocked ? 'Totals' : 'Projected totals'}
          </Title>
          <Text size="sm" c="dimmed">
            {explained(isLocked, side)}.{' '}
            {isOver
              ? 'Marked: half or less, or double or more, of the average of the two half-months before.'
              : 'Unusual totals are marked once the half-month is over.'}
          </Text>
        </div>
        <Checkbox
          label={`Only unusual totals (${unusual.length})`}
          checked={isUnusualOnly}
          onChange={({ currentTarget: { checked } }) => change({ isUnusualOnly: checked })}
        />
      </Group>
      <PagedRows
        key={`${side} ${isUnusualOnly}`}
        ariaLabel="Totals"
        columns={columns}
        rows={shown}
        keyOf={({ id }) => id}
        emptyText={isUnusualOnly ? 'No total is unusual.' : 'There is no work in these half-months.'}
        totals={sums}
      />
    </Stack>
  )
}
