/** A day on paper: a band per provider, with status and hours, and their sessions below it in order of time. */
import { formatTimeRange } from '#domain/time.ts'
import type { WireEvent } from '#server/areas/schedule/calendar-query.ts'
import type { PdfDocument } from '#server/documents/pdf/pdf-document.ts'
import { drawTable } from '#server/documents/pdf/pdf-table.ts'
import { type PrintedProvider, rowInWords } from './printed-providers.ts'

export const drawDay = (doc: PdfDocument, providers: readonly PrintedProvider[]): void => {
  doc.nextPage()
  drawTable<WireEvent>(doc, doc.top, {
    columns: [
      {
        head: 'Time',
        share: 3,
        cell: ({ eventStartTime, eventEndTime }) => formatTimeRange(eventStartTime, eventEndTime),
      },
      {
        head: 'Session',
        share: 5,
        cell: ({ title, isEdited }) => `${title}${isEdited ? '\nEdited, pending approval' : ''}`,
      },
      {
        head: 'School',
        share: 4,
        cell: ({ schoolName }) => schoolName,
        mark: ({ homePageColourCode }) => homePageColourCode,
      },
      { head: 'Students', share: 1.4, align: 'right', cell: ({ studentsCount }) => String(studentsCount) },
    ],
    groups: providers.flatMap(({ name, days }) =>
      days.map(({ status, sessions, hours }) => ({
        title: status ? `${name}, ${status}` : name,
        notes: hours.map((row) => `${row.schoolName} ${rowInWords(row)}`),
        rows: sessions,
      })),
    ),
  })
}
