/** A report as a PDF, Excel, Word or CSV file. */
import { withLogo } from '#server/documents/logo.ts'
import type { ReportDocuments } from './report-layout.ts'
import { writeCsv } from './write-csv.ts'
import { writeDocx } from './write-docx.ts'
import { writePdf } from './write-pdf.ts'
import { writeXlsx } from './write-xlsx.ts'

const WRITERS = { pdf: writePdf, xlsx: writeXlsx, docx: writeDocx, csv: writeCsv } as const

/**
 * Returns the file's bytes. A logo that can't be read is left out.
 *
 * @param reports one after another, in the format of the first
 */
export const writeReport = (reports: ReportDocuments): Promise<Uint8Array<ArrayBuffer>> => {
  const [{ logo, format }] = reports
  return withLogo(logo, (readable) => WRITERS[format](reports, readable))
}
