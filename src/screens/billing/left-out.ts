import type { LeftOut } from '#contract/billing.ts'
import { formatHours } from '#domain/hours.ts'
import { formatMoney } from '#domain/money.ts'
import type { MoneyFormat } from '#domain/money-format.ts'

/** '2 days, 3.5 h, $299.25' */
export const leftOutInWords = ({ days, hundredths, amount }: LeftOut, money: MoneyFormat): string =>
  `${days === 1 ? '1 day' : `${days} days`}, ${formatHours(hundredths)} h, ${formatMoney(amount, money)}`
