/** The cells of a report by their column's kind: their values, and their text. */
import { formatMinutes } from '#domain/hours.ts'
import { type Decimal, formatMoney } from '#domain/money.ts'
import type { MoneyFormat } from '#domain/money-format.ts'
import { formatDate, type LocalDate } from '#domain/time.ts'

/** The value of each kind; each medium formats it differently. */
export interface CellValues {
  text: string
  number: number
  date: LocalDate
  /** In the organization's currency. */
  money: Decimal
  /** 12.5 for an eighth. */
  percent: number
  /** Worked hours, exact to the minute: 1.333… is 1:20. */
  hours: number
}
export type CellKind = keyof CellValues
export type CellValue = CellValues[CellKind] | undefined

/** How a column's cells are formatted. */
export interface CellFormat {
  readonly kind: CellKind
  /** For numbers and percentages. Default 0. */
  readonly decimals?: number
}

/** Aligns numbers to the end, so that their digits line up. */
export const alignOf = ({ kind }: CellFormat): 'start' | 'end' => (kind === 'text' || kind === 'date' ? 'start' : 'end')

const numberText = (value: number, decimals: number) =>
  value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })

/** '1:20' */
export const hoursText = (hours: number): string => formatMinutes(Math.round(hours * 60))

/** The text on screen and in PDF and Word files; '' for undefined. */
export const cellText = ({ kind, decimals = 0 }: CellFormat, value: CellValue, money: MoneyFormat): string => {
  if (value === undefined) return ''
  switch (kind) {
    case 'text':
      return String(value)
    case 'date':
      return formatDate(String(value))
    case 'money':
      return formatMoney(String(value), money)
    case 'number':
      // The row of totals says 'Total' below the numbers of the rows.
      return typeof value === 'number' ? numberText(value, decimals) : value
    case 'hours':
      return typeof value === 'number' ? hoursText(value) : value
    case 'percent':
      return typeof value === 'number' ? `${numberText(value, decimals)}%` : value
  }
}
