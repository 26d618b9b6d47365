import type { LocalDate } from '#domain/time.ts'
import { dateCell } from '#server/documents/sheet-table.ts'

/** The date that a cell's text says; '' for an empty one, and for one that is none, which is reported. */
export const dateOfText = (text: string, report: (problem: string) => void): LocalDate | '' => {
  // The spreadsheet program stored a date and time.
  const day = text.replace(/^(\d{4}-\d\d-\d\d) .*$/, '$1').trim()
  const date = dateCell(day || undefined)
  if ('problem' in date) report(date.problem)
  return ('value' in date ? date.value : undefined) ?? ''
}
