import type { ReactNode } from 'react'
import { type Decimal, formatMoney } from '#domain/money.ts'
import type { MoneyFormat } from '#domain/money-format.ts'
import { useSession } from '#screens/provided.tsx'

interface Props {
  /** Decimal text. */
  readonly amount: Decimal
  /** By default the organization's; an invoice keeps that of its day. */
  readonly money?: MoneyFormat
  /** Explains the amount; shown after it. */
  readonly why?: ReactNode
}

/** An amount of money: '$1,234.50'. */
export const Amount = ({ amount, money, why }: Props) => {
  const session = useSession()
  const written = formatMoney(amount, money ?? session.money)
  return why === undefined ? (
    <span style={{ whiteSpace: 'nowrap' }}>{written}</span>
  ) : (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 2, whiteSpace: 'nowrap' }}>
      {written}
      {why}
    </span>
  )
}
