/** A day on paper: a band per provider, with status and hours, and their sessions and time off below it in order of time. */
import { formatTimeRange } from '#domain/time.ts'
import { FAINT, type PdfDocument } from '#server/documents/pdf/pdf-document.ts'
import { drawTable } from '#server/documents/pdf/pdf-table.ts'
import { entriesOf, type PrintedEntry, type PrintedProvider, rowInWords, timeOffInWords } from './printed-providers.ts'

export const drawDay = (doc: PdfDocument, providers: readonly PrintedProvider[]): void => {
  doc.nextPage()
  drawTable<PrintedEntry>(doc, doc.top, {
    columns: [
      {
        head: 'Time',
        share: 3,
        cell: (entry) =>
          'off' in entry
            ? formatTimeRange(entry.off.startTime, entry.off.endTime)
            : formatTimeRange(entry.session.eventStartTime, entry.session.eventEndTime),
      },
      {
        head: 'Session',
        share: 5,
        cell: (entry) =>
          'off' in entry
            ? timeOffInWords(entry.off)
            : `${entry.session.title}${entry.session.isEdited ? '\nEdited, pending approval' : ''}`,
      },
      {
        head: 'School',
        share: 4,
        cell: (entry) => ('off' in entry ? '' : entry.session.schoolName),
        mark: (entry) => ('off' in entry ? FAINT : entry.session.homePageColourCode),
      },
      {
        head: 'Students',
        share: 1.4,
        align: 'right',
        cell: (entry) => ('off' in entry ? '' : String(entry.session.studentsCount)),
      },
    ],
    groups: providers.flatMap(({ name, days }) =>
      days.map((day) => ({
        title: day.status ? `${name}, ${day.status}` : name,
        notes: day.hours.map((row) => `${row.schoolName} ${rowInWords(row)}`),
        rows: entriesOf(day),
      })),
    ),
  })
}
