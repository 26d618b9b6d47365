import type { ReactNode } from 'react'
import { type Decimal, formatMoney } from '#domain/money.ts'
import { useSession } from '#screens/provided.tsx'

interface Props {
  /** Decimal text, in the organization's currency. */
  readonly amount: Decimal
  /** Explains the amount; shown after it. */
  readonly why?: ReactNode
}

/** An amount of money: '$1,234.50'. */
export const Amount = ({ amount, why }: Props) => {
  const { money } = useSession()
  return (
    <>
      <span style={{ whiteSpace: 'nowrap' }}>{formatMoney(amount, money)}</span>
      {why}
    </>
  )
}
