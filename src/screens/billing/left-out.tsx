import type { LeftOut } from '#domain/billing/lock-out.ts'
import { formatHours } from '#domain/hours.ts'
import { counted } from '#domain/words.ts'
import { Amount } from './amount.tsx'

/** '2 days, 3.5 h, $299.25' */
export const LeftOutInWords = ({ of: { days, hundredths, amount } }: { readonly of: LeftOut }) => (
  <>
    {counted(days, 'day')}, {formatHours(hundredths)} h, <Amount amount={amount} />
  </>
)
