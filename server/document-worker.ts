/** The tasks that run in worker threads (documents/document-threads.ts), by name. */
import { printSchedule as print } from '#server/areas/schedule-print/print-schedule.ts'
import { writeInvoice as invoice } from '#server/documents/invoice/write-invoice.ts'
import { writeLetterPdf as letterPdf } from '#server/documents/letter/letter-pdf.ts'
import { fillLetter as fill, readLetterTemplate as readTemplate } from '#server/documents/letter/letter-template.ts'
import { readSheet as read } from '#server/documents/read-sheet.ts'
import { writeReport as report } from '#server/documents/report/write-report.ts'
import { type Sheet, type SheetLimits, SheetRefusal, type SheetToWrite } from '#server/documents/sheet.ts'
import { writeSheet as write } from '#server/documents/write-sheet.ts'

interface SheetToRead {
  readonly bytes: Uint8Array
  readonly limits: SheetLimits
}

/** A refusal is returned, not thrown: an error loses its class on the way between threads. */
export const readSheet = ({ bytes, limits }: SheetToRead): { readonly sheet: Sheet } | { readonly refusal: string } => {
  try {
    return { sheet: read(bytes, limits) }
  } catch (error) {
    if (error instanceof SheetRefusal) return { refusal: error.message }
    throw error
  }
}

export const writeSheet = (sheet: SheetToWrite): Promise<Uint8Array<ArrayBuffer>> => write(sheet)

export const printSchedule = print

export const writeReport = report

export const writeInvoice = invoice

export const readLetterTemplate = readTemplate

export const fillLetter = fill

export const writeLetterPdf = letterPdf
