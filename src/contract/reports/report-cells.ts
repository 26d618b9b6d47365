/** What stands in a report's cell, by its column's kind, and how people read it. */
import { formatDate, type LocalDate } from '#domain/time.ts'

/** A kind's value; each medium shows it in its own way. */
export interface CellValues {
  text: string
  number: number
  date: LocalDate
}
export type CellKind = keyof CellValues
export type CellValue = CellValues[CellKind] | undefined

/** How a column's cells look, whatever is in them. */
export interface CellFormat {
  readonly kind: CellKind
  /** Of numbers. Default 0. */
  readonly decimals?: number
}

/** Numbers stand at the end of their cells, under each other. */
export const alignOf = ({ kind }: CellFormat): 'start' | 'end' => (kind === 'number' ? 'end' : 'start')

/** As the screen, PDF and Word show it; '' where there is nothing. */
export const cellText = ({ kind, decimals = 0 }: CellFormat, value: CellValue): string => {
  if (value === undefined) return ''
  if (kind === 'date') return formatDate(String(value))
  if (typeof value === 'string') return value
  return value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
}
