import type { LocalDate } from '#domain/time.ts'
import { dateCell } from '#server/documents/sheet-table.ts'

/** The date that a cell's text says; '' for an empty one, and for one that is none, which is reported. */
export const dateOfText = (text: string, report: (problem: string) => void): LocalDate | '' => {
  const date = dateCell(text.trim() || undefined)
  if ('problem' in date) report(date.problem)
  return ('value' in date ? date.value : undefined) ?? ''
}
