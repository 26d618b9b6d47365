import type { LeftOut } from '#domain/billing/lock-out.ts'
import { formatHours } from '#domain/hours.ts'
import { formatMoney } from '#domain/money.ts'
import type { MoneyFormat } from '#domain/money-format.ts'
import { counted } from '#domain/words.ts'

/** '2 days, 3.5 h, $299.25' */
export const leftOutInWords = ({ days, hundredths, amount }: LeftOut, money: MoneyFormat): string =>
  `${counted(days, 'day')}, ${formatHours(hundredths)} h, ${formatMoney(amount, money)}`
