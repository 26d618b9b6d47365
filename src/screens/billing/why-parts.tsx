import { Text } from '@mantine/core'
import { formatMinutes } from '#domain/hours.ts'
import { compareAmounts, formatExactMoney, formatQuantity, isZero } from '#domain/money.ts'
import type { MoneyFormat } from '#domain/money-format.ts'
import { formatDate, formatTimeRange, type LocalDate } from '#domain/time.ts'
import { Instant } from '#screens/instant.tsx'

/** 'Ada Admin, 11/20/2026 9:00 AM' */
export const Who = ({ by, onUtc }: { readonly by: string; readonly onUtc: string | null }) => (
  <span>
    {by === '' ? 'Not on record' : <bdi>{by}</bdi>}
    {onUtc !== null && (
      <>
        , <Instant at={onUtc} />
      </>
    )}
  </span>
)

/** 'Rounded from 113.715', if it is. */
export const Rounding = ({ exact, rounding, money }: { exact: string; rounding: string; money: MoneyFormat }) =>
  isZero(rounding) ? null : (
    <>
      {' '}
      Rounded {compareAmounts(rounding, '0') > 0 ? 'up' : 'down'} from {formatExactMoney(exact, money)}.
    </>
  )

export const quantityInWords = (quantity: string, { one, many }: { one: string; many: string }, money: MoneyFormat) =>
  `${formatQuantity(quantity, money)} ${compareAmounts(quantity, '1') === 0 ? one : many}`

/** A row's share of a quantity; hours as they add up: '0:10'. */
export const rowQuantity = (
  { quantity, minutes }: { readonly quantity: string; readonly minutes: number | null },
  money: MoneyFormat,
): string => (minutes === null ? formatQuantity(quantity, money) : formatMinutes(minutes))

/** What a line's rate multiplies: '2 hours', or '1:20 (1.33 hours)' where hundredths of an hour don't say it exactly. */
export const lineQuantity = (
  { quantity, rows }: { readonly quantity: string; readonly rows: readonly { readonly minutes: number | null }[] },
  unit: { one: string; many: string },
  money: MoneyFormat,
): string => {
  const said = quantityInWords(quantity, unit, money)
  const counted = rows.flatMap((row) => row.minutes ?? [])
  const minutes = counted.reduce((sum, each) => sum + each, 0)
  return counted.length < rows.length || (minutes * 100) % 60 === 0 ? said : `${formatMinutes(minutes)} (${said})`
}

/** 'The rate has applied since 11/01/2026, set by Ada Admin.' */
export const RateSince = ({ since, set }: { readonly since: LocalDate; readonly set: Parameters<typeof Who>[0] }) => (
  <Text size="sm" c="dimmed">
    The rate has applied since {formatDate(since)}
    {set.by === '' ? (
      '; who set it is not on record.'
    ) : (
      <>
        , set by <Who {...set} />.
      </>
    )}
  </Text>
)

/** A row's sessions with their times. */
export const Sessions = ({
  sessions,
}: {
  readonly sessions: readonly { id: number; title: string; startTime: string; endTime: string }[]
}) => (
  // One box: on a phone, a cell's parts are laid out side by side.
  <div>
    {sessions.map(({ id, title, startTime, endTime }) => (
      <Text key={id} size="sm" style={{ overflowWrap: 'anywhere' }}>
        <span style={{ whiteSpace: 'nowrap' }}>{formatTimeRange(startTime, endTime)}</span> <bdi>{title}</bdi>
      </Text>
    ))}
  </div>
)
