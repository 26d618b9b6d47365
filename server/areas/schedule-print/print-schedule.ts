import { PdfDocument, type PdfOptions, type TextStyle } from '#server/documents/pdf/pdf-document.ts'
import { drawDay } from './day-pages.ts'
import type { PrintedProvider } from './printed-providers.ts'
import { drawWeek } from './week-pages.ts'

const EMPTY: TextStyle = { size: 11 }

export interface ScheduleToPrint {
  readonly options: PdfOptions
  readonly providers: readonly PrintedProvider[]
  readonly isDay: boolean
}

/** The PDF's bytes. */
export const printSchedule = ({ options, providers, isDay }: ScheduleToPrint): Promise<Uint8Array<ArrayBuffer>> =>
  PdfDocument.write(options, (doc) => {
    if (providers.length === 0) {
      doc.nextPage()
      doc.write([isDay ? 'No sessions on this day' : 'No sessions in this week'], doc.left, doc.top, EMPTY)
    } else if (isDay) drawDay(doc, providers)
    else drawWeek(doc, providers)
  })
