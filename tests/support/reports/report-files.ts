/** Reads a report's files with libraries that share no code with the ones that wrote them. */
import { read, utils } from '@e965/xlsx'
import type { ReportFormat } from '#contract/reports/report-files.ts'
import { readPdf } from '#tests/support/server/pdf-reader.ts'
import { readWordFile } from '#tests/support/word-file.ts'

/** A file's visible content. */
interface ReadReport {
  /** Everything outside the table, by line. */
  readonly text: string
  /** The table's rows, including headers and totals; undefined for a PDF, which has no cells. */
  readonly table: string[][] | undefined
}

const readPages = async (bytes: Uint8Array): Promise<ReadReport> => {
  const { pages } = await readPdf(bytes)
  return { text: pages.flat().join(' '), table: undefined }
}

const readWorkbook = async (bytes: Uint8Array): Promise<ReadReport> => {
  const [sheet] = Object.values(read(bytes).Sheets)
  if (!sheet) throw new Error('The workbook has no sheet')
  const lines = utils.sheet_to_json<string[]>(sheet, { header: 1, raw: false, defval: '', blankrows: true })
  const gap = lines.findIndex((line) => line.every((cell) => cell === ''))
  return {
    text: lines
      .slice(0, gap)
      .map(([line]) => line)
      .join('\n'),
    table: lines.slice(gap + 1),
  }
}

const readWord = async (bytes: Uint8Array): Promise<ReadReport> => {
  const { paragraphs, tables, footer, fields } = readWordFile(bytes)
  return { text: [...paragraphs, footer, ...fields].join('\n'), table: tables[0] ?? [] }
}

/** Only the table: a CSV file has no title. */
const readCsv = async (bytes: Uint8Array): Promise<ReadReport> => {
  const [sheet] = Object.values(read(bytes, { raw: true }).Sheets)
  if (!sheet) throw new Error('The file has no rows')
  const table = utils.sheet_to_json<string[]>(sheet, { header: 1, raw: false, defval: '', blankrows: true })
  return { text: '', table }
}

const READERS = { pdf: readPages, xlsx: readWorkbook, docx: readWord, csv: readCsv } as const

export const readReportFile = (format: ReportFormat, bytes: Uint8Array): Promise<ReadReport> => READERS[format](bytes)
