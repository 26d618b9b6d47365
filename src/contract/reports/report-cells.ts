/** The cells of a report by their column's kind: their values, and their text. */
import { formatDate, type LocalDate } from '#domain/time.ts'

/** The value of each kind; each medium formats it differently. */
export interface CellValues {
  text: string
  number: number
  date: LocalDate
}
export type CellKind = keyof CellValues
export type CellValue = CellValues[CellKind] | undefined

/** How a column's cells are formatted. */
export interface CellFormat {
  readonly kind: CellKind
  /** For numbers. Default 0. */
  readonly decimals?: number
}

/** Aligns numbers to the end, so that their digits line up. */
export const alignOf = ({ kind }: CellFormat): 'start' | 'end' => (kind === 'number' ? 'end' : 'start')

/** The text on screen and in PDF and Word files; '' for undefined. */
export const cellText = ({ kind, decimals = 0 }: CellFormat, value: CellValue): string => {
  if (value === undefined) return ''
  if (kind === 'date') return formatDate(String(value))
  if (typeof value === 'string') return value
  return value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
}
